import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../testing/make-project.ts';
import { environmentWithoutKeys, runTenon, tenonBinary } from '../testing/run-tenon.ts';

const weather = `
import { createTool } from '@tenon/core/tools';
import { z } from 'zod';
export const weather = createTool({
  id: 'get-weather',
  description: 'Current weather at a place',
  inputSchema: z.object({ place: z.string(), days: z.number().int().default(1) }),
  outputSchema: z.object({ summary: z.string() }),
  execute: async ({ place, days }) => ({ summary: \`\${place} \${days}\` }),
});
`;
/** A tool around the body of a function of `input` and `context`. */
const toolOf = (body: string, more = '') => `
import { createTool } from '@tenon/core/tools';
export const it = createTool({ id: 'it', description: 'It', ${more}
  execute: async (input: any, context: any) => { ${body} } });
`;
const run = (cwd: string, ...args: readonly string[]) =>
  runTenon(['tool', 'run', ...args], { cwd });
/** Runs it with a stdin that stays open. */
function start(cwd: string, args: readonly string[], flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, tenonBinary, 'tool', 'run', ...args], {
    cwd,
    env: environmentWithoutKeys(),
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  /** All of stderr, once this is in it. */
  const said = async (text: string): Promise<string> => {
    while (!stderr.includes(text)) await once(child.stderr, 'data');
    return stderr;
  };
  return { child, said };
}

