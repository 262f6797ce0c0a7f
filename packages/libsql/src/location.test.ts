import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LibSQLStore } from './index.ts';
import { toLocation } from './location.ts';

describe('the address of a store', () => {
  it('is a path from the working directory on, or an absolute one', () => {
    const absolute = resolve('folder', 'tenon.db');
    expect(toLocation('file:folder/tenon.db').path).toBe(absolute);
    expect(toLocation('file:./folder/tenon.db').path).toBe(absolute);
    expect(toLocation(`file:${absolute}`).path).toBe(absolute);
    expect(toLocation(pathToFileURL(absolute).href).path).toBe(absolute);
    expect(toLocation(':memory:').isMemory).toBe(true);
  });

  it('may hold any character of a path, written as in addresses', () => {
    expect(toLocation('file:my%20data%3F.db').path).toBe(resolve('my data?.db'));
    expect(toLocation(pathToFileURL(join('/', 'ä b.db')).href).path).toBe(resolve('/ä b.db'));
  });

  it.each([
    '',
    'file:',
    'tenon.db',
    'libsql://host',
    'http://host',
    'file:a?mode=ro',
    'file:%',
    5,
    undefined,
  ])('is not %j', (url) => {
    expect(() => toLocation(url)).toThrow(/"url"/);
  });
});

describe('the options of a LibSQLStore', () => {
  it('are refused by name where they are not known or wrong', () => {
    const make = (options: object) => () =>
      new LibSQLStore({ id: 'a', url: ':memory:', ...options });
    expect(make({})).not.toThrow();
    expect(make({ authToken: 'secret' })).toThrow(/"authToken" of a store is not known/);
    expect(make({ authToken: 'secret' })).not.toThrow(/secret/);
    expect(make({ busyTimeoutMs: -1 })).toThrow(/"busyTimeoutMs"/);
    expect(make({ id: '' })).toThrow(/The id is empty/);
  });
});
