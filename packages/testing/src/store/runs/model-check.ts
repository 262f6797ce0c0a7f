import assert from 'node:assert/strict';
import type { RunStatus, RunStore } from '@tenon/core/storage';
import type { StoreChecks } from '../store-suite.ts';
import { idsOf, record, said, waitingIn } from './run-kit.ts';

/** What a store would be if it were nothing but a list per run. */
interface PlainRun {
  readonly said: number[];
  readonly waiting: Set<string>;
  status: RunStatus;
}

/** Anything that can be done with runs does the same as with plain lists. */
export const modelCheck: StoreChecks<RunStore> = {
  'does what plain lists would do, whatever is asked of it': async (runs) => {
    const { default: fc } = await import('fast-check');
    let round = 0;
    const name = fc.constantFrom('a', 'b');
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          does: fc.constant('append' as const),
          run: name,
          // beside the right place
          off: fc.constantFrom(0, 0, 0, 0, -1, 1),
          count: fc.integer({ min: 1, max: 3 }),
          status: fc.option(fc.constantFrom<RunStatus>('running', 'waiting', 'ended'), {
            nil: undefined,
          }),
          waits: fc.subarray(['x', 'y']),
          answers: fc.subarray(['x', 'y']),
        }),
      },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), run: name }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const agentId = `agent-${++round}`;
        const idOf = (run: string): string => `${round}-${run}`;
        const plain = new Map<string, PlainRun>();
        let says = 0;
        for (const next of steps) {
          const { run } = next;
          const known = plain.get(run);
          if (next.does === 'delete') {
            assert.equal(await runs.delete(idOf(run)), known !== undefined);
            plain.delete(run);
            continue;
          }
          const length = known?.said.length ?? 0;
          const seq = Math.max(1, length + 1 + next.off);
          const news = Array.from({ length: next.count }, () => ++says);
          const result = await runs.append(
            idOf(run),
            news.map((value, index) => record(seq + index, value)),
            {
              head: { agentId, status: next.status },
              waiting: next.waits.map((toolCallId) => ({
                toolCallId,
                toolName: 't',
                why: 'approval',
              })),
              answered: next.answers.map((toolCallId) => ({ toolCallId })),
            },
          );
          const fits = seq === length + 1;
          const latestSeq = fits ? length + news.length : length;
          assert.deepEqual(result, { appended: fits, latestSeq });
          if (!fits) continue;
          const after = known ?? { said: [], waiting: new Set(), status: 'running' };
          plain.set(run, after);
          after.said.push(...news);
          after.status = next.status ?? after.status;
          for (const id of next.waits) after.waiting.add(id);
          for (const id of next.answers) after.waiting.delete(id);
          if (after.status === 'ended') after.waiting.clear();
        }
        for (const run of ['a', 'b']) {
          const { said: expected = [], waiting = [] } = plain.get(run) ?? {};
          assert.deepEqual(await said(runs, idOf(run)), expected);
          assert.deepEqual(
            (await waitingIn(runs, { runId: idOf(run) })).sort(),
            [...waiting].sort(),
          );
        }
        for (const status of ['running', 'waiting', 'ended'] as const) {
          const expected = [...plain].filter(([, value]) => value.status === status);
          assert.deepEqual(
            (await idsOf(runs, { agentId, status })).sort(),
            expected.map(([run]) => idOf(run)).sort(),
          );
        }
      }),
      { numRuns: 40 },
    );
  },
};
