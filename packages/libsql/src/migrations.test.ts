import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../sql/src/migrations/index.ts';
import { LibSQLStore } from './index.ts';
import { temporaryFolder } from './testing/stores.ts';

const newPath = () => join(temporaryFolder({ onEnd: onTestFinished }), 'tenon.db');

async function opened(path: string): Promise<LibSQLStore> {
  const store = new LibSQLStore({ id: 'store', url: `file:${path}` });
  onTestFinished(() => store.close());
  await store.getStore('runs');
  return store;
}

/** What SQLite finds in a file, read past the store. */
function rowsOf(path: string, text: string): unknown[] {
  const database = new Database(path);
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

describe('the tables of a file', () => {
  it('are made at first use, all with the names of the product', async () => {
    const path = newPath();
    await opened(path);
    const tables = rowsOf(path, "select name from sqlite_master where type = 'table'");
    const names = tables.map((row) => (row as { name: string }).name);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !/^(tenon|sqlite)_/.test(name))).toEqual([]);
  });

  it('count their versions up, and are left alone when they are up to date', async () => {
    const path = newPath();
    await opened(path);
    const applied = rowsOf(path, 'select * from tenon_migrations order by version');
    expect(applied).toMatchObject(
      migrations.map(({ name }, index) => ({ version: index + 1, name })),
    );
    await opened(path);
    expect(rowsOf(path, 'select * from tenon_migrations order by version')).toEqual(applied);
  });

  it('of an older version get what they lack, and keep what they have', async () => {
    const path = newPath();
    const store = await opened(path);
    const runs = await store.getStore('runs');
    await runs.append('r', [{ seq: 1, event: { type: 'said' } }]);
    await store.close();
    const database = new Database(path);
    database.exec(`
      drop table tenon_streams; drop table tenon_stream_chunks; drop table tenon_background_tasks;
      drop table tenon_traces; drop table tenon_spans; delete from tenon_migrations where version >= 3;
    `);
    database.close();
    const again = await opened(path);
    expect(await (await again.getStore('runs')).read('r')).toHaveLength(1);
    expect((await (await again.getStore('traces')).listTraces()).total).toBe(0);
  });

  it('of a newer version are refused, and not changed', async () => {
    const path = newPath();
    await (await opened(path)).close();
    const database = new Database(path);
    database.exec("insert into tenon_migrations values (99, 'to come', 0)");
    database.close();
    await expect(opened(path)).rejects.toMatchObject({
      code: 'STORE_VERSION_NEWER',
      message: expect.stringContaining(path),
    });
    expect(rowsOf(path, 'select max(version) as latest from tenon_migrations')).toEqual([
      { latest: 99 },
    ]);
  });

  it('are not half made when a step fails', async () => {
    const path = newPath();
    const database = new Database(path);
    database.exec('create table tenon_messages (mine text)');
    database.close();
    await expect(opened(path)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(rowsOf(path, "select name from sqlite_master where type = 'table'")).toEqual([
      { name: 'tenon_messages' },
    ]);
  });
});
