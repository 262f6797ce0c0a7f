import { TenonError } from '../base/errors.ts';
import { toWellFormed } from '../base/well-formed.ts';
import { type Fields, isFields } from './fields.ts';
import { fromModelMessage } from './from-model-message.ts';
import { fromPartsMessage } from './from-parts-message.ts';
import type { MessageInput } from './input.ts';
import { describe, invalidMessages, type Place, placeOf } from './invalid.ts';
import type { PromptMessage } from './prompt.ts';
import type { ToModelName } from './tool-parts.ts';

export interface ToPromptOptions {
  /** Gives the name that the model knows a tool by; without it names stay as they are. */
  readonly toModelName?: ToModelName;
  /** Notes which of the messages given each prompt message comes from. */
  readonly origins?: MessageOrigins | undefined;
}

/** What a prompt message was read from. */
export type MessageOrigins = WeakMap<PromptMessage, object>;

/**
 * Reads whatever a user passed as messages into the prompt form. Its argument is left as it is, and bytes are not
 * copied. Throws `AGENT_MESSAGES_INVALID`, naming the place and what would be accepted there. Calls may still lack
 * results, and messages may be empty: `makeWhole` sees to that.
 */
export function toPrompt(input: MessageInput, options: ToPromptOptions = {}): PromptMessage[] {
  const toModelName = options.toModelName ?? ((toolName) => toolName);
  const messages: readonly unknown[] = Array.isArray(input) ? input : [input];
  const prompt: PromptMessage[] = [];
  for (let index = 0; index < messages.length; index++) {
    const place = { index, path: `messages[${index}]` };
    try {
      const read = readMessage(messages[index], place, toModelName);
      if (options.origins !== undefined) noteOrigin(options.origins, read, messages[index]);
      prompt.push(...read);
    } catch (error) {
      if (TenonError.is(error)) throw error;
      throw invalidMessages(place, 'the message cannot be read.', error);
    }
  }
  return prompt;
}

function noteOrigin(origins: MessageOrigins, read: readonly PromptMessage[], given: unknown): void {
  if (typeof given !== 'object' || given === null) return;
  for (const message of read) origins.set(message, given);
}

function readMessage(message: unknown, place: Place, toModelName: ToModelName): PromptMessage[] {
  if (typeof message === 'string') {
    const text = toWellFormed(message);
    return [{ role: 'user', content: text === '' ? [] : [{ type: 'text', text }] }];
  }
  if (!isFields(message)) {
    throw invalidMessages(place, `expected a message, got ${describe(message)}. ${acceptedForms}`);
  }
  const role = readRole(message, place);
  const { content } = message;
  if (isFields(content)) {
    if (content.format !== undefined && content.format !== 2) {
      throw invalidMessages(place, 'a stored message of an unknown format. Accepted: format 2.');
    }
    if (!hasParts(content) && typeof content.content !== 'string') {
      throw invalidMessages(place, `"content" is an object without "parts". ${acceptedForms}`);
    }
    const { providerMetadata } = content;
    const contentPlace = placeOf(place, '.content');
    return fromPartsMessage(
      { role, source: content, place: contentPlace, providerMetadata },
      toModelName,
    );
  }
  if (hasParts(message)) return fromPartsMessage({ role, source: message, place }, toModelName);
  if (content === undefined) {
    throw invalidMessages(place, `neither "content" nor "parts" is there. ${acceptedForms}`);
  }
  return [fromModelMessage(role, message, place, toModelName)];
}

const acceptedForms =
  'Accepted: a string, a model message { role, content }, a UI message { id, role, parts } or a stored message ' +
  '{ id, role, content: { format: 2, parts } }.';

function readRole({ role, messages, prompt }: Fields, place: Place): PromptMessage['role'] {
  if (role === 'system' || role === 'user' || role === 'assistant' || role === 'tool') return role;
  const isWrapped = role === undefined && (messages !== undefined || prompt !== undefined);
  const hint = isWrapped ? ' Give the text or the list of messages itself.' : '';
  throw invalidMessages(
    place,
    `unknown role ${describe(role)}. Accepted: system, user, assistant, tool.${hint}`,
  );
}

/** A list of parts beside the role, or what stood in its place before there were parts. */
const hasParts = (message: Fields): boolean =>
  Array.isArray(message.parts) ||
  Array.isArray(message.toolInvocations) ||
  Array.isArray(message.experimental_attachments);
