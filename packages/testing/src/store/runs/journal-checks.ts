import assert from 'node:assert/strict';
import type { RunStore } from '@tenon/core/storage';
import { assertRefused, assertRefusesIds, growing, oddIds, oddValues, spoil } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';
import { append, record, said } from './run-kit.ts';

/** Records of a journal: their places, and who may write there. */
export const journalChecks: StoreChecks<RunStore> = {
  'keeps records in order, and reads them from a place on': async (runs) => {
    const first = await runs.append('r', [record(1), record(2)]);
    assert.deepEqual(first, { appended: true, latestSeq: 2 });
    await append(runs, 'r', 3);
    assert.deepEqual(await runs.read('r'), [record(1), record(2), record(3)]);
    assert.deepEqual(await runs.read('r', 3), [record(3)]);
    assert.deepEqual(await runs.read('r', 4), []);
    assert.deepEqual(await runs.read('other'), []);
  },

  'refuses a record whose place is taken, and says which is the last': async (runs) => {
    await runs.append('r', [record(1, 'a'), record(2, 'b')]);
    assert.deepEqual(await runs.append('r', [record(2, 'x')]), { appended: false, latestSeq: 2 });
    assert.deepEqual(await runs.append('r', [record(1, 'x')]), { appended: false, latestSeq: 2 });
    assert.deepEqual(await said(runs, 'r'), ['a', 'b']);
  },

  'refuses a record that would leave a gap, as of a run that was deleted': async (runs) => {
    assert.deepEqual(await runs.append('r', [record(8)]), { appended: false, latestSeq: 0 });
    assert.equal(await runs.getRun('r'), undefined);
    await append(runs, 'r', 1);
    assert.deepEqual(await runs.append('r', [record(3)]), { appended: false, latestSeq: 1 });
  },

  'writes all records of an append, or none': async (runs) => {
    await runs.append('r', [record(1), record(2)]);
    const late = await runs.append('r', [record(2, 'x'), record(3, 'x'), record(4, 'x')]);
    assert.deepEqual(late, { appended: false, latestSeq: 2 });
    assert.deepEqual(await said(runs, 'r'), [1, 2]);
  },

  'refuses appends without records, and places that do not count up by one': async (runs) => {
    for (const records of [
      [],
      [record(0)],
      [record(-1)],
      [record(1.5)],
      [record(Number.NaN)],
      [record(1), record(3)],
      [record(1), record(1)],
      [record(2), record(1)],
    ]) {
      await assertRefused(() => runs.append('r', records), 'STORE_RECORDS_INVALID');
    }
    assert.equal(await runs.getRun('r'), undefined);
  },

  'gives a place to exactly one of many writers': async (runs) => {
    const writers = Array.from({ length: 8 }, (_, writer) => writer);
    for (let round = 0; round < 10; round++) {
      const [first, second] = [round * 2 + 1, round * 2 + 2];
      const results = await Promise.all(
        writers.map((writer) =>
          runs.append('r', [
            record(first, `${round}-${writer}`),
            record(second, `${round}-${writer}`),
          ]),
        ),
      );
      const winner = results.findIndex(({ appended }) => appended);
      assert.equal(results.filter(({ appended }) => appended).length, 1);
      for (const { latestSeq } of results) assert.equal(latestSeq, second);
      const mark = `${round}-${winner}`;
      assert.deepEqual(await said(runs, 'r', first), [mark, mark]);
    }
  },

  'loses nothing of writers that try again at the next place': async (runs) => {
    const write = async (mark: string): Promise<void> => {
      for (let seq = 1; ; ) {
        const result = await runs.append('r', [record(seq, mark)]);
        if (result.appended) return;
        assert.ok(result.latestSeq >= seq, 'a refused append names a place before its own');
        seq = result.latestSeq + 1;
      }
    };
    const marks = Array.from({ length: 12 }, (_, index) => `m${index}`);
    await Promise.all(marks.map(write));
    assert.deepEqual((await said(runs, 'r')).sort(), [...marks].sort());
    assert.deepEqual(
      (await runs.read('r')).map(({ seq }) => seq),
      marks.map((_, index) => index + 1),
    );
  },

  'keeps runs with odd ids apart': async (runs) => {
    for (const id of oddIds) await runs.append(id, [record(1, id)]);
    for (const id of oddIds) {
      assert.deepEqual(await said(runs, id), [id]);
      assert.equal((await runs.getRun(id))?.runId, id);
    }
    assert.equal((await runs.listRuns({ perPage: false })).total, oddIds.length);
  },

  'refuses ids that not every database can hold': async (runs) => {
    await assertRefusesIds(
      (id) => runs.append(id, [record(1)]),
      (id) => runs.read(id),
      (id) => runs.getRun(id),
      (id) => runs.delete(id),
      (id) => runs.getBlob(id),
      (agentId) => runs.append('r', [record(1)], { head: { agentId } }),
      (toolCallId) =>
        runs.append('r', [record(1)], {
          waiting: [{ toolCallId, toolName: 't', why: 'approval' }],
        }),
    );
    assert.equal((await runs.listRuns()).total, 0);
    await assertRefused(() => runs.read('r', 0), 'STORE_OPTION_INVALID');
    await assertRefused(() => runs.read('r', 1.5), 'STORE_OPTION_INVALID');
  },

  'keeps events as JSON, whatever they hold': async (runs) => {
    for (const [index, [given]] of oddValues.entries()) {
      const { appended } = await runs.append('r', [record(index + 1, { given })]);
      assert.ok(appended);
    }
    const kept = await said(runs, 'r');
    for (const [index, [given, expected]] of oddValues.entries()) {
      assert.deepEqual(kept[index], { given: expected }, `value ${index}, a ${typeof given}`);
    }
  },

  'shares nothing with those who write and read': async (runs) => {
    const { value, grow } = growing();
    await runs.append('r', [record(1, value)]);
    grow();
    const [read] = await said(runs, 'r');
    assert.deepEqual(read, { list: [{ n: 1 }] });
    spoil(read);
    assert.deepEqual(await said(runs, 'r'), [{ list: [{ n: 1 }] }]);
  },
};
