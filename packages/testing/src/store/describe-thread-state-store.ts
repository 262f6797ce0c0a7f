import assert from 'node:assert/strict';
import { type ThreadStateStore, updateState } from '@tenon/core/storage';
import type { TestRunner } from '../tool-source/describe-tool-source.ts';
import { assertRefusesIds, growing, oddIds, oddValues, spoil } from './odd.ts';
import { describeChecks, type StoreChecks, type StoreMaker } from './store-suite.ts';

/** What every store of the state of threads has to do alike. */
export function describeThreadStateStore(
  runner: TestRunner,
  name: string,
  make: StoreMaker<ThreadStateStore>,
): void {
  describeChecks(runner, `the state of threads in ${name}`, make, checks);
}

const key = { threadId: 't', type: 'task' };

const checks: StoreChecks<ThreadStateStore> = {
  'keeps one value per thread and type': async (states) => {
    assert.equal(await states.getState(key), undefined);
    await states.setState({ ...key, value: [{ id: 1 }] });
    await states.setState({ ...key, type: 'goal', value: 'goal' });
    await states.setState({ ...key, threadId: 'o', value: 'other' });
    await states.setState({ ...key, value: [] });
    assert.deepEqual(await states.getState(key), []);
    assert.equal(await states.getState({ ...key, type: 'goal' }), 'goal');
    assert.equal(await states.getState({ ...key, threadId: 'o' }), 'other');
  },

  'deletes one value, or those of all threads': async (states) => {
    for (const threadId of ['t', 'o']) {
      for (const type of ['task', 'goal']) await states.setState({ threadId, type, value: 1 });
    }
    await states.deleteState(key);
    await states.deleteState(key);
    assert.equal(await states.getState(key), undefined);
    assert.equal(await states.getState({ ...key, type: 'goal' }), 1);
    await states.dangerouslyClearAll();
    assert.equal(await states.getState({ ...key, type: 'goal' }), undefined);
    assert.equal(await states.getState({ ...key, threadId: 'o' }), undefined);
  },

  'writes where nobody wrote since the value was read': async (states) => {
    const set = (value: number, expectedVersion: string | undefined) =>
      states.compareAndSetState({ ...key, value, expectedVersion });
    assert.equal(await states.getVersionedState(key), undefined);
    assert.equal(await set(1, 'unknown'), false);
    assert.equal(await set(1, undefined), true);
    assert.equal(await set(2, undefined), false);
    const first = await states.getVersionedState(key);
    assert.equal(first?.value, 1);
    assert.equal(await set(2, first?.version), true);
    assert.equal(await set(3, first?.version), false);
    assert.equal(await states.getState(key), 2);
  },

  'has a new version for each writing, also of the same value': async (states) => {
    const versions = new Set<string | undefined>();
    const note = async () => versions.add((await states.getVersionedState(key))?.version);
    for (let round = 0; round < 3; round++) {
      await states.setState({ ...key, value: 1 });
      await note();
      await states.deleteState(key);
      await states.compareAndSetState({ ...key, value: 1, expectedVersion: undefined });
      await note();
    }
    assert.equal(versions.size, 6);
    for (const expectedVersion of [...versions].slice(0, -1)) {
      assert.equal(await states.compareAndSetState({ ...key, value: 2, expectedVersion }), false);
    }
  },

  'lets one of many writers succeed that read the same version': async (states) => {
    await states.setState({ ...key, value: -1 });
    const { version: expectedVersion } = (await states.getVersionedState(key)) ?? {};
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, value) =>
        states.compareAndSetState({ ...key, value, expectedVersion }),
      ),
    );
    assert.equal(results.filter(Boolean).length, 1);
    assert.equal(await states.getState(key), results.indexOf(true));
  },

  'lets one of many writers make a value that is not there': async (states) => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, value) =>
        states.compareAndSetState({ ...key, value, expectedVersion: undefined }),
      ),
    );
    assert.equal(results.filter(Boolean).length, 1);
    assert.equal(await states.getState(key), results.indexOf(true));
  },

  'loses none of many changes at once': async (states) => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    let tries = 0;
    const add = (name: string) =>
      updateState<string[]>(states, key, (list = []) => {
        assert.ok(++tries <= 12 * 12, 'writers that read what is there are refused');
        return [...list, name];
      });
    await Promise.all(names.map(add));
    assert.deepEqual((await states.getState<string[]>(key))?.sort(), [...names].sort());
  },

  'keeps threads and types with odd ids apart': async (states) => {
    for (const id of oddIds) {
      await states.setState({ threadId: id, type: 'task', value: `thread ${id}` });
      await states.setState({ threadId: 'types', type: id, value: `type ${id}` });
    }
    await states.setState({ threadId: 'a', type: 'b.c', value: 1 });
    await states.setState({ threadId: 'a.b', type: 'c', value: 2 });
    for (const id of oddIds) {
      assert.equal(await states.getState({ threadId: id, type: 'task' }), `thread ${id}`);
      assert.equal(await states.getState({ threadId: 'types', type: id }), `type ${id}`);
    }
    assert.equal(await states.getState({ threadId: 'a', type: 'b.c' }), 1);
  },

  'refuses ids that not every database can hold': async (states) => {
    await assertRefusesIds(
      (threadId) => states.getState({ threadId, type: 'task' }),
      (type) => states.getVersionedState({ threadId: 't', type }),
      (threadId) => states.setState({ threadId, type: 'task', value: 1 }),
      (type) => states.setState({ threadId: 't', type, value: 1 }),
      (threadId) => states.deleteState({ threadId, type: 'task' }),
      (type) =>
        states.compareAndSetState({ threadId: 't', type, value: 1, expectedVersion: undefined }),
    );
  },

  'keeps values as JSON, whatever they hold': async (states) => {
    for (const [index, [given, kept]] of oddValues.entries()) {
      await states.setState({ ...key, value: given });
      assert.deepEqual(await states.getState(key), kept, `value ${index}, a ${typeof given}`);
    }
    await states.setState({ ...key, value: undefined });
    assert.equal(await states.getState(key), null);
  },

  'shares no value with those who set and get it': async (states) => {
    const { value, grow } = growing();
    await states.setState({ ...key, value });
    grow();
    const read = await states.getState(key);
    assert.deepEqual(read, { list: [{ n: 1 }] });
    spoil(read);
    const versioned = await states.getVersionedState(key);
    assert.deepEqual(versioned?.value, { list: [{ n: 1 }] });
    spoil(versioned?.value);
    assert.deepEqual(await states.getState(key), { list: [{ n: 1 }] });
  },

  'does what a plain map would do, whatever is asked of it': async (states) => {
    const { default: fc } = await import('fast-check');
    let round = 0;
    const step = fc.record({
      does: fc.constantFrom('set', 'set', 'compare', 'stale', 'delete'),
      type: fc.constantFrom('a', 'b'),
      value: fc.jsonValue({ maxDepth: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const threadId = `t${++round}`;
        const plain = new Map<string, unknown>();
        for (const { does, type, value } of steps) {
          // zero has one form in JSON, and no key is called __proto__
          const safe: unknown = JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto'));
          const one = { threadId, type };
          if (does === 'delete') {
            await states.deleteState(one);
            plain.delete(type);
            continue;
          }
          if (does === 'set') await states.setState({ ...one, value: safe });
          else {
            const read = await states.getVersionedState(one);
            const expectedVersion = does === 'compare' ? read?.version : 'stale';
            const isSet = await states.compareAndSetState({ ...one, value: safe, expectedVersion });
            assert.equal(isSet, does === 'compare');
            if (!isSet) continue;
          }
          plain.set(type, safe);
        }
        for (const type of ['a', 'b']) {
          assert.deepEqual(await states.getState({ threadId, type }), plain.get(type));
        }
      }),
      { numRuns: 40 },
    );
  },
};
