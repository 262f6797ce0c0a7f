import type { KeptMessage, StorageThread, ThreadStore } from '@tenon/core/storage';
import { at } from '../odd.ts';

/** A thread made at a time. */
export const thread = (id: string, more: Partial<StorageThread> = {}): StorageThread => ({
  id,
  resourceId: 'u',
  createdAt: at(0),
  updatedAt: at(0),
  ...more,
});

/** A message of text, made at a time. */
export const message = (id: string, ms: number, more: Partial<KeptMessage> = {}): KeptMessage => ({
  id,
  role: 'user',
  createdAt: at(ms),
  threadId: 't',
  resourceId: 'u',
  content: { format: 2, parts: [{ type: 'text', text: id } as { type: string }] },
  ...more,
});

export const idsOf = (items: readonly { readonly id: string }[]): string[] =>
  items.map(({ id }) => id);

/** The ids of the messages that a list of a thread has. */
export async function messagesOf(
  threads: ThreadStore,
  options: Partial<Parameters<ThreadStore['listMessages']>[0]> = {},
): Promise<string[]> {
  return idsOf((await threads.listMessages({ threadId: 't', ...options })).messages);
}
