export { toJsonSafe } from './json-safe.ts';
export type {
  Json,
  PromptAssistantMessage,
  PromptFilePart,
  PromptMessage,
  PromptReasoningPart,
  PromptSystemMessage,
  PromptTextPart,
  PromptToolCallPart,
  PromptToolMessage,
  PromptToolResultPart,
  PromptUserMessage,
  ProviderOptions,
  ToolResultContentPart,
  ToolResultOutput,
} from './prompt.ts';
export { toErrorOutput, toToolOutput } from './tool-output.ts';
export { toWellFormed } from './well-formed.ts';
