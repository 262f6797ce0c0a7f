import { join } from 'node:path';
import type { StoreDomains, StoreName } from '@tenon/core/storage';
import {
  describeRunStore,
  describeStore,
  describeThreadStateStore,
  describeThreadStore,
  type StoreTest,
} from '@tenon/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LibSQLStore } from './index.ts';
import { alternating } from './testing/alternating.ts';
import { storeInFile, storeInMemory, temporaryFolder } from './testing/stores.ts';

const silent = (store: LibSQLStore): LibSQLStore => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return store;
};

describeStore({ describe, it }, 'in a file', (test) => silent(storeInFile(test)));
describeStore({ describe, it }, 'of SQLite in memory', (test) => silent(storeInMemory(test)));
/** Each call of a domain goes to another connection than the last. */
const ofTwo =
  <Name extends StoreName>(name: Name) =>
  async (test: StoreTest): Promise<StoreDomains[Name]> => {
    const url = `file:${join(temporaryFolder(test), 'tenon.db')}`;
    const stores = ['one', 'other'].map((id) => silent(new LibSQLStore({ id, url })));
    for (const store of stores) test.onEnd(() => store.close());
    return alternating(await Promise.all(stores.map((store) => store.getStore(name))));
  };

describeRunStore({ describe, it }, 'a file of two connections', ofTwo('runs'));
describeThreadStore({ describe, it }, 'a file of two connections', ofTwo('threads'));
describeThreadStateStore({ describe, it }, 'a file of two connections', ofTwo('threadState'));

describe('what is not kept in the file yet', () => {
  it('is told of once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const store = storeInMemory({ onEnd: onTestFinished });
    warn.mockClear();
    await store.getStore('runs');
    expect(warn).not.toHaveBeenCalled();
    await store.getStore('traces');
    await store.getStore('traces');
    expect(warn.mock.calls).toEqual([[expect.stringContaining('"traces" in memory')]]);
  });
});
