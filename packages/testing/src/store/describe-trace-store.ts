import assert from 'node:assert/strict';
import type { KeptSpan, TraceStore } from '@tenon/core/storage';
import type { TestRunner } from '../tool-source/describe-tool-source.ts';
import { assertRefused, assertRefusesIds, at, growing, oddIds, oddValues, spoil } from './odd.ts';
import { describeChecks, type StoreChecks, type StoreMaker } from './store-suite.ts';

/** What every store of traces has to do alike. */
export function describeTraceStore(
  runner: TestRunner,
  name: string,
  make: StoreMaker<TraceStore>,
): void {
  describeChecks(runner, `traces in ${name}`, make, checks);
}

const span = (traceId: string, spanId: string, more: Partial<KeptSpan> = {}): KeptSpan => ({
  traceId,
  spanId,
  name: `span ${spanId}`,
  startedAt: at(0),
  ...more,
});

async function listed(
  traces: TraceStore,
  options?: Parameters<TraceStore['listTraces']>[0],
): Promise<string> {
  return (await traces.listTraces(options)).traces.map(({ traceId }) => traceId).join(' ');
}

const checks: StoreChecks<TraceStore> = {
  'keeps spans in the order they started, with fields that have a value alone': async (traces) => {
    const full = span('t', 'child', {
      parentSpanId: 'root',
      startedAt: at(2),
      endedAt: at(3),
      isError: true,
      attributes: { model: 'x', tokens: 5 },
      events: [{ name: 'retry' }],
      runId: 'r',
      agentId: 'a',
      threadId: 'th',
    });
    await traces.appendSpans([full]);
    await traces.appendSpans([
      span('t', 'root', { startedAt: at(1) }),
      span('t', 'b', { startedAt: at(2), endedAt: undefined }),
    ]);
    await traces.appendSpans([]);
    assert.deepEqual(await traces.getTrace('t'), [
      span('t', 'root', { startedAt: at(1) }),
      full,
      span('t', 'b', { startedAt: at(2) }),
    ]);
    assert.deepEqual(await traces.getTrace('unknown'), []);
  },

  'puts a span in the place of the one with its id': async (traces) => {
    await traces.appendSpans([span('t', 'a'), span('t', 'b'), span('other', 'a')]);
    await traces.appendSpans([span('t', 'a', { endedAt: at(5), isError: false })]);
    assert.deepEqual(await traces.getTrace('t'), [
      span('t', 'a', { endedAt: at(5), isError: false }),
      span('t', 'b'),
    ]);
    assert.deepEqual(await traces.getTrace('other'), [span('other', 'a')]);
  },

  'lists traces newest first, by what their first spans say': async (traces) => {
    const child = { parentSpanId: 'root', startedAt: at(1), runId: 'wrong', name: 'child' };
    await traces.appendSpans([
      span('t1', 'child', child),
      span('t1', 'root', {
        startedAt: at(2),
        endedAt: at(4),
        isError: true,
        runId: 'r',
        agentId: 'a',
        threadId: 'th',
      }),
      span('t2', 'b', { parentSpanId: 'elsewhere', startedAt: at(6), name: 'second' }),
      span('t2', 'a', { parentSpanId: 'elsewhere', startedAt: at(5), name: 'first' }),
    ]);
    const { traces: heads, ...info } = await traces.listTraces();
    assert.deepEqual(info, { total: 2, page: 0, perPage: 100, hasMore: false });
    assert.deepEqual(heads, [
      { traceId: 't2', name: 'first', startedAt: at(5), spanCount: 2 },
      {
        traceId: 't1',
        name: 'span root',
        startedAt: at(2),
        endedAt: at(4),
        isError: true,
        runId: 'r',
        agentId: 'a',
        threadId: 'th',
        spanCount: 2,
      },
    ]);
    assert.equal(await listed(traces, { runId: 'r' }), 't1');
    assert.equal(await listed(traces, { runId: 'wrong' }), '');
    assert.equal(await listed(traces, { agentId: 'a' }), 't1');
    assert.equal(await listed(traces, { threadId: 'th' }), 't1');
    assert.equal(await listed(traces, { startedAfter: at(5) }), 't2');
    assert.equal(await listed(traces, { startedAfter: at(2) }), 't2 t1');
  },

  'gives traces in pages': async (traces) => {
    for (let n = 0; n < 5; n++)
      await traces.appendSpans([span(`t${n}`, 'a', { startedAt: at(n) })]);
    assert.equal(await listed(traces, { perPage: 2 }), 't4 t3');
    assert.equal(await listed(traces, { perPage: 2, page: 2 }), 't0');
    assert.equal(await listed(traces, { perPage: false }), 't4 t3 t2 t1 t0');
    assert.equal((await traces.listTraces({ perPage: 2 })).hasMore, true);
    assert.equal((await traces.listTraces({ perPage: 2, page: 2 })).hasMore, false);
    await assertRefused(() => listed(traces, { page: -1 }), 'STORE_OPTION_INVALID');
  },

  'keeps all spans that many add at once': async (traces) => {
    const ids = Array.from({ length: 24 }, (_, index) => `s${index}`);
    await Promise.all(ids.map((id) => traces.appendSpans([span('t', id), span('t', 'shared')])));
    const kept = (await traces.getTrace('t')).map(({ spanId }) => spanId);
    assert.deepEqual([...kept].sort(), [...ids, 'shared'].sort());
    assert.equal((await traces.listTraces()).traces[0]?.spanCount, 25);
  },

  'adds all spans or none': async (traces) => {
    const wrong = span('t', 'b', { startedAt: new Date(Number.NaN) });
    await assertRefused(() => traces.appendSpans([span('t', 'a'), wrong]), 'STORE_OPTION_INVALID');
    assert.deepEqual(await traces.getTrace('t'), []);
  },

  'deletes a trace, or those that started before a time': async (traces) => {
    for (let n = 0; n < 4; n++)
      await traces.appendSpans([span(`t${n}`, 'a', { startedAt: at(n) })]);
    assert.equal(await traces.deleteTrace('t0'), true);
    assert.equal(await traces.deleteTrace('t0'), false);
    assert.equal(await traces.deleteTracesBefore(at(2)), 1);
    assert.equal(await traces.deleteTracesBefore(at(2)), 0);
    assert.equal(await listed(traces), 't3 t2');
    assert.deepEqual(await traces.getTrace('t1'), []);
  },

  'keeps traces and spans with odd ids apart': async (traces) => {
    await traces.appendSpans(oddIds.map((id) => span(id, 'a', { runId: id, agentId: id })));
    await traces.appendSpans(oddIds.map((id) => span('t', id)));
    for (const id of oddIds) {
      assert.equal(await listed(traces, { runId: id, agentId: id }), id);
      const [only] = await traces.getTrace(id);
      assert.deepEqual(only, span(id, 'a', { runId: id, agentId: id }));
    }
    assert.equal((await traces.getTrace('t')).length, oddIds.length);
  },

  'refuses ids that not every database can hold': async (traces) => {
    await assertRefusesIds(
      (id) => traces.appendSpans([span(id, 'a')]),
      (id) => traces.appendSpans([span('t', id)]),
      (runId) => traces.appendSpans([span('t', 'a', { runId })]),
      (id) => traces.getTrace(id),
      (id) => traces.deleteTrace(id),
      (runId) => traces.listTraces({ runId }),
    );
    assert.equal(await listed(traces), '');
  },

  'keeps attributes as JSON, whatever they hold': async (traces) => {
    for (const [index, [given, kept]] of oddValues.entries()) {
      await traces.appendSpans([span('t', 'a', { attributes: { given }, events: [given] })]);
      assert.deepEqual(
        await traces.getTrace('t'),
        [span('t', 'a', { attributes: { given: kept }, events: [kept] })],
        `value ${index}, a ${typeof given}`,
      );
    }
  },

  'shares no span with those who write and read': async (traces) => {
    const { value, grow } = growing();
    const given = span('t', 'a', { attributes: value, startedAt: at(1) });
    await traces.appendSpans([given]);
    grow();
    given.startedAt.setTime(0);
    const kept = span('t', 'a', { attributes: { list: [{ n: 1 }] }, startedAt: at(1) });
    const [read] = await traces.getTrace('t');
    assert.deepEqual(read, kept);
    spoil(read?.attributes);
    read?.startedAt.setTime(0);
    (await traces.listTraces()).traces[0]?.startedAt.setTime(0);
    assert.deepEqual(await traces.getTrace('t'), [kept]);
  },

  'does what a plain map would do, whatever is asked of it': async (traces) => {
    const { default: fc } = await import('fast-check');
    let round = 0;
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.array(
          fc.record({
            trace: fc.constantFrom('a', 'b'),
            spanId: fc.constantFrom('1', '2', '3'),
            ms: fc.integer({ min: 0, max: 3 }),
          }),
          { maxLength: 4 },
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom('a', 'b') },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const idOf = (trace: string): string => `${round}-${trace}`;
        round++;
        const plain = new Map<string, Map<string, number>>();
        for (const next of steps) {
          if (typeof next === 'string') {
            assert.equal(await traces.deleteTrace(idOf(next)), plain.delete(next));
            continue;
          }
          await traces.appendSpans(
            next.map(({ trace, spanId, ms }) => span(idOf(trace), spanId, { startedAt: at(ms) })),
          );
          for (const { trace, spanId, ms } of next) {
            const spans = plain.get(trace) ?? new Map<string, number>();
            plain.set(trace, spans.set(spanId, ms));
          }
        }
        for (const trace of ['a', 'b']) {
          const expected = [...(plain.get(trace) ?? [])].sort(
            ([, left], [, right]) => left - right,
          );
          assert.deepEqual(
            (await traces.getTrace(idOf(trace))).map(({ spanId }) => spanId),
            expected.map(([spanId]) => spanId),
          );
        }
      }),
      { numRuns: 40 },
    );
  },
};
