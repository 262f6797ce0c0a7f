import type { KeptContent, KeptMessage, StorageResource, StorageThread } from '@tenon/core/storage';
import type { MessageTable, NewRow, ResourceTable, Row, ThreadTable } from '../tables.ts';
import { fromText, fromTime, toOptionalText, toText, toTime, withoutNulls } from '../values.ts';

type Metadata = Readonly<Record<string, unknown>>;

export function toThreadRow(thread: StorageThread): NewRow<ThreadTable> {
  const { id, resourceId, createdAt, updatedAt, title, metadata } = thread;
  return {
    id,
    resource_id: resourceId,
    created_at: toTime(createdAt),
    updated_at: toTime(updatedAt),
    title: toOptionalText(title),
    metadata: toOptionalText(metadata),
  };
}

export function toThread(row: Row<ThreadTable>): StorageThread {
  return {
    id: row.id,
    resourceId: row.resource_id,
    ...(row.title !== null && { title: fromText(row.title) as string }),
    ...(row.metadata !== null && { metadata: fromText(row.metadata) as Metadata }),
    createdAt: fromTime(row.created_at),
    updatedAt: fromTime(row.updated_at),
  };
}

export function toMessageRow(message: KeptMessage): NewRow<MessageTable> {
  const { id, threadId, resourceId, role, createdAt, type, content } = message;
  return {
    id,
    thread_id: threadId ?? null,
    resource_id: resourceId ?? null,
    role,
    created_at: toTime(createdAt),
    type: toOptionalText(type),
    content: toText(content),
  };
}

export function toMessage(row: Row<MessageTable>): KeptMessage {
  return {
    id: row.id,
    role: row.role as KeptMessage['role'],
    createdAt: fromTime(row.created_at),
    ...withoutNulls({ threadId: row.thread_id, resourceId: row.resource_id }),
    ...(row.type !== null && { type: fromText(row.type) as string }),
    content: fromText(row.content) as KeptContent,
  };
}

export function toResourceRow(resource: StorageResource): NewRow<ResourceTable> {
  const { id, createdAt, updatedAt, workingMemory, metadata } = resource;
  return {
    id,
    created_at: toTime(createdAt),
    updated_at: toTime(updatedAt),
    working_memory: toOptionalText(workingMemory),
    metadata: toOptionalText(metadata),
  };
}

export function toResource(row: Row<ResourceTable>): StorageResource {
  return {
    id: row.id,
    ...(row.working_memory !== null && { workingMemory: fromText(row.working_memory) as string }),
    ...(row.metadata !== null && { metadata: fromText(row.metadata) as Metadata }),
    createdAt: fromTime(row.created_at),
    updatedAt: fromTime(row.updated_at),
  };
}
