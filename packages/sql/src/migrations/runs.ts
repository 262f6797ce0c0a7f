import type { Migration } from './migration.ts';

export const runsMigration: Migration = {
  version: 1,
  name: 'runs',
  async up({ schema }, flavor) {
    await schema
      .createTable('tenon_runs')
      .addColumn('position', 'integer', (column) => flavor.toPosition(column))
      .addColumn('run_id', 'text', (column) => column.notNull().unique())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('latest_seq', 'integer', (column) => column.notNull())
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('workflow_id', 'text')
      .addColumn('thread_id', 'text')
      .addColumn('resource_id', 'text')
      .addColumn('parent_run_id', 'text')
      .addColumn('details', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('tenon_runs_by_status')
      .on('tenon_runs')
      .columns(['status', 'updated_at'])
      .execute();
    await schema
      .createIndex('tenon_runs_by_agent')
      .on('tenon_runs')
      .columns(['agent_id', 'created_at'])
      .execute();
    await schema
      .createTable('tenon_run_records')
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tenon_run_records_key', ['run_id', 'seq'])
      .execute();
    await schema
      .createTable('tenon_waiting_calls')
      .addColumn('position', 'integer', (column) => flavor.toPosition(column))
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('tool_call_id', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('thread_id', 'text')
      .addColumn('resource_id', 'text')
      .addColumn('waiting_since', 'bigint', (column) => column.notNull())
      .addColumn('answered_at', 'bigint')
      .addColumn('answered_by', 'text')
      .addColumn('details', 'text', (column) => column.notNull())
      .addUniqueConstraint('tenon_waiting_calls_key', ['run_id', 'tool_call_id'])
      .execute();
    await schema
      .createIndex('tenon_waiting_calls_by_answer')
      .on('tenon_waiting_calls')
      .columns(['answered_at', 'waiting_since'])
      .execute();
    await schema
      .createTable('tenon_blobs')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('json', 'text')
      .addColumn('bytes', flavor.bytesType)
      .execute();
    await schema
      .createTable('tenon_run_blobs')
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tenon_run_blobs_key', ['run_id', 'hash'])
      .execute();
    await schema
      .createIndex('tenon_run_blobs_by_hash')
      .on('tenon_run_blobs')
      .column('hash')
      .execute();
  },
};