describe('tenon tool run', () => {
  it('runs a tool from its TypeScript source and prints what it gives on one line', async () => {
    const cwd = makeProject({ 'weather.ts': weather });
    expect(await run(cwd, 'weather.ts', '{"place":"Oslo"}')).toEqual({
      code: 0,
      stdout: '{"summary":"Oslo 1"}\n',
      stderr: '',
    });
    const { stdout } = await run(cwd, 'weather.ts', '{"place":"Oslo"}', '--pretty');
    expect(stdout).toBe('{\n  "summary": "Oslo 1"\n}\n');
  });

  it('reads the input from stdin where it is a dash', async () => {
    const cwd = makeProject({ 'weather.ts': weather });
    const input = '{"place":"Rome",\n"days":3}';
    const { stdout } = await runTenon(['tool', 'run', 'weather.ts', '-'], { cwd, input });
    expect(stdout).toBe('{"summary":"Rome 3"}\n');
  });

  it('says everything that is wrong with the input, each with its path', async () => {
    const cwd = makeProject({ 'weather.ts': weather });
    const { code, stdout, stderr } = await run(cwd, 'weather.ts', '{"days":1.5}');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [headline, ...issues] = stderr.trimEnd().split('\n');
    expect(headline).toBe('Input validation failed for tool "get-weather":');
    expect(issues.map((line) => line.split(':')[0])).toEqual(['- place', '- days']);
  });

  it('takes no input as one without arguments', async () => {
    const cwd = makeProject({ 'it.ts': toolOf('return input;') });
    expect((await run(cwd, 'it.ts')).stdout).toBe('{}\n');
    expect((await run(cwd, 'it.ts', ' ')).stdout).toBe('{}\n');
  });

  it.each([
    ['{"place": Oslo}', `"O" is unexpected at column 11`],
    ['{"place":"Oslo"', 'it ends too early at column 16'],
    [`{"place":"Os\\x"}`, '"\\\\" is unexpected at column 13'],
    ['{\n  "a": [1,]\n}', '"]" is unexpected at line 2, column 11'],
    ['{"a":01}', '"0" is unexpected at column 6'],
    ['{"a":"\u007f",}', '"}" is unexpected at column 10'],
  ])('says where %j stops being JSON', async (input, place) => {
    const cwd = makeProject({ 'weather.ts': weather });
    const { code, stdout, stderr } = await run(cwd, 'weather.ts', input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^The input is not JSON: [^\n]*\n$/);
    expect(stderr).toContain(`${place}.`);
  });

  it('prints what the tool takes and gives as JSON Schema, and needs no input for it', async () => {
    const cwd = makeProject({ 'weather.ts': weather, 'it.ts': toolOf('') });
    const { stdout, code } = await run(cwd, 'weather.ts', '--schema');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      name: 'get-weather',
      description: 'Current weather at a place',
      inputSchema: expect.objectContaining({
        type: 'object',
        required: ['place'],
        properties: {
          place: { type: 'string' },
          days: expect.objectContaining({ type: 'integer', default: 1 }),
        },
      }),
      outputSchema: expect.objectContaining({ properties: { summary: { type: 'string' } } }),
    });
    const without = JSON.parse((await run(cwd, 'it.ts', '--schema')).stdout);
    expect(without).toEqual({
      name: 'it',
      description: 'It',
      inputSchema: expect.objectContaining({ type: 'object', properties: {} }),
    });
  });

  it('gives the tool values for its request context, checked by its schema', async () => {
    const schema = `requestContextSchema: z.object({ user: z.string(), limit: z.number().default(5) }),`;
    const file = `import { z } from 'zod';${toolOf('return [...context.requestContext.entries()];', schema)}`;
    const cwd = makeProject({ 'it.ts': file });
    const { stdout } = await run(cwd, 'it.ts', '--context', '{"user":"ada"}');
    expect(JSON.parse(stdout)).toEqual([
      ['user', 'ada'],
      ['limit', 5],
    ]);
    const missing = await run(cwd, 'it.ts');
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^Request context validation failed for tool "it":\n- user: /);
    expect(await run(cwd, 'it.ts', '--context', '[1]')).toEqual({
      code: 2,
      stdout: '',
      stderr: `--context must be a JSON object, such as '{"user":"ada"}'.\n`,
    });
  });

  it('stops a tool when its time is up, tells it, and names tool and time', async () => {
    const body = `return new Promise((resolve) => context.abortSignal.addEventListener('abort', () =>
      setTimeout(() => { console.log('cleaned up'); resolve(1); }, 50)));`;
    const cwd = makeProject({ 'it.ts': toolOf(body) });
    expect(await run(cwd, 'it.ts', '--timeout', '0.05s')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'cleaned up\nTool "it" was stopped because it did not end within 50 ms. Give it more time by --timeout.\n',
    });
  });

  it('stops a tool that does not listen when its time is up', async () => {
    const cwd = makeProject({
      'it.ts': toolOf('setInterval(() => {}, 1000); await new Promise(() => {});'),
    });
    const { code, stderr } = await run(cwd, 'it.ts', '--timeout', '50');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('50 ms') });
  });

  it('does not take nonsense for a time', async () => {
    const cwd = makeProject({ 'it.ts': toolOf('') });
    for (const time of ['soon', '999999999m']) {
      expect(await run(cwd, 'it.ts', `--timeout=${time}`)).toEqual({
        code: 2,
        stdout: '',
        stderr: `--timeout takes a time such as 500ms, 30s or 2m, not "${time}".\n`,
      });
    }
  });

  it('says so when a tool waits for what cannot come', async () => {
    const cwd = makeProject({ 'it.ts': toolOf('await new Promise(() => {});') });
    expect(await run(cwd, 'it.ts')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Tool "it" never ends: it waits for something that cannot come.\n',
    });
  });

  it('aborts the tool when it is interrupted, and ends with 130', async () => {
    const body = `context.abortSignal.addEventListener('abort', () => console.log('aborted'));
      console.log('running');
      await new Promise((resolve) => { const timer = setInterval(() => {}, 1000);
        context.abortSignal.addEventListener('abort', () => { clearInterval(timer); resolve(1); }); });`;
    const cwd = makeProject({ 'it.ts': toolOf(body) });
    const { child, said } = start(cwd, ['it.ts']);
    await said('running');
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect({ code, stderr: await said('') }).toEqual({ code: 130, stderr: 'running\naborted\n' });
  });

  it('can be interrupted while it waits for its input', async () => {
    const head = `process.on('newListener', (name) => name === 'SIGINT' && process.stderr.write('listens\\n'));`;
    const cwd = makeProject({ 'it.ts': toolOf('return 1;'), 'tell.cjs': head });
    const { child, said } = start(cwd, ['it.ts', '-'], ['--require', './tell.cjs']);
    await said('listens');
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
  });

  it.each([
    ['a timer', `setTimeout(() => { throw new Error('late'); });`],
    ['a promise', `void Promise.reject(new Error('late'));`],
  ])('stops the tool when %s fails that nobody waits for', async (_what, body) => {
    const wait = `const timer = setInterval(() => {}, 1000);
      await new Promise((resolve) => context.abortSignal.addEventListener('abort', resolve));
      clearInterval(timer);`;
    const cwd = makeProject({ 'it.ts': toolOf(`${body} ${wait}`) });
    expect(await run(cwd, 'it.ts')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'What nobody waits for failed: late\n',
    });
    expect((await run(cwd, 'it.ts', '--debug')).stderr).toMatch(/^Error: late\n {4}at /);
  });

  it('gives the result where nobody reads what the tool says', async () => {
    const body = `let isHeard = true;
      process.stderr.once('error', () => { isHeard = false; });
      while (isHeard) { console.log('running'); await new Promise((resolve) => setImmediate(resolve)); }
      console.log('nobody hears this'); return 1;`;
    const { child, said } = start(makeProject({ 'it.ts': toolOf(body) }), ['it.ts']);
    await said('running');
    child.stderr.destroy();
    const stdout = text(child.stdout);
    const [code] = await once(child, 'close');
    expect({ code, stdout: await stdout }).toEqual({ code: 0, stdout: '1\n' });
  });

  it('does not let a file or a tool end the process as if all were well', async () => {
    const cwd = makeProject({
      'it.ts': toolOf('process.exit(0);'),
      'file.ts': `${toolOf('return 1;')} process.exit(0);`,
    });
    const way = 'it ends the process. Keep what runs apart from what is exported.\n';
    expect(await run(cwd, 'it.ts')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Tool "it" failed: ${way}`,
    });
    const { code, stderr } = await run(cwd, 'file.ts');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^"file.ts" cannot be loaded: it ends the process\. .*\n$/);
  });

  it('keeps stdout for the result', async () => {
    const body = `console.log('one'); process.stdout.write('two\\n');
      await context.writer.write({ three: 3 }); await context.writer.custom({ type: 'data-four', data: 4 });
      context.observe.log('info', 'five', { six: 6 }); return 'done';`;
    const cwd = makeProject({ 'it.ts': `console.log('zero');${toolOf(body)}` });
    expect(await run(cwd, 'it.ts')).toEqual({
      code: 0,
      stdout: '"done"\n',
      stderr: 'zero\none\ntwo\n{"three":3}\n{"type":"data-four","data":4}\ninfo: five {"six":6}\n',
    });
  });

  it('tells what a tool throws in one sentence, and its stack when asked', async () => {
    const cwd = makeProject({ 'it.ts': toolOf(`throw new Error('no\\nroute');`) });
    const plain = await run(cwd, 'it.ts');
    expect(plain).toEqual({ code: 1, stdout: '', stderr: 'Tool "it" failed: no route\n' });
    const refused = `throw Object.assign(new Error(''), { code: 'ECONNREFUSED' });`;
    const silent = await run(makeProject({ 'it.ts': toolOf(refused) }), 'it.ts');
    expect(silent.stderr).toBe('Tool "it" failed: ECONNREFUSED\n');
    const { stderr, code } = await run(cwd, 'it.ts', '--debug');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: no\nroute\n {4}at .*it\.ts:4/);
    expect(stderr.endsWith(plain.stderr)).toBe(true);
  });

  it.each([
    ['undefined', 'null'],
    ['10n ** 20n', '"100000000000000000000"'],
    ['new Date(0)', '"1970-01-01T00:00:00.000Z"'],
    [`new Map([['a', new Set([1])]])`, '{"a":[1]}'],
    ['(() => { const a: any = {}; a.a = a; return a; })()', '{"a":"[Circular]"}'],
    ['[NaN, () => 1, undefined]', '[null,null,null]'],
  ])('prints %s as JSON can carry it', async (value, stdout) => {
    const cwd = makeProject({ 'it.ts': toolOf(`return ${value};`) });
    expect(await run(cwd, 'it.ts')).toEqual({ code: 0, stdout: `${stdout}\n`, stderr: '' });
  });

  it('says so when there is nothing to run, because the client runs the tool', async () => {
    const file = `import { createTool } from '@tenon/core/tools';
      export const ask = createTool({ id: 'ask', description: 'Ask' });`;
    const { code, stderr } = await run(makeProject({ 'ask.ts': file }), 'ask.ts');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'Tool "ask" has no `execute`: the client of an agent runs it, so there is nothing to run here.\n',
    });
  });
});

describe('the export that tenon tool run takes', () => {
  const two = `${weather}
    import { Agent } from '@tenon/core/agent';
    import { Tenon } from '@tenon/core';
    const tool = (id: string) => createTool({ id, description: id, execute: async (_: unknown, { tenon }: any) =>
      [id, tenon === undefined ? null : Object.keys(tenon.listTools())] });
    export default tool('by-default');
    export const tools = { first: tool('one'), second: tool('two'), same: weather };
    export const agent = new Agent({ id: 'a', name: 'A', instructions: '', model: 'demo/planner', tools: { own: tool('agents') } });
    export const late = new Agent({ id: 'l', name: 'L', instructions: '', model: 'demo/planner',
      tools: ({ requestContext }) => ({ asked: tool('late') }) });
    export const registry = new Tenon({ tools: { kept: tool('registered') }, logger: false });
    export const number = 1;`;

  it.each([
    ['default', '["by-default",null]'],
    ['by-default', '["by-default",null]'],
    ['tools.first', '["one",null]'],
    ['second', '["two",null]'],
    ['agent.own', '["agents",null]'],
    ['asked', '["late",null]'],
    ['kept', '["registered",["kept"]]'],
    ['weather', null],
    ['get-weather', null],
  ])('may be written as %s', async (name, stdout) => {
    const cwd = makeProject({ 'two.ts': two });
    const input = stdout === null ? '{"place":"Oslo"}' : '{}';
    expect(await run(cwd, `two.ts#${name}`, input)).toEqual({
      code: 0,
      stdout: `${stdout ?? '{"summary":"Oslo 1"}'}\n`,
      stderr: '',
    });
  });

  it('must be named where there are several, and is told from the nearest names', async () => {
    const cwd = makeProject({ 'two.ts': two });
    const several = await run(cwd, 'two.ts');
    expect(several).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '"two.ts" has several tools: weather, default, tools.first, tools.second, agent.own, late.asked, registry.kept. Name one, for instance two.ts#weather.\n',
    });
    const wrong = await run(cwd, 'two.ts#wether');
    expect(wrong).toEqual({
      code: 2,
      stdout: '',
      stderr: '"two.ts" has no tool "wether". Did you mean weather?\n',
    });
    const { stderr } = await run(cwd, 'two.ts#number');
    expect(stderr).toMatch(/^"number" of "two.ts" is no tool. Its tools: weather, /);
  });

  it('is asked for by its whole path where a name is found twice', async () => {
    const file = `${weather} const other = { ...weather, id: 'x' };
      export const a = { get: weather, other: createTool(other) };
      export const b = { other: createTool(other) };`;
    const cwd = makeProject({ 'ab.ts': file });
    const { code, stderr } = await run(cwd, 'ab.ts#other');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '"other" means several tools of "ab.ts": a.other, b.other. Name one of them.\n',
    });
  });

  it('is missing in a file without tools', async () => {
    const cwd = makeProject({ 'none.ts': 'export const a = 1;', 'src/empty.ts': '' });
    expect((await run(cwd, 'none.ts')).stderr).toMatch(/^"none.ts" has no tool: it exports a\. /);
    expect((await run(cwd, 'src/empty.ts')).stderr).toContain('it exports nothing');
    const nowhere = await run(cwd, 'gone.ts');
    expect(nowhere).toEqual({ code: 1, stdout: '', stderr: 'There is no file "gone.ts".\n' });
  });
});

