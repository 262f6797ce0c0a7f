export { isValidationError, type ValidationError } from '../schema/index.ts';
export type { CallPolicy } from './call-policy.ts';
export { callPolicy } from './call-policy.ts';
export type {
  AgentCallContext,
  DirectContext,
  HostAgent,
  ToolContext,
  ToolHost,
  ToolObserve,
} from './context.ts';
export { quietObserve } from './context.ts';
export { checkRequestContext } from './direct-call.ts';
export type { AiSdkTool } from './foreign-tool.ts';
export { toTool } from './foreign-tool.ts';
export type { ToolCallbacks } from './lifecycle.ts';
export type {
  KeyedCall,
  LimitedCall,
  ToolCache,
  ToolConcurrency,
  ToolLimitOptions,
  ToolLimits,
  ToolRateLimit,
  ToolRetry,
} from './limits/index.ts';
export { copyWhole } from './limits/index.ts';
export type { ModelOutput, ModelOutputPart, ToModelOutput } from './model-output.ts';
export { safeName, toModelNames } from './names.ts';
export { toolOptionsToCome } from './options-to-come.ts';
export type {
  RawPayload,
  TargetTransforms,
  ToolTransform,
  TransformContext,
  TransformPolicy,
  TransformSource,
} from './payload-transform.ts';
export { isSpokenFor, nothingShown, toOwnWords, transformPayload } from './payload-transform.ts';
export type { ProviderTool } from './provider-tool.ts';
export type {
  AnyTool,
  ClientTool,
  ClientToolOptions,
  ExecutableTool,
  ToolAnnotations,
  ToolOfAnyCopy,
  ToolOptions,
  ToolParts,
} from './tool.ts';
export { createTool, isTool, partsOf, Tool } from './tool.ts';
export type { ModelProviderTool, ModelTool, ToolSource } from './tool-set.ts';
export { ToolEntry, ToolSet } from './tool-set.ts';
export type { ToolSpan, ToolSpanStart, ToolSpanUpdate, ToolTracing } from './tracing.ts';
export { noTracing } from './tracing.ts';
export { assertTransformPolicy } from './transform-forms.ts';
export { createWebFetchTool, type WebFetchOptions, webFetchTool } from './web-fetch/web-fetch.ts';
export { type WebSearchTool, webSearchTool } from './web-search.ts';
export type { CustomChunk, WriterSink } from './writer.ts';
export { ToolWriter } from './writer.ts';
