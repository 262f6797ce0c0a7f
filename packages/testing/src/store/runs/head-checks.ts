import assert from 'node:assert/strict';
import type { RunStore } from '@tenon/core/storage';
import { assertRefused, assertRefusesIds, at } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';
import { append, idsOf, record } from './run-kit.ts';

/** What is known of runs without their journals, and how they are found. */
export const headChecks: StoreChecks<RunStore> = {
  'makes the head of a run at its first append, with fields that have a value alone': async (
    runs,
  ) => {
    await append(runs, 'r', 1, { at: at(5) });
    assert.deepEqual(await runs.getRun('r'), {
      runId: 'r',
      status: 'running',
      epoch: 0,
      latestSeq: 1,
      createdAt: at(5),
      updatedAt: at(5),
    });
    assert.equal(await runs.getRun('other'), undefined);
  },

  'changes the fields of a head that an append gives, and no others': async (runs) => {
    const head = {
      agentId: 'a',
      workflowId: 'w',
      threadId: 't',
      resourceId: 'u',
      parent: { runId: 'p', toolCallId: 'c' },
      path: [{ agentId: 'a', toolName: 'ask', toolCallId: 'c' }],
    } as const;
    await append(runs, 'r', 1, { at: at(1), head });
    await append(runs, 'r', 2, {
      at: at(2),
      head: { status: 'ended', outcome: 'stop', worker: 'w1', epoch: 3, agentId: undefined },
    });
    assert.deepEqual(await runs.getRun('r'), {
      ...head,
      runId: 'r',
      status: 'ended',
      outcome: 'stop',
      worker: 'w1',
      epoch: 3,
      latestSeq: 2,
      createdAt: at(1),
      updatedAt: at(2),
    });
  },

  'takes the time of an append for now, unless it is told': async (runs) => {
    const before = Date.now();
    await append(runs, 'r', 1);
    const { createdAt } = (await runs.getRun('r')) ?? {};
    assert.ok(createdAt !== undefined && createdAt.getTime() >= before);
    assert.ok(createdAt.getTime() <= Date.now());
    const at = new Date(Number.NaN);
    await assertRefused(() => runs.append('r', [record(2)], { at }), 'STORE_OPTION_INVALID');
  },

  'changes nothing of a head when an append is refused': async (runs) => {
    await append(runs, 'r', 1, { at: at(1), head: { agentId: 'a' } });
    const before = await runs.getRun('r');
    const late = await runs.append('r', [record(1)], {
      at: at(2),
      head: { agentId: 'b', status: 'ended' },
    });
    assert.equal(late.appended, false);
    assert.deepEqual(await runs.getRun('r'), before);
  },

  'lists runs by what they are of and how they stand': async (runs) => {
    await append(runs, 'a', 1, { at: at(1), head: { agentId: 'one', threadId: 't' } });
    await append(runs, 'b', 1, { at: at(2), head: { agentId: 'two', status: 'waiting' } });
    await append(runs, 'c', 1, { at: at(3), head: { agentId: 'one', status: 'ended' } });
    await append(runs, 'd', 1, { at: at(4), head: { workflowId: 'w', resourceId: 'u' } });
    const parent = { runId: 'a', toolCallId: 'call' };
    await append(runs, 'e', 1, { at: at(5), head: { agentId: 'two', parent } });
    assert.deepEqual(await idsOf(runs), ['e', 'd', 'c', 'b', 'a']);
    assert.deepEqual(await idsOf(runs, { direction: 'ASC' }), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(await idsOf(runs, { agentId: 'one' }), ['c', 'a']);
    assert.deepEqual(await idsOf(runs, { agentId: 'one', status: 'ended' }), ['c']);
    assert.deepEqual(await idsOf(runs, { status: ['waiting', 'ended'] }), ['c', 'b']);
    assert.deepEqual(await idsOf(runs, { status: [] }), []);
    assert.deepEqual(await idsOf(runs, { workflowId: 'w' }), ['d']);
    assert.deepEqual(await idsOf(runs, { threadId: 't' }), ['a']);
    assert.deepEqual(await idsOf(runs, { resourceId: 'u' }), ['d']);
    assert.deepEqual(await idsOf(runs, { parentRunId: 'a' }), ['e']);
    assert.deepEqual(await idsOf(runs, { updatedBefore: at(3) }), ['b', 'a']);
    assert.deepEqual(await idsOf(runs, { agentId: 'three' }), []);
    await assertRefusesIds((agentId) => runs.listRuns({ agentId }));
    await assertRefused(() => runs.listRuns({ direction: 'up' as never }), 'STORE_OPTION_INVALID');
  },

  'finds a run by its head of now, not by that of before': async (runs) => {
    await append(runs, 'r', 1, { head: { status: 'waiting' } });
    await append(runs, 'r', 2, { head: { status: 'running' } });
    assert.deepEqual(await idsOf(runs, { status: 'waiting' }), []);
    assert.deepEqual(await idsOf(runs, { status: 'running' }), ['r']);
  },

  'gives lists in pages, those of one time in the order they were written': async (runs) => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await append(runs, id, 1, { at: at(1) });
    const page = async (page: number, perPage: number | false) => {
      const { runs: found, ...info } = await runs.listRuns({ page, perPage, direction: 'ASC' });
      return { ids: found.map(({ runId }) => runId).join(''), ...info };
    };
    const total = 5;
    assert.deepEqual(await page(0, 2), { ids: 'ab', total, page: 0, perPage: 2, hasMore: true });
    assert.deepEqual(await page(1, 2), { ids: 'cd', total, page: 1, perPage: 2, hasMore: true });
    assert.deepEqual(await page(2, 2), { ids: 'e', total, page: 2, perPage: 2, hasMore: false });
    assert.deepEqual(await page(3, 2), { ids: '', total, page: 3, perPage: 2, hasMore: false });
    assert.deepEqual(await page(0, 5), {
      ids: 'abcde',
      total,
      page: 0,
      perPage: 5,
      hasMore: false,
    });
    assert.deepEqual(await page(0, 0), { ids: '', total, page: 0, perPage: 0, hasMore: false });
    assert.deepEqual(await page(0, false), {
      ids: 'abcde',
      total,
      page: 0,
      perPage: false,
      hasMore: false,
    });
    assert.deepEqual(await idsOf(runs), ['e', 'd', 'c', 'b', 'a']);
    for (const [page, perPage] of [[-1], [0.5], [Number.NaN], [0, -1], [0, 1.5], [2 ** 50, 10]]) {
      await assertRefused(
        () => runs.listRuns({ page: page as number, perPage: perPage as number }),
        'STORE_OPTION_INVALID',
      );
    }
  },

  'deletes a run with all there is of it, and no other': async (runs) => {
    const waiting = [{ toolCallId: 'c', toolName: 't', why: 'approval' }] as const;
    await append(runs, 'r', 1, { head: { agentId: 'a' }, waiting });
    await append(runs, 'other', 1, { waiting });
    assert.equal(await runs.delete('r'), true);
    assert.equal(await runs.delete('r'), false);
    assert.equal(await runs.getRun('r'), undefined);
    assert.deepEqual(await runs.read('r'), []);
    assert.deepEqual(await idsOf(runs), ['other']);
    const { calls } = await runs.listWaitingCalls();
    assert.deepEqual(
      calls.map(({ runId }) => runId),
      ['other'],
    );
    await append(runs, 'r', 1);
    assert.equal((await runs.getRun('r'))?.agentId, undefined);
  },

  'deletes runs that ended before a time, the oldest first': async (runs) => {
    await append(runs, 'running', 1, { at: at(1) });
    await append(runs, 'late', 1, { at: at(1) });
    await append(runs, 'late', 2, { at: at(9), head: { status: 'ended' } });
    for (const [id, ms] of [
      ['c', 3],
      ['a', 1],
      ['b', 2],
      ['d', 4],
    ] as const) {
      await append(runs, id, 1, { at: at(ms), head: { status: 'ended' } });
    }
    assert.equal(await runs.deleteEnded({ before: at(4), limit: 2 }), 2);
    assert.deepEqual((await idsOf(runs)).sort(), ['c', 'd', 'late', 'running']);
    assert.equal(await runs.deleteEnded({ before: at(4) }), 1);
    assert.equal(await runs.deleteEnded({ before: at(4) }), 0);
    assert.deepEqual((await idsOf(runs)).sort(), ['d', 'late', 'running']);
  },
};
