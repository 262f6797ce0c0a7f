import type { DebugLog } from '../calls/index.ts';
import type { ModelReply } from '../journal/index.ts';
import type { ModelNames, ModelRequest } from '../models/index.ts';
import type { Interrupted } from './ask-model.ts';

/** A line of the debug log: which model is asked, and how much it is told. */
export function noteAsked(log: DebugLog, { provider, modelId }: ModelNames, request: ModelRequest) {
  const messages = request.prompt.length;
  const tools = request.tools?.length ?? 0;
  log.note(`Model ${provider}/${modelId} is asked (messages: ${messages}, tools: ${tools})`, {
    provider,
    modelId,
  });
}

/** A line of the debug log: how a model answered, and what that took. */
export function noteAnswered(
  log: DebugLog,
  { provider, modelId }: ModelNames,
  answer: ModelReply | Interrupted,
) {
  const named = `Model ${provider}/${modelId}`;
  const names = { provider, modelId };
  if (!('interrupted' in answer)) {
    const { finishReason, usage, calls } = answer;
    const { inputTokens, outputTokens } = usage;
    const tokens = `tokens in: ${inputTokens ?? '?'}, out: ${outputTokens ?? '?'}`;
    const what = `${named} answered (${finishReason}, calls: ${calls.length}, ${tokens})`;
    log.note(what, { ...names, finishReason, inputTokens, outputTokens });
  } else if (answer.interrupted === 'aborted') {
    log.note(`${named} was stopped`, names);
  } else {
    log.note(`${named} failed`, names, answer.error);
  }
}
