import assert from 'node:assert/strict';
import { isStore, type Store, type StoreDomains, storeNames } from '@tenon/core/storage';
import type { TestRunner } from '../tool-source/describe-tool-source.ts';
import { describeBackgroundTaskStore } from './describe-background-task-store.ts';
import { describeRunStore } from './describe-run-store.ts';
import { describeStreamStore } from './describe-stream-store.ts';
import { describeThreadStateStore } from './describe-thread-state-store.ts';
import { describeThreadStore } from './describe-thread-store.ts';
import { describeTraceStore } from './describe-trace-store.ts';
import { assertRefused, at, oddIds } from './odd.ts';
import { describeChecks, type StoreChecks, type StoreMaker } from './store-suite.ts';
import { message, thread } from './threads/thread-kit.ts';

/**
 * What every store has to do alike, in all that it keeps. `make` gives an empty one for each test.
 *
 * @example
 * describeStore({ describe, it }, 'my database', async ({ onEnd }) => {
 *   const store = await MyStore.open(':memory:');
 *   onEnd(() => store.close());
 *   return store;
 * });
 */
export function describeStore(runner: TestRunner, name: string, make: StoreMaker<Store>): void {
  const domain =
    <Name extends keyof StoreDomains>(domainName: Name): StoreMaker<StoreDomains[Name]> =>
    async (test) =>
      (await make(test)).getStore(domainName);
  describeChecks(runner, `the store ${name}`, make, wholeChecks);
  describeRunStore(runner, name, domain('runs'));
  describeThreadStore(runner, name, domain('threads'));
  describeThreadStateStore(runner, name, domain('threadState'));
  describeStreamStore(runner, name, domain('streams'));
  describeBackgroundTaskStore(runner, name, domain('backgroundTasks'));
  describeTraceStore(runner, name, domain('traces'));
}

const wholeChecks: StoreChecks<Store> = {
  'is known for a store, of whatever copy of the package': async (store) => {
    assert.ok(isStore(store));
    assert.equal((store as unknown as Record<symbol, unknown>)[Symbol.for('tenon.store')], true);
  },

  'hands out the same domain under its name each time': async (store) => {
    for (const name of storeNames) {
      assert.ok(await store.getStore(name));
      assert.equal(await store.getStore(name), await store.getStore(name));
    }
    assert.equal(await store.getStore('memory'), await store.getStore('threads'));
  },

  'keeps nothing under other names': async (store) => {
    for (const name of ['thread', '', 'constructor', '__proto__', 'getStore']) {
      await assertRefused(() => store.getStore(name as never), 'STORE_DOMAIN_UNKNOWN');
    }
  },

  'removes the state of a thread with the thread, and that of no other': async (store) => {
    const threads = await store.getStore('threads');
    const states = await store.getStore('threadState');
    for (const threadId of oddIds) {
      await threads.saveThread({ thread: thread(threadId) });
      await states.setState({ threadId, type: 'task', value: threadId });
      await states.setState({ threadId, type: 'goal', value: threadId });
    }
    await states.setState({ threadId: 'unsaved', type: 'task', value: 1 });
    await threads.deleteThread({ threadId: 'a' });
    await threads.deleteThread({ threadId: 'unsaved' });
    for (const threadId of [...oddIds, 'unsaved']) {
      const isGone = threadId === 'a' || threadId === 'unsaved';
      for (const type of ['task', 'goal']) {
        const kept = await states.getState({ threadId, type });
        assert.equal(kept, isGone ? undefined : threadId);
      }
    }
  },

  'keeps domains apart that have the same ids': async (store) => {
    const [runs, threads, states] = await Promise.all([
      store.getStore('runs'),
      store.getStore('threads'),
      store.getStore('threadState'),
    ]);
    await runs.append('t', [{ seq: 1, event: { type: 'run-started' } }], { at: at(0) });
    await threads.saveThread({ thread: thread('t') });
    await threads.saveMessages({ messages: [message('t', 1)] });
    await states.setState({ threadId: 't', type: 't', value: 1 });
    await runs.delete('t');
    assert.equal((await threads.listMessages({ threadId: 't' })).total, 1);
    await states.dangerouslyClearAll();
    assert.deepEqual(
      await threads.getThreadById({ threadId: 't' }).then((found) => found?.id),
      't',
    );
  },
};
