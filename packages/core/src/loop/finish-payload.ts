import type { RunEnd } from './options.ts';
import type { Run } from './run.ts';
import { acceptedSteps, textOf } from './state.ts';
import { finishReasonOf, type Step, toCallPayload } from './step.ts';

/** What `step-finish` says of a step. */
export function stepFinishPayload({ state }: Run, step: Step, isContinued: boolean) {
  const { reply } = step;
  const { id, modelId, timestamp, headers } = reply.response;
  return {
    messageId: state.messageId,
    stepResult: {
      reason: finishReasonOf(step),
      ...(reply.rawFinishReason !== undefined && { rawReason: reply.rawFinishReason }),
      ...(reply.warnings.length > 0 && { warnings: reply.warnings }),
      isContinued,
    },
    output: {
      text: step.tripwire === undefined ? reply.text : '',
      toolCalls: reply.calls.map(toCallPayload),
      usage: reply.usage,
    },
    metadata: {
      id,
      modelId,
      timestamp,
      headers,
      providerMetadata: reply.providerMetadata,
      request: reply.request,
    },
  };
}

/** What `finish` says of the run. */
export function finishPayload({ state }: Run, end: RunEnd) {
  const last = state.steps.at(-1)?.reply;
  const { id, modelId, timestamp, headers } = last?.response ?? {};
  return {
    messageId: state.messageId,
    stepResult: {
      reason: end.finishReason,
      ...(last?.rawFinishReason !== undefined && { rawReason: last.rawFinishReason }),
      isContinued: false,
      ...(end.stoppedBy !== undefined && { stoppedBy: end.stoppedBy }),
    },
    output: {
      text: textOf(state),
      toolCalls: acceptedSteps(state).flatMap((step) => step.reply.calls.map(toCallPayload)),
      usage: state.usage,
    },
    metadata: { id, modelId, timestamp, headers, providerMetadata: last?.providerMetadata },
  };
}
