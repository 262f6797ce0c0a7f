// A process of its own that uses a store. It says `{}` when it is ready, does its task when it is told to, and says what
// came of it.

import Database from 'libsql';
import { LibSQLStore } from '../index.ts';

const [, , task = '', path = '', ...args] = process.argv;
const store = new LibSQLStore({ id: 'child', url: `file:${path}` });

const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
  /** Opens the file. */
  async open() {
    await store.getStore('runs');
    return {};
  },

  /** Writes so many records of a mark, to a run that others write to as well. */
  async hammer() {
    const [mark = '', count = '0'] = args;
    const runs = await store.getStore('runs');
    const states = await store.getStore('threadState');
    for (let said = 0, seq = 1; said < Number(count); ) {
      const event = { type: 'said', mark, said } as { readonly type: string };
      const blobs = [{ hash: 'a'.repeat(64), kind: 'json', text: '"shared"' } as const];
      const result = await runs.append('shared', [{ seq, event }], { blobs });
      seq = result.latestSeq + 1;
      if (!result.appended) continue;
      said++;
      await states.setState({ threadId: mark, type: 'said', value: said });
    }
    return {};
  },

  /** Writes so many records and so many states, alone. */
  async write() {
    const [records = '0', states = '0'] = args;
    const runs = await store.getStore('runs');
    for (let seq = 1; seq <= Number(records); seq++) {
      await runs.append('r', [{ seq, event: { type: 'said' } }]);
    }
    const threadState = await store.getStore('threadState');
    for (let n = 0; n < Number(states); n++) {
      await threadState.setState({ threadId: 't', type: 'n', value: n });
    }
    return {};
  },

  /** Writes records of 100 KB to one run until that fails. */
  async fill() {
    const runs = await store.getStore('runs');
    const event = { type: 'said', text: 'x'.repeat(100_000) } as { readonly type: string };
    for (let seq = 1; ; seq++) await runs.append('r', [{ seq, event }]);
  },

  /** Takes the lock of the file and keeps it until the process is ended. */
  async hold() {
    const database = new Database(path);
    database.exec('begin immediate');
    setInterval(() => database.inTransaction, 1_000);
    return {};
  },
};

const run = tasks[task];
if (run === undefined) throw new Error(`A child has no task "${task}".`);
if (process.send === undefined) await run();
else {
  process.once('message', async () => {
    const told = await run().catch((error: { code?: unknown; message?: unknown }) => ({
      code: error.code,
      message: error.message,
    }));
    process.send?.(told);
  });
  process.send({});
}
