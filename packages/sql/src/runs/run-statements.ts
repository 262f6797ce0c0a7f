import type { SqlFlavor } from '../flavor.ts';
import { prepare } from '../prepared.ts';
import type { NewRow, Row, RunTable, WaitingTable } from '../tables.ts';
import type { Database } from '../transactions.ts';

type RunRow = NewRow<RunTable>;

/** What an append and a reading of a run are made of. */
export type RunStatements = ReturnType<typeof prepareRunStatements>;

export function prepareRunStatements(database: Database, { locksRows }: SqlFlavor) {
  const runOf = (runId: string) =>
    database.selectFrom('tenon_runs').selectAll().where('run_id', '=', runId);
  return {
    findRun: prepare<{ runId: string }, Row<RunTable>>((value) => runOf(value('runId'))),

    /** The head, which nobody else changes before the transaction ends. */
    holdRun: prepare<{ runId: string }, Row<RunTable>>((value) =>
      runOf(value('runId')).$if(locksRows, (query) => query.forUpdate()),
    ),

    insertRun: prepare<RunRow>((value) =>
      database
        .insertInto('tenon_runs')
        .values(runColumns(value))
        .onConflict((conflict) => conflict.column('run_id').doNothing()),
    ),

    updateRun: prepare<RunRow>((value) => {
      const { run_id, ...columns } = runColumns(value);
      return database.updateTable('tenon_runs').set(columns).where('run_id', '=', run_id);
    }),

    insertRecord: prepare<{ runId: string; seq: number; event: string }>((value) =>
      database
        .insertInto('tenon_run_records')
        .values({ run_id: value('runId'), seq: value('seq'), event: value('event') }),
    ),

    readRecords: prepare<{ runId: string; fromSeq: number }, { seq: number; event: string }>(
      (value) =>
        database
          .selectFrom('tenon_run_records')
          .select(['seq', 'event'])
          .where('run_id', '=', value('runId'))
          .where('seq', '>=', value('fromSeq'))
          .orderBy('seq'),
    ),

    deleteWaiting: prepare<{ runId: string; toolCallId: string }>((value) =>
      database
        .deleteFrom('tenon_waiting_calls')
        .where('run_id', '=', value('runId'))
        .where('tool_call_id', '=', value('toolCallId')),
    ),

    insertWaiting: prepare<NewRow<WaitingTable>>((value) =>
      database.insertInto('tenon_waiting_calls').values({
        run_id: value('run_id'),
        tool_call_id: value('tool_call_id'),
        agent_id: value('agent_id'),
        thread_id: value('thread_id'),
        resource_id: value('resource_id'),
        waiting_since: value('waiting_since'),
        answered_at: value('answered_at'),
        answered_by: value('answered_by'),
        details: value('details'),
      }),
    ),

    answer: prepare<{ runId: string; toolCallId: string; at: number; by: string | null }>((value) =>
      database
        .updateTable('tenon_waiting_calls')
        .set({ answered_at: value('at'), answered_by: value('by') })
        .where('run_id', '=', value('runId'))
        .where('tool_call_id', '=', value('toolCallId')),
    ),

    deleteUnanswered: prepare<{ runId: string }>((value) =>
      database
        .deleteFrom('tenon_waiting_calls')
        .where('run_id', '=', value('runId'))
        .where('answered_at', 'is', null),
    ),
  };
}

function runColumns(value: <Name extends keyof RunRow & string>(name: Name) => RunRow[Name]) {
  return {
    run_id: value('run_id'),
    status: value('status'),
    latest_seq: value('latest_seq'),
    epoch: value('epoch'),
    created_at: value('created_at'),
    updated_at: value('updated_at'),
    agent_id: value('agent_id'),
    workflow_id: value('workflow_id'),
    thread_id: value('thread_id'),
    resource_id: value('resource_id'),
    parent_run_id: value('parent_run_id'),
    details: value('details'),
  };
}
