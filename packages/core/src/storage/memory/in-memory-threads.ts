import { copyData } from '../../base/copy-data.ts';
import { assertId, assertIds, optionInvalid } from '../check.ts';
import { threadNotFound } from '../clone-thread.ts';
import { datesWanted, metadataWanted } from '../match.ts';
import {
  toKeptMessage,
  toKeptResource,
  toKeptThread,
  withMessageChange,
  withMetadata,
} from '../normalize.ts';
import { assertDirection, type PageWindow, toWindow } from '../paging.ts';
import type {
  KeptMessage,
  MessageChange,
  MessageListOptions,
  MessagePage,
  StorageResource,
  StorageThread,
  ThreadStore,
} from '../threads.ts';
import { pageOf, sortedBy } from './page-of.ts';

type Metadata = Readonly<Record<string, unknown>>;

/** Threads, messages and resources as long as the process lives. */
export class InMemoryThreads implements ThreadStore {
  readonly #threads = new Map<string, StorageThread>();
  readonly #messages = new Map<string, KeptMessage>();
  readonly #resources = new Map<string, StorageResource>();
  readonly #onDelete: (threadId: string) => void;

  /** `onDelete` removes what else belongs to a thread. */
  constructor(onDelete: (threadId: string) => void) {
    this.#onDelete = onDelete;
  }

  async createThread({ thread }: { readonly thread: StorageThread }) {
    const kept = toKeptThread(thread);
    const known = this.#threads.get(kept.id);
    if (known !== undefined) return { thread: copyData(known), isNew: false };
    this.#threads.set(kept.id, kept);
    return { thread: copyData(kept), isNew: true };
  }

  async saveThread({ thread }: { readonly thread: StorageThread }): Promise<StorageThread> {
    const kept = toKeptThread(thread);
    this.#threads.set(kept.id, kept);
    return copyData(kept);
  }

  async getThreadById({
    threadId,
    resourceId,
  }: Parameters<ThreadStore['getThreadById']>[0]): Promise<StorageThread | null> {
    assertId(threadId, 'threadId');
    assertIds({ resourceId });
    const thread = this.#threads.get(threadId);
    if (thread === undefined) return null;
    return resourceId === undefined || thread.resourceId === resourceId ? copyData(thread) : null;
  }

  async listThreads(options: Parameters<ThreadStore['listThreads']>[0] = {}) {
    const { filter: { resourceId, metadata } = {}, orderBy = {} } = options;
    const { field = 'createdAt', direction = 'DESC' } = orderBy;
    assertIds({ resourceId });
    assertDirection(direction);
    if (field !== 'createdAt' && field !== 'updatedAt') {
      throw optionInvalid('orderBy.field', 'must be "createdAt" or "updatedAt"');
    }
    const window = toWindow(options);
    const wanted = metadataWanted(metadata);
    const found = [...this.#threads.values()].filter(
      (thread) =>
        (resourceId === undefined || thread.resourceId === resourceId) &&
        hasAll(thread.metadata, wanted),
    );
    const { items: threads, ...info } = pageOf(
      sortedBy(found, (thread) => thread[field], direction),
      window,
    );
    return { threads, ...info };
  }

  async updateThread({
    id,
    title,
    metadata,
    updatedAt = new Date(),
  }: Parameters<ThreadStore['updateThread']>[0]): Promise<StorageThread> {
    assertId(id, 'threadId');
    const thread = this.#threads.get(id);
    if (thread === undefined) throw threadNotFound(id);
    const merged = withMetadata(thread.metadata, metadata);
    return this.saveThread({
      thread: {
        ...thread,
        ...(title !== undefined && { title }),
        ...(merged !== undefined && { metadata: merged }),
        updatedAt,
      },
    });
  }

  async deleteThread({ threadId }: { readonly threadId: string }): Promise<void> {
    assertId(threadId, 'threadId');
    this.#threads.delete(threadId);
    for (const message of this.#messages.values()) {
      if (message.threadId === threadId) this.#messages.delete(message.id);
    }
    this.#onDelete(threadId);
  }

  async saveMessages({ messages }: { readonly messages: readonly KeptMessage[] }) {
    const kept = new Map(messages.map(toKeptMessage).map((message) => [message.id, message]));
    this.#put([...kept.values()]);
    return { messages: copyData([...kept.values()]) };
  }

