export type { FinishReason, StoppedBy } from '../base/finish-reason.ts';
export type { Usage } from '../base/usage.ts';
export type {
  AgentChunk,
  Chunk,
  ChunkPayloads,
  ChunkSource,
  ChunkType,
  DataChunk,
  ObjectResultChunk,
  ToolCallPayload,
} from '../chunks/index.ts';
