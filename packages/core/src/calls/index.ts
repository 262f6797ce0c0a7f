export { notify } from './callback.ts';
export type { EarlyCall, NotRun } from './execute-call.ts';
export { admitCall, finishCall, performCall } from './execute-call.ts';
export type { RefusedToolCall, ToolCallDecision, ToolCallInfo, ToolHooks } from './hooks.ts';
export { CallJob } from './job.ts';
export { askModelOutput } from './model-output.ts';
export type { CallScope, Emit } from './scope.ts';
export { close, settle, settleNotRun } from './settle.ts';
export { transformDelta, transformInput, transformOutcome, wantsTransform } from './transform.ts';
