import {
  assertDate,
  assertId,
  assertIds,
  type KeptSpan,
  type TraceHead,
  type TraceStore,
  toKeptSpan,
  toPageInfo,
  toTraceHead,
  toWindow,
} from '@tenon/core/storage';
import type { SqlFlavor } from '../flavor.ts';
import { countOf, takePage } from '../pages.ts';
import type { NewRow, Row, SpanTable } from '../tables.ts';
import { type Database, inChunks, readTogether, write } from '../transactions.ts';
import { fromText, fromTime, toText, toTime, withoutNulls } from '../values.ts';

/** Traces in a database. */
export class SqlTraces implements TraceStore {
  readonly #database: Database;
  readonly #flavor: SqlFlavor;

  constructor(database: Database, flavor: SqlFlavor) {
    this.#database = database;
    this.#flavor = flavor;
  }

  async appendSpans(spans: readonly KeptSpan[]): Promise<void> {
    const rows = spans.map(toKeptSpan).map(toSpanRow);
    if (rows.length === 0) return;
    // in one order, so that two that add to the same traces do not wait for each other
    const traceIds = [...new Set(rows.map(({ trace_id }) => trace_id))].sort();
    await write(this.#database, async (transaction) => {
      for (const traceId of traceIds) await holdTrace(transaction, this.#flavor, traceId);
      for (const row of rows) await putSpan(transaction, row);
      for (const traceId of traceIds) await updateTrace(transaction, traceId);
    });
  }

  async listTraces(options: Parameters<TraceStore['listTraces']>[0] = {}) {
    const { runId, agentId, threadId, startedAfter } = options;
    assertIds({ runId, agentId, threadId });
    if (startedAfter !== undefined) assertDate(startedAfter, 'startedAfter');
    const window = toWindow(options);
    return readTogether(this.#database, async (transaction) => {
      const found = transaction
        .selectFrom('tenon_traces')
        .where(({ and, eb }) =>
          and([
            and(withoutNulls({ run_id: runId, agent_id: agentId, thread_id: threadId })),
            ...(startedAfter === undefined ? [] : [eb('started_at', '>=', toTime(startedAfter))]),
          ]),
        );
      const total = await countOf(found);
      const rows = await takePage(found, window)
        .select(['trace_id', 'span_count'])
        .orderBy('started_at', 'desc')
        .orderBy('position', 'desc')
        .execute();
      const traces: TraceHead[] = [];
      for (const { trace_id, span_count } of rows) {
        const first = await firstSpan(transaction, trace_id);
        traces.push({ ...toTraceHead([first]), spanCount: Number(span_count) });
      }
      return { traces, ...toPageInfo(window, total) };
    });
  }

  async getTrace(traceId: string): Promise<readonly KeptSpan[]> {
    assertId(traceId, 'traceId');
    const rows = await this.#database
      .selectFrom('tenon_spans')
      .selectAll()
      .where('trace_id', '=', traceId)
      .orderBy('started_at')
      .orderBy('position')
      .execute();
    return rows.map(toSpan);
  }

  async deleteTrace(traceId: string): Promise<boolean> {
    assertId(traceId, 'traceId');
    return write(this.#database, async (transaction) => {
      return (await deleteTraces(transaction, [traceId])) > 0;
    });
  }

  async deleteTracesBefore(time: Date): Promise<number> {
    assertDate(time, 'time');
    return write(this.#database, async (transaction) => {
      const old = await transaction
        .selectFrom('tenon_traces')
        .select('trace_id')
        .where('started_at', '<', toTime(time))
        .execute();
      return deleteTraces(
        transaction,
        old.map(({ trace_id }) => trace_id),
      );
    });
  }
}

/** There is a row of the trace, which nobody else changes before the transaction ends. */
async function holdTrace(
  transaction: Database,
  { locksRows }: SqlFlavor,
  traceId: string,
): Promise<void> {
  await transaction
    .insertInto('tenon_traces')
    .values({ trace_id: traceId, started_at: 0, span_count: 0 })
    .onConflict((conflict) => conflict.column('trace_id').doNothing())
    .execute();
  if (!locksRows) return;
  await transaction
    .selectFrom('tenon_traces')
    .select('position')
    .where('trace_id', '=', traceId)
    .forUpdate()
    .execute();
}

async function putSpan(transaction: Database, row: NewRow<SpanTable>): Promise<void> {
  const { trace_id, span_id, ...columns } = row;
  await transaction
    .insertInto('tenon_spans')
    .values(row)
    .onConflict((conflict) => conflict.columns(['trace_id', 'span_id']).doUpdateSet(columns))
    .execute();
}

/** What the trace is found by is what its first span says. */
async function updateTrace(transaction: Database, traceId: string): Promise<void> {
  const first = await firstSpan(transaction, traceId);
  const span_count = await countOf(
    transaction.selectFrom('tenon_spans').where('trace_id', '=', traceId),
  );
  await transaction
    .updateTable('tenon_traces')
    .set({
      started_at: toTime(first.startedAt),
      run_id: first.runId ?? null,
      agent_id: first.agentId ?? null,
      thread_id: first.threadId ?? null,
      span_count,
    })
    .where('trace_id', '=', traceId)
    .execute();
}

/** The one without a parent, else the one that started first. */
async function firstSpan(database: Database, traceId: string): Promise<KeptSpan> {
  const row = await database
    .selectFrom('tenon_spans')
    .selectAll()
    .where('trace_id', '=', traceId)
    .orderBy(({ eb }) => eb('parent_span_id', 'is not', null))
    .orderBy('started_at')
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow();
  return toSpan(row);
}

async function deleteTraces(transaction: Database, traceIds: readonly string[]): Promise<number> {
  let deleted = 0;
  await inChunks(traceIds, async (ids) => {
    await transaction.deleteFrom('tenon_spans').where('trace_id', 'in', ids).execute();
    const { numDeletedRows } = await transaction
      .deleteFrom('tenon_traces')
      .where('trace_id', 'in', ids)
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
  });
  return deleted;
}

function toSpanRow(span: KeptSpan): NewRow<SpanTable> {
  const { traceId, spanId, parentSpanId, startedAt, endedAt, ...details } = span;
  return {
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId ?? null,
    started_at: toTime(startedAt),
    ended_at: endedAt === undefined ? null : toTime(endedAt),
    details: toText(details),
  };
}

function toSpan(row: Row<SpanTable>): KeptSpan {
  return {
    ...(fromText(row.details) as Pick<KeptSpan, 'name'>),
    traceId: row.trace_id,
    spanId: row.span_id,
    ...withoutNulls({ parentSpanId: row.parent_span_id }),
    startedAt: fromTime(row.started_at),
    ...(row.ended_at !== null && { endedAt: fromTime(row.ended_at) }),
  };
}
