import { toOwnJson } from '../base/json-safe.ts';
import { assertDate, assertId, assertIds } from './check.ts';
import type {
  KeptContent,
  KeptMessage,
  MessageChange,
  StorageResource,
  StorageThread,
} from './threads.ts';

type Metadata = Readonly<Record<string, unknown>>;

const json = <Value>(value: Value): Value => toOwnJson(value) as Value;

/** The form in which a store keeps it: its known fields alone, JSON and dates, sharing nothing. */
export function toKeptThread(thread: StorageThread): StorageThread {
  const { id, resourceId, title, metadata, createdAt, updatedAt } = thread;
  assertId(id, 'threadId');
  assertId(resourceId, 'resourceId');
  assertDate(createdAt, 'createdAt');
  assertDate(updatedAt, 'updatedAt');
  return {
    id,
    resourceId,
    ...(title !== undefined && { title: json(title) }),
    ...(metadata !== undefined && { metadata: json(metadata) }),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}

/** The same for a message. */
export function toKeptMessage(message: KeptMessage): KeptMessage {
  const { id, role, createdAt, threadId, resourceId, type, content } = message;
  assertId(id, 'messageId');
  assertIds({ threadId, resourceId });
  assertDate(createdAt, 'createdAt');
  return {
    id,
    role,
    createdAt: new Date(createdAt),
    ...(threadId !== undefined && { threadId }),
    ...(resourceId !== undefined && { resourceId }),
    ...(type !== undefined && { type: json(type) }),
    content: json(content),
  };
}

/** The same for a resource. */
export function toKeptResource(resource: StorageResource): StorageResource {
  const { id, workingMemory, metadata, createdAt, updatedAt } = resource;
  assertId(id, 'resourceId');
  assertDate(createdAt, 'createdAt');
  assertDate(updatedAt, 'updatedAt');
  return {
    id,
    ...(workingMemory !== undefined && { workingMemory: json(workingMemory) }),
    ...(metadata !== undefined && { metadata: json(metadata) }),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}

/** A message with a change made to it. */
export function withMessageChange(message: KeptMessage, change: MessageChange): KeptMessage {
  const { content, ...fields } = change;
  return toKeptMessage({
    ...message,
    ...given(fields),
    content: content === undefined ? message.content : withContentChange(message.content, content),
  });
}

function withContentChange(content: KeptContent, change: Partial<KeptContent>): KeptContent {
  const metadata = withMetadata(content.metadata, change.metadata);
  return { ...content, ...given(change), ...(metadata !== undefined && { metadata }) };
}

/** Metadata with those keys that another has: a value that is `undefined` changes nothing. */
export function withMetadata(
  metadata: Metadata | undefined,
  change: Metadata | undefined,
): Metadata | undefined {
  return change === undefined ? metadata : { ...metadata, ...json(change) };
}

function given<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}