  async listMessages(options: Parameters<ThreadStore['listMessages']>[0]): Promise<MessagePage> {
    const { threadId, resourceId } = options;
    assertId(threadId, 'threadId');
    assertIds({ resourceId });
    return this.#list(
      options,
      (message) =>
        message.threadId === threadId &&
        (resourceId === undefined || message.resourceId === resourceId),
    );
  }

  async listMessagesByResourceId(
    options: Parameters<ThreadStore['listMessagesByResourceId']>[0],
  ): Promise<MessagePage> {
    assertId(options.resourceId, 'resourceId');
    return this.#list(options, ({ resourceId }) => resourceId === options.resourceId);
  }

  async listMessagesById({ messageIds }: { readonly messageIds: readonly string[] }) {
    return { messages: copyData(this.#byIds(messageIds)) };
  }

  async updateMessages({ messages }: { readonly messages: readonly MessageChange[] }) {
    const changed = new Map<string, KeptMessage>();
    for (const change of messages) {
      assertId(change.id, 'messageId');
      const message = changed.get(change.id) ?? this.#messages.get(change.id);
      if (message !== undefined) changed.set(change.id, withMessageChange(message, change));
    }
    this.#put([...changed.values()]);
    return copyData(this.#byIds([...changed.keys()]));
  }

  async deleteMessages(messageIds: readonly string[]): Promise<void> {
    for (const id of messageIds) this.#messages.delete(id);
  }

  async getResourceById({ resourceId }: { readonly resourceId: string }) {
    assertId(resourceId, 'resourceId');
    return copyData(this.#resources.get(resourceId) ?? null);
  }

  async saveResource({ resource }: { readonly resource: StorageResource }) {
    const kept = toKeptResource(resource);
    this.#resources.set(kept.id, kept);
    return copyData(kept);
  }

  async updateResource({
    resourceId,
    workingMemory,
    metadata,
  }: Parameters<ThreadStore['updateResource']>[0]): Promise<StorageResource> {
    assertId(resourceId, 'resourceId');
    const now = new Date();
    const known = this.#resources.get(resourceId) ?? { id: resourceId, createdAt: now };
    const merged = withMetadata((known as Partial<StorageResource>).metadata, metadata);
    return this.saveResource({
      resource: {
        ...known,
        ...(workingMemory !== undefined && { workingMemory }),
        ...(merged !== undefined && { metadata: merged }),
        updatedAt: now,
      },
    });
  }

  #put(messages: readonly KeptMessage[]): void {
    const updatedAt = new Date();
    for (const message of messages) {
      this.#messages.set(message.id, message);
      const thread = this.#threads.get(message.threadId ?? '');
      if (thread !== undefined) this.#threads.set(thread.id, { ...thread, updatedAt });
    }
  }

  #byIds(ids: readonly string[]): readonly KeptMessage[] {
    const wanted = new Set(ids);
    return this.#sorted((message) => wanted.has(message.id));
  }

  #sorted(isWanted: (message: KeptMessage) => boolean): KeptMessage[] {
    const found = [...this.#messages.values()].filter(isWanted);
    return sortedBy(found, ({ createdAt }) => createdAt, 'ASC');
  }

  #list(options: MessageListOptions, isWanted: (message: KeptMessage) => boolean): MessagePage {
    const { filter = {}, orderBy: { field = 'createdAt', direction = 'DESC' } = {} } = options;
    assertDirection(direction);
    if (field !== 'createdAt') throw optionInvalid('orderBy.field', 'must be "createdAt"');
    const window = toWindow(options);
    const { start, end } = datesWanted(filter);
    const wanted = metadataWanted(filter.metadata);
    const found = this.#sorted(
      (message) =>
        isWanted(message) &&
        (start === undefined || message.createdAt >= start) &&
        (end === undefined || message.createdAt <= end) &&
        hasAll(message.content.metadata, wanted),
    );
    return toMessagePage(found, window, direction === 'DESC');
  }
}

/** Pages are counted from the newest where that is asked for; within a page the oldest stand first. */
function toMessagePage(
  oldestFirst: KeptMessage[],
  window: PageWindow,
  isNewestFirst: boolean,
): MessagePage {
  const { items, ...info } = pageOf(isNewestFirst ? oldestFirst.reverse() : oldestFirst, window);
  return { messages: isNewestFirst ? items.toReversed() : items, ...info };
}

function hasAll(
  metadata: Metadata = {},
  wanted: readonly (readonly [key: string, value: unknown])[],
): boolean {
  return wanted.every(([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value);
}
