import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../testing/make-project.ts';
import { runTenon } from '../testing/run-tenon.ts';
import { hasTerminal, openTerminal } from '../testing/terminal.ts';

const toolOf = (name: string, description = `Does ${name}`) => `
import { createTool } from '@tenon/core/tools';
export const ${name}: unknown = createTool({ id: '${name}-id', description: ${JSON.stringify(description)}, execute: async () => 1 });
`;
const list = (cwd: string, ...args: readonly string[]) =>
  runTenon(['tool', 'list', ...args], { cwd });

describe('tenon tool list', () => {
  it('lists the tools of a folder with name, place and the first line of the description', async () => {
    const cwd = makeProject({
      'src/b.ts': toolOf('beta', '\n  Beta does this.\nAnd that.'),
      'src/deep/er/a.mts': toolOf('alpha'),
      'src/sdk.ts': `export const sdk = { description: 'Of the SDK', inputSchema: { type: 'object' }, execute: () => 1 };`,
    });
    expect(await list(cwd, 'src')).toEqual({
      code: 0,
      stdout: [
        `beta-id   ${'src/b.ts#beta'.padEnd(23)}  Beta does this.\n`,
        'alpha-id  src/deep/er/a.mts#alpha  Does alpha\n',
        `sdk       ${'src/sdk.ts#sdk'.padEnd(23)}  Of the SDK\n`,
      ].join(''),
      stderr: '',
    });
    expect(JSON.parse((await list(cwd, 'src', '--json')).stdout)).toEqual([
      { name: 'beta-id', export: 'beta', file: 'src/b.ts', description: 'Beta does this.' },
      { name: 'alpha-id', export: 'alpha', file: 'src/deep/er/a.mts', description: 'Does alpha' },
      { name: 'sdk', export: 'sdk', file: 'src/sdk.ts', description: 'Of the SDK' },
    ]);
  });

  it('names a place that tenon tool run takes', async () => {
    const cwd = makeProject({ 'src/a.ts': toolOf('alpha') });
    const [, place = ''] = (await list(cwd, 'src')).stdout.split(/\s+/);
    expect((await runTenon(['tool', 'run', place], { cwd })).stdout).toBe('1\n');
  });

  it('takes a file as well, and finds the tools of records, agents and registries', async () => {
    const cwd = makeProject({
      'all.ts': `${toolOf('one')}
        import { Tenon } from '@tenon/core';
        const other = (id: string) => createTool({ id, description: id, execute: async () => 1 });
        export const tools = { two: other('two'), one };
        export default new Tenon({ tools: { three: other('three') }, logger: false });`,
    });
    const rows = JSON.parse((await list(cwd, 'all.ts', '--json')).stdout);
    expect(rows.map((row: { export: string }) => row.export)).toEqual([
      'one',
      'tools.two',
      'default.three',
    ]);
  });

  it('lists a tool once, where it is made rather than where it is handed on', async () => {
    const cwd = makeProject({
      'index.ts': `export * from './z.ts'; import { zeta } from './z.ts'; export const all = { zeta };`,
      'z.ts': toolOf('zeta'),
    });
    expect((await list(cwd, '.')).stdout).toBe('zeta-id  z.ts#zeta  Does zeta\n');
  });

  it('leaves out what is no source, and does not run what exports nothing', async () => {
    const left = toolOf('left');
    const cwd = makeProject({
      'src/node_modules/m.ts': left,
      'src/dist/d.js': left,
      'src/.hidden/h.ts': left,
      'src/tests/t.ts': left,
      'src/a.test.ts': left,
      'src/a.d.ts': 'export declare const a: number;',
      'src/main.ts': `console.log('main runs'); process.exit(7);`,
      'src/notes.md': 'export',
      'src/a.js': toolOf('alpha').replace(': unknown', ''),
    });
    const { code, stdout, stderr } = await list(cwd, 'src');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('alpha-id  src/a.js#alpha  Does alpha\n');
  });

  it('tells of files that do not load, lists the others and ends with 1', async () => {
    const cwd = makeProject({
      'src/a.ts': `export const a = 1;\nthrow new Error('no database');`,
      'src/b.ts': `export const b = 1; process.exit(0);`,
      'src/c.ts': `export const c = 1; await new Promise(() => {});`,
      'src/d.ts': `export const d = 1; void (async () => { throw new Error('late'); })();`,
      'src/e.ts': `export const bad = { description: 'Bad', inputSchema: 5, execute: () => 1 };`,
      'src/f.ts': `console.log('loading f');${toolOf('fine')}`,
    });
    const { code, stdout, stderr } = await list(cwd, 'src', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ name: 'fine-id' })]);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'loading f',
      '"src/a.ts" cannot be loaded: no database (src/a.ts:2:7).',
      expect.stringMatching(/^"src\/b.ts" cannot be loaded: it ends the process\./),
      '"src/c.ts" never ends: it waits for something that cannot come.',
      'A file failed after it was loaded: late',
      expect.stringMatching(/^"src\/e.ts#bad" cannot be used: .*inputSchema is a number/),
    ]);
  });

  it('says so where there are no tools, or nothing at all', async () => {
    const cwd = makeProject({ 'src/a.ts': 'export const a = 1;' });
    expect(await list(cwd, 'src')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There are no tools in "src".\n',
    });
    expect((await list(cwd, 'src', '--json')).stdout).toBe('[]\n');
    expect(await list(cwd, 'lib')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no file or folder "lib".\n',
    });
  });
});

describe.skipIf(!hasTerminal && !process.env.CI)('tenon tool list in a terminal', () => {
  it('says what it reads while that takes long, and takes that away', async () => {
    const cwd = makeProject({
      'src/slow.ts': `import { existsSync } from 'node:fs';
        while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 10));
        ${toolOf('slow')}`,
    });
    const terminal = await openTerminal(['tool', 'list', 'src'], { cwd });
    await terminal.waitFor('Reading 1 of 1: src/slow.ts');
    writeFileSync(join(cwd, 'go'), '');
    const all = await terminal.waitFor('slow-id  src/slow.ts#slow  Does slow');
    expect(all).not.toContain('Reading');
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.read({ as: 'colors' })).toContain('\u001b[1mslow-id');
  });
});
