import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const dependenciesIn = (path: string): Record<string, string> =>
  JSON.parse(read(path)).dependencies;

describe('the bundle of the assistant', () => {
  it('imports only packages that this one depends on', () => {
    const names = [...read('../../dist/assistant.js').matchAll(/(?:from |load\()"([^"]+)"/g)]
      .map(([, specifier = '']) => specifier)
      .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    expect(names).toContain('@tenon/core');
    expect(Object.keys(dependenciesIn('../../package.json'))).toEqual(
      expect.arrayContaining(names),
    );
  });

  it('runs with the versions that the example has', () => {
    expect(dependenciesIn('../../package.json')).toMatchObject(
      dependenciesIn('../../../../examples/quickstart/package.json'),
    );
  });
});
