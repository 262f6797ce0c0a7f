import {
  type HookName,
  isMessageList,
  type MessageList,
  type Processor,
} from '../../processors/index.ts';
import { foreignMessageList, kindOf, resultInvalid } from './failures.ts';
import { lateFields, type StepsSoFar, stepsSoFar } from './late-fields.ts';
import type { RunProcessors } from './run-processors.ts';

/** The conversation, in what a hook is given beside `own`: copies are made for who looks at them. */
export function withConversation(
  own: object,
  processors: RunProcessors,
  messageList: MessageList = processors.messageList,
): object {
  const { stepCount } = processors;
  return addConversation(Object.assign(own, { messageList }), {
    processors,
    stepCount,
    messageList,
  });
}

const addConversation = lateFields<StepsSoFar & { readonly messageList: MessageList }>({
  messages: ({ messageList }) => messageList.get.all.db(),
  systemMessages: ({ messageList }) => messageList.getSystemMessages(),
  steps: stepsSoFar,
});

/** What a hook may give to change the conversation, for the message of an error. */
export const messagesGiven = 'nothing, a list of messages or the given messageList';

/**
 * Takes over messages that a hook gave; `false` where it gave something else.
 * @throws TenonError `PROCESSOR_RESULT_INVALID`
 */
export function takeMessages(
  messageList: MessageList,
  given: unknown,
  processor: Processor,
  hook: HookName,
): boolean {
  if (given === undefined || given === null) return true;
  if (isMessageList(given)) {
    if (given !== messageList) throw foreignMessageList(processor, hook);
    return true;
  }
  if (!Array.isArray(given)) return false;
  try {
    messageList.replaceAll(given);
  } catch (cause) {
    throw resultInvalid(
      processor,
      hook,
      `gave messages that cannot be read: ${(cause as Error).message}`,
      cause,
    );
  }
  return true;
}

/** The same for system messages. */
export function takeSystemMessages(
  messageList: MessageList,
  given: unknown,
  processor: Processor,
  hook: HookName,
): void {
  if (given === undefined || given === null) return;
  if (!Array.isArray(given)) {
    const problem = `must give systemMessages as a list, but gave ${kindOf(given)}.`;
    throw resultInvalid(processor, hook, problem);
  }
  try {
    messageList.replaceAllSystemMessages(given);
  } catch (cause) {
    const problem = `gave systemMessages that cannot be read: ${(cause as Error).message}`;
    throw resultInvalid(processor, hook, problem, cause);
  }
}
