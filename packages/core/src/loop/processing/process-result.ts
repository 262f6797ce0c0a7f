import { toError } from '../../base/errors.ts';
import type { StoredPart } from '../../messages/index.ts';
import type { MessageList, MessageListState, Processor } from '../../processors/index.ts';
import type { RunEnd } from '../options.ts';
import { toResultMessage } from '../result-message.ts';
import type { Run } from '../run.ts';
import { acceptedSteps, textOf } from '../state.ts';
import type { Step } from '../step.ts';
import { blockedOutput, kindOf, resultInvalid } from './failures.ts';
import type { RunProcessors } from './run-processors.ts';
import { toStoredStep } from './stored-step.ts';
import { messagesGiven, takeMessages, withConversation } from './take-messages.ts';
import { withWords } from './with-words.ts';

const hook = 'processOutputResult';

/** Shows processors what a run gave that came to its end. What they leave of its words is what the caller gets. */
export async function processResult(
  run: Run,
  processors: RunProcessors,
  end: RunEnd,
): Promise<void> {
  const having = processors.having(hook);
  if (having === undefined || end.error !== undefined || end.finishReason === 'aborted') return;
  const messageList = wholeConversation(run, processors);
  for (const processor of having) {
    const before = messageList.state;
    const given = await run.untilStopped(
      processors.call(processor, hook, argsOf(run, processors, end), blockedOutput),
    );
    if (run.isAborted) throw toError(run.abortSignal.reason);
    take(messageList, given, processor);
    if (messageList.state.entries !== before.entries) keepWords(run, messageList.state, before);
  }
}

/** Also with a step whose calls the client is still to run. */
function wholeConversation({ state, config }: Run, { messageList }: RunProcessors): MessageList {
  const last = state.steps.at(-1);
  if (last === undefined || last.open === 0) return messageList;
  const { assistant, reply } = last;
  const { prompt, parts } = toStoredStep({ assistant, results: toResultMessage(reply), reply });
  messageList.grow(config.messageId, prompt, parts);
  return messageList;
}

function argsOf({ state }: Run, processors: RunProcessors, { finishReason }: RunEnd): object {
  const result = { text: textOf(state), usage: state.usage, finishReason, steps: processors.steps };
  return withConversation({ result }, processors);
}

function take(messageList: MessageList, given: unknown, processor: Processor): void {
  if (takeMessages(messageList, given, processor, hook)) return;
  const problem = `must give ${messagesGiven}, but gave ${kindOf(given)}.`;
  throw resultInvalid(processor, hook, problem);
}

function keepWords(run: Run, after: MessageListState, before: MessageListState): void {
  const { config, state } = run;
  const own = after.entries.find(({ stored }) => stored.id === config.messageId);
  const steps = acceptedSteps(state).filter(saysSomething);
  const words = byStep(own?.stored.content.parts ?? [], steps.length);
  const added = after.entries.filter(
    ({ stored }) => stored.role === 'assistant' && !hasMessage(before, stored.id),
  );
  words.at(-1)?.push(...added.flatMap(({ stored }) => stored.content.parts));
  for (const [at, step] of steps.entries()) {
    const reply = withWords(step.reply, words[at] ?? []);
    if (reply !== step.reply) run.record({ type: 'reply-changed', step: step.number, reply });
  }
}

const saysSomething = ({ assistant, results }: Step): boolean =>
  (assistant?.content.length ?? 0) > 0 || results !== undefined;

const hasMessage = ({ entries }: MessageListState, id: string): boolean =>
  entries.some(({ stored }) => stored.id === id);

/** Where the steps cannot be told from each other any more, all words are the last one's. */
function byStep(parts: readonly StoredPart[], count: number): StoredPart[][] {
  const steps: StoredPart[][] = [[]];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  if (steps.length === count) return steps;
  return Array.from({ length: count }, (_, at) => (at === count - 1 ? steps.flat() : []));
}
