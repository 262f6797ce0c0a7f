export type { DeepPartial } from '../base/deep-partial.ts';
export {
  getTransformedToolPayload,
  hasTransformedToolPayload,
  type PayloadTransforms,
  type TransformedPayload,
  type TransformPhase,
  type TransformTarget,
} from '../base/payload-transform.ts';
export { isValidationError, type ValidationError } from '../schema/index.ts';
export type {
  AgentCallContext,
  AiSdkTool,
  AnyTool,
  ClientTool,
  ClientToolOptions,
  CustomChunk,
  DirectContext,
  ExecutableTool,
  KeyedCall,
  ModelOutput,
  ModelOutputPart,
  TargetTransforms,
  ToolAnnotations,
  ToolCache,
  ToolCallbacks,
  ToolConcurrency,
  ToolContext,
  ToolLimitOptions,
  ToolObserve,
  ToolOptions,
  ToolRateLimit,
  ToolRetry,
  ToolTransform,
  TransformContext,
  TransformPolicy,
} from '../tools/index.ts';
export { createTool, isTool, Tool, ToolWriter } from '../tools/index.ts';
