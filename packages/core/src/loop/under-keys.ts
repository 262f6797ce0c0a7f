import type { ToolCall } from '../journal/index.ts';
import type { PromptAssistantMessage, PromptToolMessage } from '../messages/index.ts';

/** A message as results show it: tools stand under their keys, not under the names that the model was given. */
export function underKeys<Message extends PromptAssistantMessage | PromptToolMessage>(
  message: Message,
  calls: readonly ToolCall[],
): Message {
  const keys = new Map<string, string>();
  for (const { id, toolName, modelName } of calls) {
    if (toolName !== modelName && toolName !== '') keys.set(id, toolName);
  }
  if (keys.size === 0) return message;
  const content = message.content.map((part) => {
    const toolName = 'toolCallId' in part ? keys.get(part.toolCallId) : undefined;
    return toolName === undefined ? part : { ...part, toolName };
  });
  return { ...message, content };
}
