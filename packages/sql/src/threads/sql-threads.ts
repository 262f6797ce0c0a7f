import {
  assertId,
  assertIds,
  type KeptMessage,
  type MessageChange,
  type MessagePage,
  type StorageResource,
  type StorageThread,
  type ThreadStore,
} from '@tenon/core/storage';
import type { SqlFlavor } from '../flavor.ts';
import type { Database } from '../transactions.ts';
import {
  deleteMessages,
  listMessages,
  messagesById,
  saveMessages,
  updateMessages,
} from './messages.ts';
import { getResource, saveResource, updateResource } from './resources.ts';
import {
  createThread,
  deleteThread,
  getThread,
  listThreads,
  saveThread,
  updateThread,
} from './threads.ts';

/** Threads, messages and resources in a database. */
export class SqlThreads implements ThreadStore {
  readonly #database: Database;
  readonly #flavor: SqlFlavor;

  constructor(database: Database, flavor: SqlFlavor) {
    this.#database = database;
    this.#flavor = flavor;
  }

  async createThread({ thread }: { readonly thread: StorageThread }) {
    return createThread(this.#database, thread);
  }

  async saveThread({ thread }: { readonly thread: StorageThread }) {
    return saveThread(this.#database, thread);
  }

  async getThreadById(options: Parameters<ThreadStore['getThreadById']>[0]) {
    return getThread(this.#database, options);
  }

  async listThreads(options: Parameters<ThreadStore['listThreads']>[0] = {}) {
    return listThreads(this.#database, this.#flavor, options);
  }

  async updateThread(change: Parameters<ThreadStore['updateThread']>[0]) {
    return updateThread(this.#database, this.#flavor, change);
  }

  async deleteThread({ threadId }: { readonly threadId: string }) {
    return deleteThread(this.#database, threadId);
  }

  async saveMessages({ messages }: { readonly messages: readonly KeptMessage[] }) {
    return { messages: await saveMessages(this.#database, messages) };
  }

  async listMessages(options: Parameters<ThreadStore['listMessages']>[0]): Promise<MessagePage> {
    const { threadId, resourceId } = options;
    assertId(threadId, 'threadId');
    assertIds({ resourceId });
    return listMessages(this.#database, this.#flavor, options, { threadId, resourceId });
  }

  async listMessagesByResourceId(
    options: Parameters<ThreadStore['listMessagesByResourceId']>[0],
  ): Promise<MessagePage> {
    const { resourceId } = options;
    assertId(resourceId, 'resourceId');
    return listMessages(this.#database, this.#flavor, options, { resourceId });
  }

  async listMessagesById({ messageIds }: { readonly messageIds: readonly string[] }) {
    return { messages: await messagesById(this.#database, messageIds) };
  }

  async updateMessages({ messages }: { readonly messages: readonly MessageChange[] }) {
    return updateMessages(this.#database, this.#flavor, messages);
  }

  async deleteMessages(messageIds: readonly string[]) {
    return deleteMessages(this.#database, messageIds);
  }

  async getResourceById({ resourceId }: { readonly resourceId: string }) {
    return getResource(this.#database, resourceId);
  }

  async saveResource({ resource }: { readonly resource: StorageResource }) {
    return saveResource(this.#database, resource);
  }

  async updateResource(change: Parameters<ThreadStore['updateResource']>[0]) {
    return updateResource(this.#database, this.#flavor, change);
  }
}
