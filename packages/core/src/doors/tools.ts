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
  DeepPartial,
  DirectContext,
  ExecutableTool,
  ModelOutput,
  ModelOutputPart,
  TargetTransforms,
  ToolAnnotations,
  ToolCallbacks,
  ToolContext,
  ToolObserve,
  ToolOptions,
  ToolTransform,
  TransformContext,
  TransformPolicy,
} from '../tools/index.ts';
export { createTool, isTool, Tool, ToolWriter } from '../tools/index.ts';
