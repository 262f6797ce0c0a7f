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
export { describeBackgroundTaskStore } from './store/describe-background-task-store.ts';
export { describeRunStore } from './store/describe-run-store.ts';
export { describeStore } from './store/describe-store.ts';
export { describeStreamStore } from './store/describe-stream-store.ts';
export { describeThreadStateStore } from './store/describe-thread-state-store.ts';
export { describeThreadStore } from './store/describe-thread-store.ts';
export { describeTraceStore } from './store/describe-trace-store.ts';
export type { StoreMaker, StoreTest } from './store/store-suite.ts';
export {
  describeToolSource,
  type TestRunner,
  toolSourceStagesToCome,
} from './tool-source/describe-tool-source.ts';
export type { OfferedTools, ToolOffer, ToolSource } from './tool-source/tool-source.ts';
export type { WireFormatName } from './wire/format.ts';
export {
  type CutOptions,
  cutConnection,
  type HttpErrorOptions,
  httpError,
  malformedChunk,
  slowFirstByte,
  unknownEvent,
  type WireOnlyPiece,
  type WirePiece,
} from './wire/pieces.ts';
export type {
  WireImage,
  WireReading,
  WireRequest,
  WireTool,
  WireToolCall,
  WireToolResult,
} from './wire/request.ts';
export {
  startWireServer,
  type WireProvider,
  type WireServer,
  type WireServerOptions,
  type WireStep,
  type WireStepFunction,
} from './wire/server.ts';
