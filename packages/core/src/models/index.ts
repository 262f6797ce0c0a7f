export type {
  ContentPart,
  FileData,
  ModelAnswer,
  ModelCallPart,
  ModelPart,
  ModelStream,
} from './answer.ts';
export { toFinishReason } from './answer.ts';
export { type AnswerFormat, plainFormat } from './answer-format.ts';
export type { ChangeKind, SchemaChange, SchemaFamily } from './families/index.ts';
export type { LanguageModel, ModelRequest, ModelSettings, ToolChoice } from './model.ts';
export { isFailedOutput, outputInWords, valueInWords } from './output-in-words.ts';
export { toOrigin } from './provider-calls.ts';
export type {
  Dynamic,
  ModelCandidate,
  ModelEntry,
  ModelGiven,
  ModelLookup,
  ModelOption,
} from './resolve.ts';
export { resolveModels } from './resolve.ts';
export { loadFamilies } from './rewriting.ts';
export {
  defaultWorld,
  loadModel,
  type ModelName,
  type ModelReference,
  type ModelResolver,
  type ProviderRow,
  parseModelName,
  providers,
  type RouterWorld,
} from './router/index.ts';
export { type ModelNames, ModelSession } from './session.ts';
export { toUsage } from './usage.ts';
export { canSearchWeb, webSearchOf } from './web-search.ts';
