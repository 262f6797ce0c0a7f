import assert from 'node:assert/strict';
import type { BackgroundTask, BackgroundTaskStore, TaskStatus } from '@tenon/core/storage';
import type { TestRunner } from '../tool-source/describe-tool-source.ts';
import { assertRefused, assertRefusesIds, at, growing, oddIds, oddValues, spoil } from './odd.ts';
import { describeChecks, type StoreChecks, type StoreMaker } from './store-suite.ts';

/** What every store of background tasks has to do alike. */
export function describeBackgroundTaskStore(
  runner: TestRunner,
  name: string,
  make: StoreMaker<BackgroundTaskStore>,
): void {
  describeChecks(runner, `background tasks in ${name}`, make, checks);
}

const task = (id: string, more: Partial<BackgroundTask> = {}): BackgroundTask => ({
  id,
  status: 'pending',
  toolName: 'dig',
  toolCallId: 'c',
  args: { depth: 3 },
  agentId: 'a',
  runId: 'r',
  createdAt: at(0),
  retryCount: 0,
  maxRetries: 0,
  timeoutMs: 1_000,
  ...more,
});

async function listed(
  tasks: BackgroundTaskStore,
  options?: Parameters<BackgroundTaskStore['listTasks']>[0],
): Promise<string> {
  return (await tasks.listTasks(options)).tasks.map(({ id }) => id).join(' ');
}

