export type { MessageForms, MessageSource } from './entry.ts';
export { type HookName, hooksOf, hooksToCome, type ProcessorKind } from './hooks.ts';
export type { ProcessorMessage } from './message.ts';
export {
  isMessageList,
  MessageList,
  type MessageListState,
  type ToolInvocationUpdate,
} from './message-list.ts';
export type { ProcessorPlan } from './plan.ts';
export type {
  ErrorProcessor,
  GivenMessages,
  InputProcessor,
  OutputProcessor,
  ProcessAPIErrorArgs,
  ProcessAPIErrorResult,
  ProcessedMessages,
  ProcessedModel,
  ProcessInputArgs,
  ProcessInputResult,
  ProcessInputResultWithSystemMessages,
  ProcessInputStepArgs,
  ProcessInputStepResult,
  ProcessLLMRequestArgs,
  ProcessLLMRequestResult,
  ProcessLLMResponseArgs,
  ProcessOutputResultArgs,
  ProcessOutputStepArgs,
  ProcessOutputStreamArgs,
  Processor,
  ProcessorContext,
  ProcessorMessageContext,
  ProcessorSystemMessage,
  ProcessorToolCall,
  ProcessorWriter,
  ProcessToolResultArgs,
} from './processor.ts';
export type { ReasoningPart, StepResult } from './step-result.ts';
export { ToolCallFilter, type ToolCallFilterOptions } from './tool-call-filter.ts';
export { TripWire, type TripWireOptions } from './trip-wire.ts';
