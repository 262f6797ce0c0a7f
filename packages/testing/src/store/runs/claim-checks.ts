import assert from 'node:assert/strict';
import { claimRun, type RunHead, type RunStore } from '@tenon/core/storage';
import type { StoreChecks } from '../store-suite.ts';
import { append, record, said } from './run-kit.ts';

/** Taking a run over from whoever drove it. */
export const claimChecks: StoreChecks<RunStore> = {
  'has a claim move the place, so that who drove the run so far is refused': async (runs) => {
    await append(runs, 'r', 1);
    const head = await runs.getRun('r');
    const claim = await claimRun(seenAt(head, runs), 'r', 'w1');
    assert.deepEqual(claim, { epoch: 1, latestSeq: 2 });
    assert.equal((await runs.getRun('r'))?.latestSeq, 2);
    assert.deepEqual(await runs.append('r', [record(2)]), { appended: false, latestSeq: 2 });
    assert.deepEqual(await claimRun(runs, 'r', 'w2'), { epoch: 2, latestSeq: 3 });
    const { worker, epoch } = (await runs.getRun('r')) ?? {};
    assert.deepEqual({ worker, epoch }, { worker: 'w2', epoch: 2 });
    assert.deepEqual(await runs.read('r', 3), [
      { seq: 3, event: { type: 'run-claimed', worker: 'w2', epoch: 2 } },
    ]);
  },

  'gives a run to exactly one of many workers that ask at once': async (runs) => {
    await append(runs, 'r', 1);
    // each has seen the run before any of them writes
    const head = await runs.getRun('r');
    const workers = Array.from({ length: 8 }, (_, index) => `w${index}`);
    const claims = await Promise.all(
      workers.map((worker) => claimRun(seenAt(head, runs), 'r', worker)),
    );
    assert.equal(claims.filter((claim) => claim !== undefined).length, 1);
    assert.equal(
      (await runs.getRun('r'))?.worker,
      workers[claims.findIndex((claim) => claim !== undefined)],
    );
    assert.equal((await runs.read('r')).length, 2);
  },

  'claims after what was written meanwhile, such as an answer': async (runs) => {
    await append(runs, 'r', 1);
    const head = await runs.getRun('r');
    await append(runs, 'r', 2);
    const claim = await claimRun(seenAt(head, runs), 'r', 'w');
    assert.deepEqual(claim, { epoch: 1, latestSeq: 3 });
    assert.deepEqual(await said(runs, 'r'), [1, 2, undefined]);
  },

  'gives nobody a run that is gone or has ended': async (runs) => {
    assert.equal(await claimRun(runs, 'r', 'w'), undefined);
    assert.equal(await runs.getRun('r'), undefined);
    await append(runs, 'r', 1, { head: { status: 'ended' } });
    assert.equal(await claimRun(runs, 'r', 'w'), undefined);
    assert.equal((await runs.getRun('r'))?.latestSeq, 1);
  },
};

/** The runs as somebody sees them who looked at the head of one a while ago. */
function seenAt(head: RunHead | undefined, runs: RunStore): Pick<RunStore, 'append' | 'getRun'> {
  let isFirst = true;
  let tries = 0;
  return {
    append: (...args) => {
      assert.ok(++tries <= 20, 'a claim at the next place is refused');
      return runs.append(...args);
    },
    getRun: async (runId) => {
      if (!isFirst) return runs.getRun(runId);
      isFirst = false;
      return head;
    },
  };
}
