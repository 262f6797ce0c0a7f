import assert from 'node:assert/strict';
import type { NewWaitingCall, RunStore } from '@tenon/core/storage';
import { assertRefusesIds, at, oddIds } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';
import { append, record, waitingIn } from './run-kit.ts';

const call = (toolCallId: string, more: Partial<NewWaitingCall> = {}): NewWaitingCall => ({
  toolCallId,
  toolName: 'ask',
  why: 'suspension',
  ...more,
});

/** The index of calls that wait for an answer. */
export const waitingChecks: StoreChecks<RunStore> = {
  'lists calls that wait, with all that was said of them': async (runs) => {
    const path = [{ agentId: 'a', toolName: 'agent-b', toolCallId: 'up' }];
    const full = call('c2', {
      why: 'approval',
      agentId: 'b',
      threadId: 't',
      resourceId: 'u',
      path,
      payload: { question: 'Sure?', at: new Date(0) },
    });
    await append(runs, 'r', 1, { at: at(7), waiting: [call('c1'), full] });
    const { calls, ...info } = await runs.listWaitingCalls();
    assert.deepEqual(info, { total: 2, page: 0, perPage: 100, hasMore: false });
    assert.deepEqual(calls, [
      { ...call('c1'), runId: 'r', waitingSince: at(7) },
      {
        ...full,
        payload: { question: 'Sure?', at: '1970-01-01T00:00:00.000Z' },
        runId: 'r',
        waitingSince: at(7),
      },
    ]);
  },

  'lists them by run, agent, thread and resource, the longest waiting first': async (runs) => {
    await append(runs, 'r1', 1, { at: at(2), waiting: [call('b', { agentId: 'x' })] });
    await append(runs, 'r2', 1, { at: at(1), waiting: [call('a', { agentId: 'x' })] });
    const waiting = [call('c', { agentId: 'y', threadId: 't' }), call('d', { resourceId: 'u' })];
    await append(runs, 'r3', 1, { at: at(3), waiting });
    assert.deepEqual(await waitingIn(runs), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await waitingIn(runs, { agentId: 'x' }), ['a', 'b']);
    assert.deepEqual(await waitingIn(runs, { runId: 'r3' }), ['c', 'd']);
    assert.deepEqual(await waitingIn(runs, { threadId: 't' }), ['c']);
    assert.deepEqual(await waitingIn(runs, { resourceId: 'u' }), ['d']);
    assert.deepEqual(await waitingIn(runs, { runId: 'r1', agentId: 'y' }), []);
    assert.deepEqual(await waitingIn(runs, { page: 1, perPage: 3 }), ['d']);
    await assertRefusesIds((agentId) => runs.listWaitingCalls({ agentId }));
  },

  'tells calls that were answered, and by whom': async (runs) => {
    await append(runs, 'r', 1, { at: at(1), waiting: [call('a'), call('b'), call('c')] });
    await append(runs, 'r', 2, {
      at: at(2),
      answered: [{ toolCallId: 'a', by: 'Ann' }, { toolCallId: 'b' }, { toolCallId: 'unknown' }],
    });
    assert.deepEqual(await waitingIn(runs), ['c']);
    const { calls } = await runs.listWaitingCalls({ runId: 'r', isAnswered: true });
    assert.deepEqual(
      calls.map(({ toolCallId, answer }) => ({ toolCallId, answer })),
      [
        { toolCallId: 'a', answer: { at: at(2), by: 'Ann' } },
        { toolCallId: 'b', answer: { at: at(2) } },
      ],
    );
  },

  'has a call wait again that was answered': async (runs) => {
    await append(runs, 'r', 1, { at: at(1), waiting: [call('a', { payload: 1 })] });
    await append(runs, 'r', 2, { at: at(2), answered: [{ toolCallId: 'a', by: 'Ann' }] });
    await append(runs, 'r', 3, { at: at(3), waiting: [call('a', { payload: 2 })] });
    const { calls } = await runs.listWaitingCalls();
    assert.deepEqual(calls, [{ ...call('a', { payload: 2 }), runId: 'r', waitingSince: at(3) }]);
    assert.deepEqual(await waitingIn(runs, { isAnswered: true }), []);
  },

  'writes the index with the records, or not at all': async (runs) => {
    await append(runs, 'r', 1, { waiting: [call('a')] });
    const late = await runs.append('r', [record(1)], {
      waiting: [call('b')],
      answered: [{ toolCallId: 'a', by: 'late' }],
    });
    assert.equal(late.appended, false);
    assert.deepEqual(await waitingIn(runs), ['a']);
    assert.deepEqual(await waitingIn(runs, { isAnswered: true }), []);
  },

  'lets one of many answers to a call count': async (runs) => {
    await append(runs, 'r', 1, { waiting: [call('a')] });
    const people = Array.from({ length: 8 }, (_, index) => `person ${index}`);
    const results = await Promise.all(
      people.map((by) =>
        runs.append('r', [record(2, by)], { answered: [{ toolCallId: 'a', by }] }),
      ),
    );
    const winner = results.findIndex(({ appended }) => appended);
    assert.equal(results.filter(({ appended }) => appended).length, 1);
    const { calls } = await runs.listWaitingCalls({ isAnswered: true });
    assert.deepEqual(
      calls.map(({ answer }) => answer?.by),
      [people[winner]],
    );
  },

  'keeps of a run that ended only the calls that were answered': async (runs) => {
    await append(runs, 'other', 1, { waiting: [call('a')] });
    await append(runs, 'r', 1, { waiting: [call('a'), call('b')] });
    await append(runs, 'r', 2, { answered: [{ toolCallId: 'a' }] });
    await append(runs, 'r', 3, { head: { status: 'ended' } });
    assert.deepEqual(await waitingIn(runs, { runId: 'r' }), []);
    assert.deepEqual(await waitingIn(runs, { runId: 'r', isAnswered: true }), ['a']);
    assert.deepEqual(await waitingIn(runs), ['a']);
  },

  'keeps calls with odd ids apart': async (runs) => {
    const waiting = oddIds.map((id) => call(id, { agentId: id, threadId: id, payload: id }));
    await append(runs, 'r', 1, { waiting });
    for (const id of oddIds) {
      const { calls } = await runs.listWaitingCalls({ agentId: id, threadId: id });
      assert.deepEqual(
        calls.map(({ toolCallId, payload }) => ({ toolCallId, payload })),
        [{ toolCallId: id, payload: id }],
      );
    }
  },
};
