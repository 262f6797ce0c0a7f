// For the packages of Tenon itself: names here may change in any release.
export { nearest } from '../base/nearest.ts';
export { toJsonSafe } from '../messages/index.ts';
export {
  defaultWorld,
  loadModel,
  type ProviderRow,
  providers,
  type RouterWorld,
} from '../models/index.ts';
export { partsOf, ToolSet, toTool } from '../tools/index.ts';
