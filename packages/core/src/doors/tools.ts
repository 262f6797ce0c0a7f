export { isValidationError, type ValidationError } from '../schema/index.ts';
export type {
  AgentCallContext,
  AiSdkTool,
  AnyTool,
  ClientTool,
  ClientToolOptions,
  CustomChunk,
  DeepPartial,
  DirectContext,
  ExecutableTool,
  ToolAnnotations,
  ToolCallbacks,
  ToolContext,
  ToolObserve,
  ToolOptions,
} from '../tools/index.ts';
export { createTool, isTool, Tool, ToolWriter } from '../tools/index.ts';
