import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LibSQLStore } from '../index.ts';

interface Test {
  onEnd(close: () => void | Promise<void>): void;
}

/** A folder that goes when the test has ended. */
export function temporaryFolder({ onEnd }: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-libsql-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function storeInFile(test: Test): LibSQLStore {
  return closing(test, `file:${join(temporaryFolder(test), 'tenon.db')}`);
}

export function storeInMemory(test: Test): LibSQLStore {
  return closing(test, ':memory:');
}

function closing({ onEnd }: Test, url: string): LibSQLStore {
  const store = new LibSQLStore({ id: 'store', url });
  onEnd(() => store.close());
  return store;
}
