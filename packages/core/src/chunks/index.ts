export type {
  AgentChunk,
  Chunk,
  ChunkPayloads,
  ChunkSource,
  ChunkType,
  DataChunk,
  ObjectChunk,
  ObjectResultChunk,
  ToolCallPayload,
} from './chunk.ts';
export { type DisplayChunk, type DisplayError, DisplayView } from './display-view.ts';
export { type IterableStream, LogStream, pickFromLog } from './log-stream.ts';
export { LogReader, RunLog } from './run-log.ts';
export { type ToolEvent, toToolEvents } from './tool-events.ts';
