export { askAfterHook } from './after-hook.ts';
export { askProcessors } from './ask-processors.ts';
export { CallSpans } from './call-spans.ts';
export { notify } from './callback.ts';
export { DebugLog } from './debug-log.ts';
export type { EarlyCall, NotRun } from './execute-call.ts';
export { admitCall, finishCall, handOn, handOnSeen, performCall } from './execute-call.ts';
export { executionFailed } from './execution-failed.ts';
export type { RefusedToolCall, ToolCallDecision, ToolCallInfo, ToolHooks } from './hooks.ts';
export { CallJob } from './job.ts';
export { limitShown } from './limit-shown.ts';
export { askModelOutput } from './model-output.ts';
export { finishProviderCall, tellProviderInput } from './provider-call.ts';
export type { CallBudget, CallScope, Emit } from './scope.ts';
export { close, settle, settleNotRun } from './settle.ts';
export { tellOutput } from './tell-callbacks.ts';
export {
  transcriptOf,
  transformDelta,
  transformInput,
  transformOutcome,
  wantsTransform,
} from './transform.ts';
