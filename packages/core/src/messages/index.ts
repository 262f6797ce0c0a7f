export { toBase64 } from '../base/base64.ts';
export { copyData, isSameData } from '../base/copy-data.ts';
export type { Json } from '../base/json.ts';
export { copyPlain, toJsonSafe, toOwnJson } from '../base/json-safe.ts';
export { toWellFormed } from '../base/well-formed.ts';
export { cutOutput } from './cut-output.ts';
export type {
  AssistantMessageInput,
  InputApprovalPart,
  InputData,
  InputFilePart,
  InputImagePart,
  InputMessage,
  InputReasoningPart,
  InputTextPart,
  InputToolCallPart,
  InputToolResultPart,
  MessageInput,
  ModelMessageInput,
  StoredMessageInput,
  SystemMessageInput,
  ToolMessageInput,
  UiAsidePart,
  UiDynamicToolPart,
  UiFilePart,
  UiMessageInput,
  UiPart,
  UiReasoningPart,
  UiStepStartPart,
  UiTextPart,
  UiToolInvocation,
  UiToolInvocationPart,
  UiToolPart,
  UiToolState,
  UserMessageInput,
} from './input.ts';
export { callIdsOf, makeWhole } from './make-whole.ts';
export type {
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
export {
  type CallOrigin,
  readOrigin,
  withOrigin,
  withProviderOptions,
} from './provider-options.ts';
export { rawOf } from './raw-result.ts';
export { readSavedOutput, type SavedOutput, saveOutput } from './saved-output.ts';
export type {
  StoredAttachment,
  StoredContent,
  StoredDataPart,
  StoredErrorPart,
  StoredFilePart,
  StoredMessage,
  StoredPart,
  StoredReasoningPart,
  StoredSourcePart,
  StoredStepStartPart,
  StoredTextPart,
  StoredToolInvocation,
  StoredToolPart,
  StoredToolState,
} from './stored.ts';
export { type MessageOrigins, type ToPromptOptions, toPrompt } from './to-prompt.ts';
export { toStoredParts, withToldOutput } from './to-stored.ts';
export { readToolOutput, toDeniedOutput, toErrorOutput, toToolOutput } from './tool-output.ts';
export { toCallInput } from './tool-parts.ts';
