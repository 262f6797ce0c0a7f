import type { Processor } from '../../processors/index.ts';
import type { Run } from '../run.ts';
import { kindOf, resultInvalid } from './failures.ts';
import type { RunProcessors } from './run-processors.ts';
import {
  messagesGiven,
  takeMessages,
  takeSystemMessages,
  withConversation,
} from './take-messages.ts';

const hook = 'processInput';

/** Shows the input to the processors, one after the other, before the first step. What they change lasts for the run. */
export async function processInput(run: Run, processors: RunProcessors): Promise<void> {
  const having = processors.having(hook);
  if (having === undefined || run.isAborted) return;
  const { messageList } = processors;
  const before = messageList.state;
  for (const processor of having) {
    const given = await run.untilStopped(
      processors.call(processor, hook, withConversation({}, processors)),
    );
    if (run.isAborted) return;
    take(processors, given, processor);
  }
  const { entries, system } = messageList.state;
  if (entries === before.entries && system === before.system) return;
  processors.keepMessages(system);
  run.useInput(run.state.prompt);
}

function take({ messageList }: RunProcessors, given: unknown, processor: Processor): void {
  if (takeMessages(messageList, given, processor, hook)) return;
  const { messages, systemMessages } = given as { messages?: unknown; systemMessages?: unknown };
  if (Array.isArray(messages) || Array.isArray(systemMessages)) {
    takeMessages(messageList, messages, processor, hook);
    takeSystemMessages(messageList, systemMessages, processor, hook);
    return;
  }
  throw resultInvalid(
    processor,
    hook,
    `must give ${messagesGiven}, or { messages, systemMessages }, but gave ${kindOf(given)}.`,
  );
}
