import type { Migration } from './migration.ts';

export const threadsMigration: Migration = {
  version: 2,
  name: 'threads',
  async up({ schema }, flavor) {
    await schema
      .createTable('tenon_threads')
      .addColumn('position', 'integer', (column) => flavor.toPosition(column))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('resource_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('title', 'text')
      .addColumn('metadata', 'text')
      .execute();
    await schema
      .createIndex('tenon_threads_by_resource')
      .on('tenon_threads')
      .columns(['resource_id', 'created_at'])
      .execute();
    await schema
      .createTable('tenon_messages')
      .addColumn('position', 'integer', (column) => flavor.toPosition(column))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('thread_id', 'text')
      .addColumn('resource_id', 'text')
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('type', 'text')
      .addColumn('content', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('tenon_messages_by_thread')
      .on('tenon_messages')
      .columns(['thread_id', 'created_at', 'position'])
      .execute();
    await schema
      .createIndex('tenon_messages_by_resource')
      .on('tenon_messages')
      .columns(['resource_id', 'created_at', 'position'])
      .execute();
    await schema
      .createTable('tenon_resources')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('working_memory', 'text')
      .addColumn('metadata', 'text')
      .execute();
    await schema
      .createTable('tenon_thread_state')
      .addColumn('thread_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tenon_thread_state_key', ['thread_id', 'type'])
      .execute();
  },
};