describe('the files that tenon tool run takes', () => {
  it('may belong to a project with a copy of the core of its own', async () => {
    const cwd = makeProject(
      { 'weather.ts': `${weather}export { isTool } from '@tenon/core/tools';` },
      { ownCore: true },
    );
    const given = await run(cwd, 'weather.ts', '{"place":"Oslo"}');
    expect(given).toEqual({ code: 0, stdout: '{"summary":"Oslo 1"}\n', stderr: '' });
    expect((await run(cwd, 'weather.ts', '{}')).stderr).toContain('- place:');
  });

  it.each([
    ['it.mts', toolOf('return 1;')],
    ['it.js', toolOf('return 1;').replaceAll(': any', '')],
    ['it.mjs', toolOf('return 1;').replaceAll(': any', '')],
    [
      'it.cjs',
      `const { createTool } = require('@tenon/core/tools');
       exports.it = createTool({ id: 'it', description: 'It', execute: async () => 1 });`,
    ],
    ['my#tools/it.ts', toolOf('return 1;')],
  ])('may be %s', async (name, text) => {
    const cwd = makeProject({ [name]: text });
    expect(await run(cwd, name)).toEqual({ code: 0, stdout: '1\n', stderr: '' });
  });

  it('may use paths of tsconfig, JSON, await at the top and packages that are ES modules alone', async () => {
    const cwd = makeProject({
      'tsconfig.json': '{"compilerOptions":{"baseUrl":".","paths":{"~/*":["./lib/*"]}}}',
      'lib/two.ts': 'export const two: number = 2;',
      'data.json': '{"three":3}',
      'it.ts': `import { two } from '~/two';
        import data from './data.json' with { type: 'json' };
        import { estimateTokenCount } from 'tokenx';
        const four = await Promise.resolve(4);
        enum Size { Five = 5 }
        ${toolOf('return [two, data.three, four, Size.Five, typeof estimateTokenCount];')}`,
    });
    expect(await run(cwd, 'it.ts')).toEqual({
      code: 0,
      stdout: '[2,3,4,5,"function"]\n',
      stderr: '',
    });
  });

  it.each([
    ['Zod 3', `import { z } from 'zod3'; const schema = z.object({ n: z.number() });`],
    [
      'Valibot',
      `import * as v from 'valibot'; import { toStandardJsonSchema } from '@valibot/to-json-schema';
       const schema = toStandardJsonSchema(v.object({ n: v.number() }));`,
    ],
    ['ArkType', `import { type } from 'arktype'; const schema = type({ n: 'number' });`],
    [
      'JSON Schema',
      `const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };`,
    ],
  ])('may use %s', async (_library, head) => {
    const cwd = makeProject({
      'it.ts': `${head} ${toolOf('return input.n + 1;', 'inputSchema: schema as any,')}`,
    });
    expect((await run(cwd, 'it.ts', '{"n":1}')).stdout).toBe('2\n');
    const wrong = await run(cwd, 'it.ts', '{"n":"x"}');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('- n: ') });
  });

  it('may hold tools as the AI SDK makes them', async () => {
    const cwd = makeProject({
      'sdk.ts': `import { z } from 'zod';
        export const add = { description: 'Adds', inputSchema: z.object({ a: z.number() }),
          async *execute({ a }: { a: number }) { yield 'working'; yield a + 1; } };
        export const old = { description: 'Old', parameters: z.object({}), execute: async () => 'old' };`,
    });
    expect((await run(cwd, 'sdk.ts#add', '{"a":1}')).stdout).toBe('2\n');
    expect((await run(cwd, 'sdk.ts#add', '{}')).stderr).toContain('- a:');
    expect((await run(cwd, 'sdk.ts#old')).stdout).toBe('"old"\n');
  });

  it('are told with the line where they fail while they load', async () => {
    const cwd = makeProject({
      'throws.ts': `export const a: number = 1;\nthrow new Error('no database');`,
      'through.ts': `export { a } from './lib/deep.ts';`,
      'lib/deep.ts': `\n\nfunction boom(): number { throw new Error('deep'); }\nexport const a = boom();`,
      'syntax.ts': 'export const a = {\n  b: = 1,\n};',
      'waits.ts': 'await new Promise(() => {}); export const a = 1;',
    });
    const said = async (file: string) => {
      const { code, stdout, stderr } = await run(cwd, file);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      return stderr;
    };
    expect(await said('throws.ts')).toBe(
      '"throws.ts" cannot be loaded: no database (throws.ts:2:7).\n',
    );
    expect(await said('through.ts')).toMatch(
      /^"through.ts" cannot be loaded: deep \(lib\/deep.ts:3:\d+\)\.\n$/,
    );
    expect(await said('syntax.ts')).toBe(
      '"syntax.ts" cannot be loaded: Unexpected token (syntax.ts:2:5).\n',
    );
    expect(await said('waits.ts')).toBe(
      '"waits.ts" never ends: it waits for something that cannot come.\n',
    );
  });

  it('are told which package or file they miss', async () => {
    const cwd = makeProject({
      'typescript.ts': `import { a } from '@absent/package/sub'; export const b = a;`,
      'native.mjs': `import 'absent-package'; export const b = 1;`,
      'relative.ts': `import { a } from './lib/inner.ts'; export const b = a;`,
      'lib/inner.ts': `export { a } from './gone.ts';`,
    });
    const said = async (file: string) => (await run(cwd, file)).stderr;
    expect(await said('typescript.ts')).toBe(
      '"typescript.ts" cannot be loaded: "typescript.ts" imports "@absent/package/sub", and the package @absent/package is not installed; run npm install @absent/package\n',
    );
    expect(await said('native.mjs')).toContain('run npm install absent-package\n');
    expect(await said('relative.ts')).toBe(
      '"relative.ts" cannot be loaded: "lib/inner.ts" imports "./gone.ts", which is not there.\n',
    );
  });
});
