import type { PageInfo, Paging, SortDirection } from './paging.ts';

type Metadata = Readonly<Record<string, unknown>>;

/** A conversation. Fields without a value are absent; metadata is JSON. */
export interface StorageThread {
  readonly id: string;
  readonly resourceId: string;
  readonly title?: string;
  readonly metadata?: Metadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A message as a store sees it: what stands in its parts is JSON and no concern of the store. */
export interface KeptMessage {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant' | 'signal';
  readonly createdAt: Date;
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly type?: string | undefined;
  readonly content: KeptContent;
}

export interface KeptContent {
  readonly format: 2;
  readonly parts: readonly { readonly type: string }[];
  readonly content?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Fields that are given take the place of those before; of the content too, whose metadata are merged. */
export type MessageChange = Partial<Omit<KeptMessage, 'id' | 'content'>> & {
  readonly id: string;
  readonly content?: Partial<KeptContent>;
};

/** What is remembered of a user or another owner of threads. */
export interface StorageResource {
  readonly id: string;
  readonly workingMemory?: string;
  readonly metadata?: Metadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A value that metadata are filtered by. */
export type MetadataValue = string | number | boolean | null;

export interface ThreadFilter {
  readonly resourceId?: string | undefined;
  /** All these keys, with these values. */
  readonly metadata?: Readonly<Record<string, MetadataValue | undefined>> | undefined;
}

export interface MessageFilter {
  /** Both ends are within it. */
  readonly dateRange?: { readonly start?: Date | undefined; readonly end?: Date | undefined };
  /** All these keys of `content.metadata`, with these values. */
  readonly metadata?: Readonly<Record<string, MetadataValue | undefined>> | undefined;
}

export interface MessageListOptions extends Paging {
  readonly filter?: MessageFilter | undefined;
  /** Which messages page 0 has: the newest (`DESC`, default) or the oldest. Within a page the oldest stand first. */
  readonly orderBy?:
    | { readonly field?: 'createdAt'; readonly direction?: SortDirection }
    | undefined;
}

export interface MessagePage extends PageInfo {
  readonly messages: readonly KeptMessage[];
}

/**
 * Keeps threads, their messages and resources. What it is given and what it gives are copies: a caller that changes
 * either changes nothing in the store. Messages are in the order of `createdAt`; where times are equal, in the order in
 * which their ids were first saved.
 */
export interface ThreadStore {
  /** The thread, or what is there under its id already: of two that create one, both get the same. */
  createThread(options: {
    readonly thread: StorageThread;
  }): Promise<{ readonly thread: StorageThread; readonly isNew: boolean }>;
  /** Takes the place of the thread that was there. */
  saveThread(options: { readonly thread: StorageThread }): Promise<StorageThread>;
  /** `null` also where it belongs to another resource than the one named. */
  getThreadById(options: {
    readonly threadId: string;
    readonly resourceId?: string | undefined;
  }): Promise<StorageThread | null>;
  /** Newest `createdAt` first, unless `orderBy` says otherwise. */
  listThreads(
    options?: Paging & {
      readonly filter?: ThreadFilter | undefined;
      readonly orderBy?:
        | { readonly field?: 'createdAt' | 'updatedAt'; readonly direction?: SortDirection }
        | undefined;
    },
  ): Promise<PageInfo & { readonly threads: readonly StorageThread[] }>;
  /**
   * Changes what is given; metadata are merged key by key, none of two changes at a time is lost.
   * @throws TenonError `STORE_THREAD_NOT_FOUND`
   */
  updateThread(change: {
    readonly id: string;
    readonly title?: string | undefined;
    readonly metadata?: Metadata | undefined;
    /** Default: now. */
    readonly updatedAt?: Date | undefined;
  }): Promise<StorageThread>;
  /** Removes its messages and its state too. One that is not there is no error. */
  deleteThread(options: { readonly threadId: string }): Promise<void>;

  /**
   * Adds messages, or puts them in the place of those with their ids: all or none. Of one id given twice the last
   * counts. A thread need not be there; one that is has changed now. Gives what was saved.
   */
  saveMessages(options: {
    readonly messages: readonly KeptMessage[];
  }): Promise<{ readonly messages: readonly KeptMessage[] }>;
  /** The messages of a thread; with `resourceId` only those of that resource. */
  listMessages(
    options: MessageListOptions & {
      readonly threadId: string;
      readonly resourceId?: string | undefined;
    },
  ): Promise<MessagePage>;
  /** The messages of a resource, in whatever threads. */
  listMessagesByResourceId(
    options: MessageListOptions & { readonly resourceId: string },
  ): Promise<MessagePage>;
  /** Those that are there, oldest first. */
  listMessagesById(options: {
    readonly messageIds: readonly string[];
  }): Promise<{ readonly messages: readonly KeptMessage[] }>;
  /** Changes those that are there and gives them, oldest first; of two changes at a time none is lost. */
  updateMessages(options: {
    readonly messages: readonly MessageChange[];
  }): Promise<readonly KeptMessage[]>;
  /** Ids that are not there are no error. */
  deleteMessages(messageIds: readonly string[]): Promise<void>;

  getResourceById(options: { readonly resourceId: string }): Promise<StorageResource | null>;
  /** Takes the place of the resource that was there. */
  saveResource(options: { readonly resource: StorageResource }): Promise<StorageResource>;
  /** Changes what is given, metadata key by key; makes the resource where there is none. */
  updateResource(change: {
    readonly resourceId: string;
    readonly workingMemory?: string | undefined;
    readonly metadata?: Metadata | undefined;
  }): Promise<StorageResource>;
}
