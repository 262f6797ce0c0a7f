export { collect } from './collect.ts';
export {
  breakStream,
  type CallOptions,
  call,
  errorPart,
  type FinishOptions,
  failWith,
  file,
  finish,
  metadata,
  type Piece,
  type ResponseFacts,
  raw,
  reasoning,
  type SourceOptions,
  type Split,
  source,
  type TextOptions,
  text,
  type Usage,
  type WaitEvent,
  waitFor,
  warnings,
} from './pieces.ts';
export type {
  ContentPart,
  FinishReason,
  GenerateResult,
  SpecificationVersion,
  StreamPart,
  StreamResult,
} from './provider-form.ts';
export {
  type PromptToolCall,
  type PromptToolResult,
  textOf,
  toolCallsIn,
  toolResultsIn,
} from './read-prompt.ts';
export type {
  ModelCallOptions,
  ModelRequest,
  PromptMessage,
  PromptPart,
  RequestSettings,
  RequestTool,
  ToolChoice,
} from './request.ts';
export {
  type ScriptedModel,
  type ScriptedModelOptions,
  type Step,
  type StepFunction,
  scriptedModel,
} from './scripted-model.ts';
export {
  describeToolSource,
  type OfferedTools,
  type TestRunner,
  type ToolOffer,
  type ToolSource,
  toolSourceStagesToCome,
} from './tool-source.ts';