const checks: StoreChecks<BackgroundTaskStore> = {
  'keeps tasks, with fields that have a value alone': async (tasks) => {
    const full = task('full', {
      status: 'suspended',
      threadId: 't',
      resourceId: 'u',
      result: null,
      error: { message: 'no', stack: 'at' },
      suspendPayload: { why: 1 },
      dueAt: at(1),
      startedAt: at(2),
      suspendedAt: at(3),
      completedAt: at(4),
    });
    assert.equal(await tasks.createTask(full), true);
    assert.equal(await tasks.createTask(task('bare', { result: undefined })), true);
    assert.deepEqual(await tasks.getTask('full'), full);
    assert.deepEqual(await tasks.getTask('bare'), task('bare'));
    assert.equal(await tasks.getTask('unknown'), null);
  },

  'creates a task once, also when many do at once': async (tasks) => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => tasks.createTask(task('t', { retryCount: index }))),
    );
    assert.equal(results.filter(Boolean).length, 1);
    assert.equal((await tasks.getTask('t'))?.retryCount, results.indexOf(true));
    assert.equal(await tasks.createTask(task('t', { toolName: 'other' })), false);
    assert.equal((await tasks.getTask('t'))?.toolName, 'dig');
  },

  'changes what is given of a task, and takes away what is undefined': async (tasks) => {
    await tasks.createTask(task('t', { suspendPayload: 1, suspendedAt: at(1), threadId: 'x' }));
    const change = {
      status: 'running',
      startedAt: at(2),
      suspendPayload: undefined,
      suspendedAt: undefined,
      result: { ok: true },
    } as const;
    assert.equal(await tasks.updateTask('t', change), true);
    assert.deepEqual(
      await tasks.getTask('t'),
      task('t', { status: 'running', threadId: 'x', startedAt: at(2), result: { ok: true } }),
    );
    assert.equal(await tasks.updateTask('unknown', change), false);
    assert.equal(await tasks.getTask('unknown'), null);
  },

  'changes a task only in a status that is expected': async (tasks) => {
    await tasks.createTask(task('t'));
    const to = (status: TaskStatus, expectedStatus: TaskStatus | readonly TaskStatus[]) =>
      tasks.updateTask('t', { status }, { expectedStatus });
    assert.equal(await to('completed', 'running'), false);
    assert.equal(await to('completed', []), false);
    assert.equal((await tasks.getTask('t'))?.status, 'pending');
    assert.equal(await to('running', 'pending'), true);
    assert.equal(await to('completed', ['pending', 'running']), true);
    assert.equal(await to('cancelled', ['pending', 'running', 'suspended']), false);
    assert.equal((await tasks.getTask('t'))?.status, 'completed');
  },

  'gives a task to one of many workers that take it at once': async (tasks) => {
    await tasks.createTask(task('t'));
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        tasks.updateTask(
          't',
          { status: 'running', retryCount: index },
          { expectedStatus: 'pending' },
        ),
      ),
    );
    assert.equal(results.filter(Boolean).length, 1);
    assert.equal((await tasks.getTask('t'))?.retryCount, results.indexOf(true));
  },

  'loses none of many changes to different fields at once': async (tasks) => {
    await tasks.createTask(task('t'));
    await Promise.all([
      tasks.updateTask('t', { status: 'running' }),
      tasks.updateTask('t', { retryCount: 2 }),
      tasks.updateTask('t', { result: 1 }),
      tasks.updateTask('t', { startedAt: at(1) }),
      tasks.updateTask('t', { suspendPayload: 2 }),
    ]);
    assert.deepEqual(
      await tasks.getTask('t'),
      task('t', {
        status: 'running',
        retryCount: 2,
        result: 1,
        startedAt: at(1),
        suspendPayload: 2,
      }),
    );
  },

  'lists tasks by what they belong to and how they stand': async (tasks) => {
    await tasks.createTask(task('t1', { runId: 'r1', threadId: 'x', createdAt: at(1) }));
    await tasks.createTask(task('t2', { agentId: 'b', status: 'running', createdAt: at(2) }));
    await tasks.createTask(task('t3', { toolName: 'fly', toolCallId: 'd', createdAt: at(3) }));
    await tasks.createTask(task('t4', { resourceId: 'u', status: 'failed', createdAt: at(4) }));
    assert.equal(await listed(tasks), 't1 t2 t3 t4');
    assert.equal(await listed(tasks, { runId: 'r1' }), 't1');
    assert.equal(await listed(tasks, { threadId: 'x' }), 't1');
    assert.equal(await listed(tasks, { agentId: 'a' }), 't1 t3 t4');
    assert.equal(await listed(tasks, { toolName: 'fly' }), 't3');
    assert.equal(await listed(tasks, { toolCallId: 'd' }), 't3');
    assert.equal(await listed(tasks, { resourceId: 'u' }), 't4');
    assert.equal(await listed(tasks, { status: 'pending' }), 't1 t3');
    assert.equal(await listed(tasks, { status: ['running', 'failed'] }), 't2 t4');
    assert.equal(await listed(tasks, { status: [] }), '');
    assert.equal(await listed(tasks, { status: 'pending', agentId: 'b' }), '');
  },

  'lists tasks of a time: its beginning counts, its end does not': async (tasks) => {
    await tasks.createTask(task('t1', { createdAt: at(1), completedAt: at(9) }));
    await tasks.createTask(task('t2', { createdAt: at(2) }));
    await tasks.createTask(task('t3', { createdAt: at(3), completedAt: at(8) }));
    assert.equal(await listed(tasks, { fromDate: at(2) }), 't2 t3');
    assert.equal(await listed(tasks, { toDate: at(2) }), 't1');
    assert.equal(await listed(tasks, { fromDate: at(1), toDate: at(3) }), 't1 t2');
    const dateFilterBy = 'completedAt';
    assert.equal(await listed(tasks, { dateFilterBy, fromDate: at(9) }), 't1');
    assert.equal(await listed(tasks, { dateFilterBy, toDate: at(100) }), 't1 t3');
    assert.equal(await listed(tasks, { dateFilterBy }), 't1 t2 t3');
    for (const wrong of [
      { fromDate: new Date(Number.NaN) },
      { toDate: 5 as never },
      { dateFilterBy: 'id' as never },
    ]) {
      await assertRefused(() => tasks.listTasks(wrong), 'STORE_OPTION_INVALID');
    }
  },

  'lists tasks in order and in pages, those without the date last': async (tasks) => {
    await tasks.createTask(task('t1', { createdAt: at(1), startedAt: at(9) }));
    await tasks.createTask(task('t2', { createdAt: at(2) }));
    await tasks.createTask(task('t3', { createdAt: at(2), startedAt: at(8) }));
    assert.equal(await listed(tasks), 't1 t2 t3');
    assert.equal(await listed(tasks, { orderDirection: 'desc' }), 't3 t2 t1');
    assert.equal(await listed(tasks, { orderBy: 'startedAt' }), 't3 t1 t2');
    assert.equal(await listed(tasks, { orderBy: 'startedAt', orderDirection: 'desc' }), 't1 t3 t2');
    const { tasks: page, ...info } = await tasks.listTasks({ page: 1, perPage: 2 });
    assert.deepEqual(info, { total: 3, page: 1, perPage: 2, hasMore: false });
    assert.deepEqual(
      page.map(({ id }) => id),
      ['t3'],
    );
    assert.equal((await tasks.listTasks({ perPage: 2 })).hasMore, true);
    for (const wrong of [
      { orderBy: 'id' as never },
      { orderDirection: 'ASC' as never },
      { page: -1 },
    ]) {
      await assertRefused(() => tasks.listTasks(wrong), 'STORE_OPTION_INVALID');
    }
  },

  'finds pending tasks that are due, the oldest first': async (tasks) => {
    await tasks.createTask(task('later', { createdAt: at(0), dueAt: at(6) }));
    await tasks.createTask(task('now', { createdAt: at(2), dueAt: at(5) }));
    await tasks.createTask(task('always', { createdAt: at(1) }));
    await tasks.createTask(task('running', { status: 'running', dueAt: at(1) }));
    const due = async (ms: number, limit?: number) =>
      (await tasks.listDueTasks({ now: at(ms), limit })).map(({ id }) => id).join(' ');
    assert.equal(await due(4), 'always');
    assert.equal(await due(5), 'always now');
    assert.equal(await due(6), 'later always now');
    assert.equal(await due(6, 2), 'later always');
    assert.equal(await due(6, 0), '');
    await assertRefused(() => due(Number.NaN), 'STORE_OPTION_INVALID');
  },

  'counts tasks that run, of all agents or of one': async (tasks) => {
    await tasks.createTask(task('t1', { status: 'running' }));
    await tasks.createTask(task('t2', { status: 'running', agentId: 'b' }));
    await tasks.createTask(task('t3', { status: 'suspended', agentId: 'b' }));
    assert.equal(await tasks.getRunningCount(), 2);
    assert.equal(await tasks.getRunningCountByAgent('b'), 1);
    assert.equal(await tasks.getRunningCountByAgent('c'), 0);
  },

  'deletes a task, or all that a filter finds': async (tasks) => {
    for (const [id, status] of [
      ['t1', 'completed'],
      ['t2', 'completed'],
      ['t3', 'failed'],
      ['t4', 'completed'],
    ] as const) {
      await tasks.createTask(task(id, { status, completedAt: at(Number(id[1])) }));
    }
    await tasks.deleteTask('t1');
    await tasks.deleteTask('t1');
    assert.equal(await listed(tasks), 't2 t3 t4');
    const old = { status: 'completed', dateFilterBy: 'completedAt', toDate: at(4) } as const;
    assert.equal(await tasks.deleteTasks(old), 1);
    assert.equal(await tasks.deleteTasks(old), 0);
    assert.equal(await listed(tasks), 't3 t4');
  },

  'keeps tasks with odd ids apart': async (tasks) => {
    for (const id of oddIds) {
      await tasks.createTask(task(id, { agentId: id, runId: id, threadId: id, result: id }));
    }
    for (const id of oddIds) {
      assert.equal((await tasks.getTask(id))?.result, id);
      assert.equal(await listed(tasks, { agentId: id, runId: id, threadId: id }), id);
    }
  },

  'refuses ids that not every database can hold': async (tasks) => {
    await assertRefusesIds(
      (id) => tasks.createTask(task(id)),
      (agentId) => tasks.createTask(task('t', { agentId })),
      (id) => tasks.updateTask(id, {}),
      (id) => tasks.getTask(id),
      (id) => tasks.deleteTask(id),
      (runId) => tasks.listTasks({ runId }),
    );
    assert.equal(await listed(tasks), '');
  },

  'keeps arguments and results as JSON, whatever they hold': async (tasks) => {
    await tasks.createTask(task('t'));
    for (const [index, [given, kept]] of oddValues.entries()) {
      await tasks.updateTask('t', { args: { given }, result: given, suspendPayload: [given] });
      const found = await tasks.getTask('t');
      const seen = [found?.args, found?.result, found?.suspendPayload];
      assert.deepEqual(seen, [{ given: kept }, kept, [kept]], `value ${index}, a ${typeof given}`);
    }
  },

  'shares no task with those who write and read': async (tasks) => {
    const { value, grow } = growing();
    const given = task('t', { args: value, startedAt: at(1) });
    await tasks.createTask(given);
    grow();
    given.startedAt?.setTime(0);
    const kept = task('t', { args: { list: [{ n: 1 }] }, startedAt: at(1) });
    const read = await tasks.getTask('t');
    assert.deepEqual(read, kept);
    spoil(read?.args);
    read?.startedAt?.setTime(0);
    assert.deepEqual((await tasks.listTasks()).tasks, [kept]);
  },

  'does what a plain map would do, whatever is asked of it': async (tasks) => {
    const { default: fc } = await import('fast-check');
    let round = 0;
    const status = fc.constantFrom<TaskStatus>('pending', 'running', 'suspended', 'completed');
    const step = fc.record({
      does: fc.constantFrom('create', 'update', 'update', 'update', 'delete'),
      n: fc.integer({ min: 0, max: 2 }),
      status,
      expectedStatus: fc.option(fc.oneof(status, fc.uniqueArray(status)), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const runId = `r${++round}`;
        const plain = new Map<string, TaskStatus>();
        for (const { does, n, status: next, expectedStatus } of steps) {
          const id = `${round}-${n}`;
          const known = plain.get(id);
          if (does === 'delete') {
            await tasks.deleteTask(id);
            plain.delete(id);
          } else if (does === 'create') {
            const isNew = await tasks.createTask(task(id, { runId, status: next }));
            assert.equal(isNew, known === undefined);
            if (isNew) plain.set(id, next);
          } else {
            const isExpected =
              known !== undefined &&
              (expectedStatus === undefined || [expectedStatus].flat().includes(known));
            const change = { status: next };
            assert.equal(await tasks.updateTask(id, change, { expectedStatus }), isExpected);
            if (isExpected) plain.set(id, next);
          }
        }
        const found = await tasks.listTasks({ runId });
        assert.deepEqual(new Map(found.tasks.map(({ id, status: kept }) => [id, kept])), plain);
      }),
      { numRuns: 40 },
    );
  },
};
