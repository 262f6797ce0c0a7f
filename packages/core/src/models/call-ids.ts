import type { PromptMessage } from '../messages/index.ts';

/** The message with its call ids as the API takes them; the message itself where they are so already. */
export function withCallIds(
  message: PromptMessage,
  toCallId: (id: string) => string,
): PromptMessage {
  if (message.role !== 'assistant' && message.role !== 'tool') return message;
  let isChanged = false;
  const content = message.content.map((part) => {
    if (part.type !== 'tool-call' && part.type !== 'tool-result') return part;
    const toolCallId = toCallId(part.toolCallId);
    if (toolCallId === part.toolCallId) return part;
    isChanged = true;
    return { ...part, toolCallId };
  });
  return isChanged ? ({ ...message, content } as PromptMessage) : message;
}
