import { TenonError } from '../base/errors.ts';
import type { KeptMessage, StorageThread, ThreadStore } from './threads.ts';

/** What of a thread is copied, and what the copy is called. */
export interface CloneThreadOptions {
  readonly sourceThreadId: string;
  /** Default: a new id. */
  readonly newThreadId?: string | undefined;
  /** Default: that of the source. */
  readonly resourceId?: string | undefined;
  readonly title?: string | undefined;
  /** Added to that of the source. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly options?:
    | {
        /** At most so many, the newest. */
        readonly messageLimit?: number | undefined;
        readonly messageFilter?:
          | {
              readonly startDate?: Date | undefined;
              readonly endDate?: Date | undefined;
              readonly messageIds?: readonly string[] | undefined;
            }
          | undefined;
      }
    | undefined;
}

export interface ClonedThread {
  readonly thread: StorageThread;
  readonly clonedMessages: readonly KeptMessage[];
  /** The id of each copy by that of its original. */
  readonly messageIdMap: ReadonlyMap<string, string>;
}

/**
 * Copies a thread and its messages, which get new ids. Its state stays with the source.
 * @throws TenonError `STORE_THREAD_NOT_FOUND`, `STORE_THREAD_EXISTS`
 */
export async function cloneThread(
  threads: ThreadStore,
  options: CloneThreadOptions,
  generateId: () => string = () => globalThis.crypto.randomUUID(),
): Promise<ClonedThread> {
  const { sourceThreadId, newThreadId = generateId() } = options;
  const source = await threads.getThreadById({ threadId: sourceThreadId });
  if (source === null) throw threadNotFound(sourceThreadId);
  const originals = await messagesOf(threads, options);
  const { thread, isNew } = await threads.createThread({
    thread: toClone(source, newThreadId, options),
  });
  if (!isNew) {
    throw new TenonError('STORE_THREAD_EXISTS', `There is a thread "${newThreadId}" already.`, {
      details: { threadId: newThreadId },
    });
  }
  const messageIdMap = new Map(originals.map(({ id }) => [id, generateId()] as const));
  const { messages: clonedMessages } = await threads.saveMessages({
    messages: originals.map((message) => ({
      ...message,
      id: messageIdMap.get(message.id) as string,
      threadId: thread.id,
      resourceId: thread.resourceId,
    })),
  });
  // saving messages has changed it
  const saved = await threads.getThreadById({ threadId: newThreadId });
  return { thread: saved ?? thread, clonedMessages, messageIdMap };
}

export function threadNotFound(threadId: string): TenonError {
  return new TenonError('STORE_THREAD_NOT_FOUND', `There is no thread "${threadId}".`, {
    details: { threadId },
  });
}

function toClone(
  source: StorageThread,
  id: string,
  { resourceId = source.resourceId, title = source.title, metadata }: CloneThreadOptions,
): StorageThread {
  const now = new Date();
  return {
    id,
    resourceId,
    ...(title !== undefined && { title }),
    ...((metadata ?? source.metadata) !== undefined && {
      metadata: { ...source.metadata, ...metadata },
    }),
    createdAt: now,
    updatedAt: now,
  };
}

async function messagesOf(
  threads: ThreadStore,
  { sourceThreadId, options: { messageLimit, messageFilter } = {} }: CloneThreadOptions,
): Promise<readonly KeptMessage[]> {
  const { startDate: start, endDate: end, messageIds } = messageFilter ?? {};
  const { messages } = await threads.listMessages({
    threadId: sourceThreadId,
    filter: { dateRange: { start, end } },
    perPage: messageIds === undefined ? (messageLimit ?? false) : false,
  });
  if (messageIds === undefined) return messages;
  const wanted = messages.filter(({ id }) => messageIds.includes(id));
  return messageLimit === undefined
    ? wanted
    : wanted.slice(Math.max(0, wanted.length - messageLimit));
}
