export type {
  AgentConfig,
  DynamicContext,
  Instructions,
  RunOptions,
  ToolsInput,
} from '../agent/index.ts';
export { Agent, isAgent } from '../agent/index.ts';
export type { RefusedToolCall, ToolCallDecision, ToolCallInfo, ToolHooks } from '../calls/index.ts';
export type { AgentChunk, DisplayChunk, IterableStream } from '../chunks/index.ts';
export type {
  FullOutput,
  PreparedStep,
  PrepareStepContext,
  RunBudget,
  RunStatus,
  StopCondition,
  StoppableStep,
  StructuredOutput,
  UIMessage,
  UIMessagePart,
  UIToolPart,
} from '../loop/index.ts';
export { hasToolCall, RunOutput, stepCountIs } from '../loop/index.ts';
export type { MessageInput } from '../messages/index.ts';
export type {
  LanguageModel,
  ModelEntry,
  ModelGiven,
  ModelName,
  ModelOption,
  ModelReference,
  ModelResolver,
  ModelSettings,
  ToolChoice,
} from '../models/index.ts';
export type { ProcessorMessage as MastraDBMessage, StepResult } from '../processors/index.ts';
export { MessageList, TripWire } from '../processors/index.ts';
export type { OtelTracer, TracingOption, TracingOptions, TracingSettings } from '../trace/index.ts';
