import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../testing/make-project.ts';
import { runTenon } from '../testing/run-tenon.ts';

const head = `import { createTool } from '@tenon/core/tools'; import { z } from 'zod';`;
const toolOf = (name: string, fields: string, more = '') => `
  export const ${name} = createTool({ id: '${name}', description: 'Looks something up for the user',
    inputSchema: z.object({ ${fields} }), execute: async () => 1, ${more} });`;
const fine = toolOf('fine', `place: z.string().describe('City, for instance Oslo')`);
const poor = toolOf(
  'poor',
  `place: z.string().max(80), day: z.string().describe('Weekday, in English')`,
);
const refused = toolOf(
  'refused',
  `place: z.string().max(80).describe('City name')`,
  'strict: false,',
);
const lint = (cwd: string, ...args: readonly string[]) =>
  runTenon(['tool', 'lint', ...args], { cwd });

describe('tenon tool lint', () => {
  it('tells by tool and field what is the matter, and what each definition takes', async () => {
    const cwd = makeProject({ 'src/a.ts': head + poor + refused, 'src/b.ts': head + fine });
    const { code, stdout, stderr } = await lint(cwd, 'src');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [poorly, badly, costs, summary] = stdout.trimEnd().split('\n\n');
    expect(poorly?.split('\n')).toEqual([
      'poor  src/a.ts#poor',
      expect.stringMatching(
        /^ {2}warning {2}place: It has no description\. .*\[field-description-missing\]$/,
      ),
      expect.stringMatching(
        /^ {2}warning {2}place: "maxLength" is told to Google .*\[rule-in-words\]$/,
      ),
    ]);
    expect(badly?.split('\n')).toEqual([
      'refused  src/a.ts#refused',
      expect.stringMatching(/^ {2}error {4}place: With strict: false .*\[sent-as-written\]$/),
    ]);
    expect(costs?.split('\n')).toEqual([
      expect.stringMatching(/^tokens in each request, about +OpenAI +Anthropic +Google$/),
      expect.stringMatching(/^poor( +\d+){3}$/),
      expect.stringMatching(/^refused( +\d+){3}$/),
      expect.stringMatching(/^fine( +\d+){3}$/),
      expect.stringMatching(/^total( +\d+){3}$/),
    ]);
    expect(summary).toBe('3 tools, 1 error, 2 warnings.');
  });

  it('ends with 1 for findings only when it is strict', async () => {
    const cwd = makeProject({ 'a.ts': head + poor, 'b.ts': head + fine });
    expect((await lint(cwd, 'a.ts', '--strict')).code).toBe(1);
    expect((await lint(cwd, 'a.ts')).code).toBe(0);
    expect((await lint(cwd, 'b.ts', '--strict')).code).toBe(0);
  });

  it('looks at one provider alone', async () => {
    const cwd = makeProject({ 'a.ts': head + refused });
    expect((await lint(cwd, 'a.ts', '--strict', '--provider', 'google')).code).toBe(1);
    const { code, stdout } = await lint(cwd, 'a.ts', '--strict', '--provider', 'anthropic');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^tokens in each request, about +Anthropic\n/);
    const unknown = await lint(cwd, 'a.ts', '--provider', 'nobody');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('openai, anthropic, google');
  });

  it('prints findings and costs as JSON', async () => {
    const cwd = makeProject({ 'a.ts': head + poor });
    const { findings, costs, total } = JSON.parse((await lint(cwd, 'a.ts', '--json')).stdout);
    expect(findings).toHaveLength(2);
    expect(findings[1]).toEqual({
      rule: 'rule-in-words',
      severity: 'warning',
      tool: 'poor',
      place: 'a.ts#poor',
      path: 'place',
      providers: ['google'],
      message: expect.stringContaining('maxLength'),
    });
    expect(costs).toEqual([{ tool: 'poor', place: 'a.ts#poor', tokens: total }]);
    expect(total).toEqual({
      openai: expect.any(Number),
      anthropic: expect.any(Number),
      google: expect.any(Number),
    });
  });

  it('knows a tool by its key in a record, and tells of two under one name', async () => {
    const cwd = makeProject({
      'a.ts': `${head} ${fine} export const tools = { 'of record': createTool({ ...fine, id: 'other' }) };`,
      'b.ts': head + fine,
    });
    const { findings } = JSON.parse((await lint(cwd, '.', '--json')).stdout);
    expect(findings.map((one: { rule: string; place: string }) => [one.rule, one.place])).toEqual([
      ['name-taken', 'a.ts#fine'],
      ['name-rewritten', 'a.ts#tools.of record'],
      ['name-taken', 'b.ts#fine'],
    ]);
    expect(findings[0].message).toContain('(b.ts#fine)');
  });

  it('says so where there are no tools', async () => {
    const cwd = makeProject({ 'src/a.ts': 'export const a = 1;' });
    const stderr = 'There are no tools in "src".\n';
    expect(await lint(cwd, 'src')).toEqual({ code: 0, stdout: '', stderr });
    const { findings, costs } = JSON.parse((await lint(cwd, 'src', '--json')).stdout);
    expect({ findings, costs }).toEqual({ findings: [], costs: [] });
  });

  it('finds nothing in the tools of a new project', async () => {
    const tools = fileURLToPath(
      new URL('../../templates/project/src/tenon/tools', import.meta.url),
    );
    const { code, stdout } = await lint(makeProject({}), tools, '--strict');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^tokens/) });
  });

  it('tells of files that do not load, checks the others and ends with 1', async () => {
    const cwd = makeProject({
      'src/a.ts': head + fine,
      'src/b.ts': `export const a = 1; throw new Error('down');`,
    });
    const { code, stdout, stderr } = await lint(cwd, 'src');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^"src\/b.ts" cannot be loaded: down \(src\/b.ts:1:\d+\)\.\n$/);
    expect(stdout).toMatch(/1 tool, 0 errors, 0 warnings\.\n$/);
  });
});
