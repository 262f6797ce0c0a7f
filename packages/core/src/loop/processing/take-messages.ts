import {
  type HookName,
  isMessageList,
  type MessageList,
  type Processor,
  type ProcessorMessage,
} from '../../processors/index.ts';
import { foreignMessageList, kindOf, resultInvalid } from './failures.ts';

/** The conversation, in what a hook is given: copies are made for who looks at them. */
export function conversationOf(messageList: MessageList) {
  let messages: ProcessorMessage[] | undefined;
  let systemMessages: ReturnType<MessageList['getSystemMessages']> | undefined;
  return {
    messageList,
    get messages() {
      messages ??= messageList.get.all.db();
      return messages;
    },
    get systemMessages() {
      systemMessages ??= messageList.getSystemMessages();
      return systemMessages;
    },
  };
}

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
