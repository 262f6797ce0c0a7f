import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource } from './imports.ts';
import { doorsOf, filesBelow, packageFolders, root, surfaceOf } from './workspace.mjs';

/** Every name that a package exports stands in a file here, so that a new one is seen. Update: `npx vitest run tools -u`. */
const doors = packageFolders().flatMap((folder) =>
  doorsOf(folder)
    .map(({ door, source }) => ({
      title: join(folder.replace('packages/', ''), door),
      path: join(folder, source),
      snapshot: surfaceOf(folder, door),
    }))
    .filter(({ path }) => existsSync(join(root, path))),
);

describe('the names exported by', () => {
  it.each(doors)('$title are known', async ({ path, snapshot }) => {
    const names = exportsOf(readSource(path));
    await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(join(root, snapshot));
  });

  it('no door that is gone', () => {
    const known: string[] = doors.map(({ snapshot }) => snapshot);
    expect(filesBelow('tools/surface').filter((file) => !known.includes(file))).toEqual([]);
  });
});

describe('exportsOf', () => {
  it('reads names and types one by one', () => {
    const code = [
      "export { b, a as c, type D } from './b.ts';",
      "export type {\n  E,\n  F as G,\n} from './e.ts';",
      'export const h = 1;',
      'export async function i() {}',
      'export abstract class J {}',
      'export interface K {}',
      'export type L<T> = T;',
      '/** export const not = 1; */',
    ].join('\n');
    expect(exportsOf(code)).toEqual([
      'b',
      'c',
      'h',
      'i',
      'J',
      'type D',
      'type E',
      'type G',
      'type K',
      'type L',
    ]);
  });

  it('refuses what hides names', () => {
    expect(() => exportsOf("export * from './a.ts';")).toThrow('one by one');
    expect(() => exportsOf('export default 1;')).toThrow('one by one');
  });
});

function exportsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  if (/^export\s+(\*|default\b)/m.test(code)) throw new Error('Doors export names one by one.');
  const names: string[] = [];
  for (const [, type, list = ''] of code.matchAll(/^export\s+(type\s+)?\{([^}]*)\}/gm)) {
    for (const item of list.split(',')) {
      const [, ownType, name] = /^\s*(type\s+)?(?:\S+\s+as\s+)?(\S+)\s*$/.exec(item) ?? [];
      if (name !== undefined) names.push(type || ownType ? `type ${name}` : name);
    }
  }
  const declared =
    /^export\s+(?:declare\s+|abstract\s+|async\s+)*(const|let|function\*?|class|enum|interface|type)\s+(\w+)/gm;
  for (const [, kind = '', name = ''] of code.matchAll(declared)) {
    names.push(kind === 'interface' || kind === 'type' ? `type ${name}` : name);
  }
  const collator = new Intl.Collator('en', { sensitivity: 'base' });
  return names.sort((left, right) => {
    const types = Number(left.startsWith('type ')) - Number(right.startsWith('type '));
    return types || collator.compare(left, right);
  });
}
