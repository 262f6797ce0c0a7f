import type { Migration } from './migration.ts';

export const workMigration: Migration = {
  version: 3,
  name: 'streams, background tasks and traces',
  async up({ schema }, flavor) {
    await schema
      .createTable('tenon_streams')
      .addColumn('position', 'integer', (column) => flavor.toPosition(column))
      .addColumn('stream_id', 'text', (column) => column.notNull().unique())
      .addColumn('last_id', 'integer', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('tenon_streams_by_change')
      .on('tenon_streams')
      .column('changed_at')
      .execute();
    await schema
      .createTable('tenon_stream_chunks')
      .addColumn('stream_id', 'text', (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('chunk', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tenon_stream_chunks_key', ['stream_id', 'id'])
      .execute();
    await schema
      .createTable('tenon_background_tasks')
      .addColumn('position', 'integer', (column) => flavor.toPosition(column))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('tool_name', 'text', (column) => column.notNull())
      .addColumn('tool_call_id', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('thread_id', 'text')
      .addColumn('resource_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('started_at', 'bigint')
      .addColumn('suspended_at', 'bigint')
      .addColumn('completed_at', 'bigint')
      .addColumn('details', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('tenon_background_tasks_by_status')
      .on('tenon_background_tasks')
      .columns(['status', 'created_at'])
      .execute();
    await schema
      .createIndex('tenon_background_tasks_by_run')
      .on('tenon_background_tasks')
      .column('run_id')
      .execute();
    await schema
      .createTable('tenon_traces')
      .addColumn('position', 'integer', (column) => flavor.toPosition(column))
      .addColumn('trace_id', 'text', (column) => column.notNull().unique())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('run_id', 'text')
      .addColumn('agent_id', 'text')
      .addColumn('thread_id', 'text')
      .addColumn('span_count', 'integer', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('tenon_traces_by_start')
      .on('tenon_traces')
      .column('started_at')
      .execute();
    await schema
      .createTable('tenon_spans')
      .addColumn('position', 'integer', (column) => flavor.toPosition(column))
      .addColumn('trace_id', 'text', (column) => column.notNull())
      .addColumn('span_id', 'text', (column) => column.notNull())
      .addColumn('parent_span_id', 'text')
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('details', 'text', (column) => column.notNull())
      .addUniqueConstraint('tenon_spans_key', ['trace_id', 'span_id'])
      .execute();
  },
};
