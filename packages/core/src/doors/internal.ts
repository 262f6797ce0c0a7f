// For the packages of Tenon itself: names here may change in any release.
export { JsonReader } from '../base/json-reader.ts';
export { nearest } from '../base/nearest.ts';
export { toJsonSafe } from '../messages/index.ts';
export {
  type ChangeKind,
  defaultWorld,
  loadFamilies,
  loadModel,
  type ProviderRow,
  providers,
  type RouterWorld,
  type SchemaChange,
  type SchemaFamily,
} from '../models/index.ts';
export { type JsonSchema, resolveRef } from '../schema/index.ts';
export {
  type ModelTool,
  partsOf,
  safeName,
  ToolSet,
  toModelNames,
  toTool,
} from '../tools/index.ts';
