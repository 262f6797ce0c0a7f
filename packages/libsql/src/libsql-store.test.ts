import { join } from 'node:path';
import type { StoreDomains, StoreName } from '@tenon/core/storage';
import {
  describeBackgroundTaskStore,
  describeRunStore,
  describeStore,
  describeStreamStore,
  describeThreadStateStore,
  describeThreadStore,
  describeTraceStore,
  type StoreTest,
} from '@tenon/testing';
import { describe, it } from 'vitest';
import { LibSQLStore } from './index.ts';
import { alternating } from './testing/alternating.ts';
import { storeInFile, storeInMemory, temporaryFolder } from './testing/stores.ts';

describeStore({ describe, it }, 'in a file', storeInFile);
describeStore({ describe, it }, 'of SQLite in memory', storeInMemory);

/** Each call of a domain goes to another connection than the last. */
const ofTwo =
  <Name extends StoreName>(name: Name) =>
  async (test: StoreTest): Promise<StoreDomains[Name]> => {
    const url = `file:${join(temporaryFolder(test), 'tenon.db')}`;
    const stores = ['one', 'other'].map((id) => new LibSQLStore({ id, url }));
    for (const store of stores) test.onEnd(() => store.close());
    return alternating(await Promise.all(stores.map((store) => store.getStore(name))));
  };

const name = 'a file of two connections';
describeRunStore({ describe, it }, name, ofTwo('runs'));
describeThreadStore({ describe, it }, name, ofTwo('threads'));
describeThreadStateStore({ describe, it }, name, ofTwo('threadState'));
describeStreamStore({ describe, it }, name, ofTwo('streams'));
describeBackgroundTaskStore({ describe, it }, name, ofTwo('backgroundTasks'));
describeTraceStore({ describe, it }, name, ofTwo('traces'));
