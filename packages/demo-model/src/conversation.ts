import type { ModelRequest } from './spec.ts';
import { toList, toRecord } from './words.ts';

/** What came of one call: a value, or the words that say why there is none. */
export interface CallResult {
  readonly toolName: string;
  readonly value?: unknown;
  readonly failure?: string;
}

/** Reads a prompt: the last request and what was called since; images and the like are passed by. */
export function readConversation(prompt: ModelRequest['prompt']) {
  const messages = toList(prompt).map(toRecord);
  const from = messages.findLastIndex(({ role }) => role === 'user');
  const results = messages
    .slice(from + 1)
    .flatMap(toParts)
    .filter(({ type }) => type === 'tool-result')
    .map(toResult);
  const size = messages.reduce((sum, message) => sum + toText(message).length, 0);
  return { request: from < 0 ? '' : toText(messages[from]), results, size };
}

const toParts = ({ content }: Record<string, unknown>): Record<string, unknown>[] =>
  typeof content === 'string' ? [{ text: content }] : toList(content).map(toRecord);

const toText = (message: Record<string, unknown> = {}): string =>
  toParts(message)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n');

function toResult({ toolName, output }: Record<string, unknown>): CallResult {
  const { type, value, reason } = toRecord(output);
  const kind = String(type);
  const name = String(toolName);
  if (kind === 'content') return { toolName: name, value: toText({ content: value }) };
  if (kind !== 'execution-denied' && !kind.startsWith('error')) return { toolName: name, value };
  const told = toRecord(value).message ?? value ?? reason ?? 'it was not allowed';
  return { toolName: name, failure: typeof told === 'string' ? told : 'it gave an error' };
}
