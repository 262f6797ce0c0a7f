import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, readSource } from './imports.ts';
import { doorsOf, filesBelow } from './workspace.mjs';

const core = 'packages/core';
const source = `${core}/src`;

/** A file imports from its own folder and from the floors below it. */
const floors: Readonly<Record<string, number>> = {
  doors: 8,
  app: 7,
  agent: 6,
  workflows: 6,
  loop: 5,
  calls: 4,
  processors: 4,
  tools: 3,
  models: 3,
  threads: 3,
  signals: 3,
  journal: 2,
  storage: 2,
  chunks: 2,
  messages: 2,
  schema: 1,
  trace: 1,
  base: 0,
};
/** Files beside the folders, such as src/index.ts, are doors of the package and see everything. */
const topFloor = 9;

/** Files that other folders may import although they are not the `index.ts` of theirs. */
const furtherDoors: readonly string[] = doorsOf(core).map((door) =>
  posix.join(core, door.source).slice(source.length + 1),
);

/** Files that may `await import('node:…')`, and what they need it for. */
const needsNode: Readonly<Record<string, string>> = {
  'tools/web-fetch/open-page.ts': 'connects to the address that was checked, which fetch cannot',
  'tools/web-fetch/read-body.ts': 'unpacks no more than is wanted',
};

/** Known by their interfaces alone: users bring them, or do not have them. */
const neverImported = [
  'zod',
  'valibot',
  '@valibot/to-json-schema',
  'arktype',
  '@opentelemetry/api',
];
/** Dear to import: loaded when first used. */
const importedLazily = ['@cfworker/json-schema', 'minisearch'];

const files = filesBelow(source)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(source.length + 1));

describe('the floors of core', () => {
  it('holds every folder', () => {
    const folders = new Set(files.filter((file) => file.includes('/')).map(folderOf));
    expect([...folders].filter((folder) => floors[folder] === undefined)).toEqual([]);
  });

  it('are imported downwards, and through doors', () => {
    expect(files.flatMap(problemsOf)).toEqual([]);
  });

  it('find what is wrong', () => {
    expect(problemWith('tools/tool.ts', '../calls/index.ts')).toContain('floor 3, imports');
    expect(problemWith('tools/tool.ts', '../models/index.ts')).toContain('floor 3');
    expect(problemWith('tools/builtin/ask.ts', '../../messages/prompt.ts')).toContain('door');
    expect(problemWith('tools/tool.ts', '../index.ts')).toContain('floor 9');
    expect(problemWith('index.ts', './tools/tool.ts')).toContain('door');
    expect(problemWith('tools/tool.ts', '../../../testing/src/index.ts')).toContain('outside');
    expect(problemWith('tools/builtin/ask.ts', '../tool.ts')).toBeUndefined();
    expect(problemWith('tools/tool.ts', '../messages/index.ts')).toBeUndefined();
    expect(problemWith('tools/tool.ts', '../base/errors.ts')).toBeUndefined();
    expect(problemWith('index.ts', './tools/index.ts')).toBeUndefined();
  });
});

describe('the packages that core imports', () => {
  // what tests share is not shipped
  const sources = files.filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const uses = sources.flatMap((file) =>
    importsOf(readSource(`${source}/${file}`))
      .filter(({ specifier }) => !specifier.startsWith('.'))
      .map((found) => ({ file, ...found })),
  );
  const show = ({ file, specifier }: { file: string; specifier: string }) =>
    `${file} imports ${specifier}`;
  const isOneOf = (names: readonly string[], specifier: string) =>
    names.some((name) => specifier === name || specifier.startsWith(`${name}/`));

  it('are none of those that users bring', () => {
    expect(uses.filter(({ specifier }) => isOneOf(neverImported, specifier)).map(show)).toEqual([]);
  });

  it('are loaded when first used where that takes long', () => {
    const eager = uses.filter(
      ({ specifier, kind }) => kind === 'static' && isOneOf(importedLazily, specifier),
    );
    expect(eager.map(show)).toEqual([]);
  });

  it('are parts of Node only where the table says so, and then by import()', () => {
    const parts = uses.filter(
      ({ specifier }) =>
        specifier.startsWith('node:') || isOneOf(builtinModules as readonly string[], specifier),
    );
    const wrong = parts.filter(
      ({ file, kind }) => kind === 'static' || needsNode[file] === undefined,
    );
    expect(wrong.map(show)).toEqual([]);
    const unused = Object.keys(needsNode).filter((file) => !parts.some((use) => use.file === file));
    expect(unused).toEqual([]);
  });
});

describe('importsOf', () => {
  it('reads imports of every kind and no comments', () => {
    const code = [
      "import { a } from './a.ts';",
      "import type { B } from './b.ts';",
      "export {\n  c,\n  type D,\n} from './c.ts';",
      "import './d.ts';",
      "const e = await import('./e.ts');",
      "// import { x } from './x.ts';",
      " * @example import { y } from './y.ts'",
      "/** import { z } from './z.ts' and import('./z.ts') */",
      "export const url = 'https://example.org'; export const f = () => import('./f.ts');",
      'export function g() {}',
      "const h = 'h';",
    ].join('\n');
    expect(importsOf(code).map(({ specifier, kind }) => `${kind} ${specifier}`)).toEqual([
      'static ./a.ts',
      'type ./b.ts',
      'static ./c.ts',
      'static ./d.ts',
      'dynamic ./e.ts',
      'dynamic ./f.ts',
    ]);
  });
});

function problemsOf(file: string): string[] {
  return importsOf(readSource(`${source}/${file}`))
    .filter(({ specifier }) => specifier.startsWith('.'))
    .flatMap(({ specifier }) => problemWith(file, specifier) ?? []);
}

function problemWith(file: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(file), specifier);
  if (target.startsWith('..')) return `${file} imports ${specifier}, outside core/src`;
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === to) return undefined;
  const [own, other] = [floorOf(from), floorOf(to)];
  if (other >= own) {
    return `${file}, floor ${own}, imports ${target} of floor ${other}`;
  }
  const isDoor = target === `${to}/index.ts` || to === 'base' || furtherDoors.includes(target);
  return isDoor ? undefined : `${file} imports ${target} past its door ${to}/index.ts`;
}

/** The first folder of a path; empty for files beside the folders. */
function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : '';
}

function floorOf(folder: string): number {
  return folder === '' ? topFloor : (floors[folder] ?? Number.POSITIVE_INFINITY);
}
