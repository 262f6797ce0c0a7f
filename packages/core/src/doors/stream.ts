export type { DeepPartial } from '../base/deep-partial.ts';
export type { FinishReason, StoppedBy } from '../base/finish-reason.ts';
export type { JsonState } from '../base/json-reader.ts';
export { type PartialJson, parsePartialJson } from '../base/partial-json.ts';
export {
  type ChunkMetadata,
  getTransformedToolPayload,
  hasTransformedToolPayload,
  type PayloadTransforms,
  type TransformedPayload,
  type TransformPhase,
  type TransformTarget,
} from '../base/payload-transform.ts';
export type { Usage } from '../base/usage.ts';
export type {
  AgentChunk,
  Chunk,
  ChunkPayloads,
  ChunkSource,
  ChunkType,
  DataChunk,
  DisplayChunk,
  DisplayError,
  ObjectChunk,
  ObjectResultChunk,
  ToolCallPayload,
} from '../chunks/index.ts';
export { type ToolEvent, toToolEvents } from '../chunks/index.ts';
