import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { demoExamples, demoNotice } from '@tenon/demo-model';
import { call, httpError, startWireServer } from '@tenon/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const script = fileURLToPath(new URL('main.ts', import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quickstart-'));
  await writeFile(join(folder, 'readme.txt'), 'made with tenon\n');
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the command as a user does, with no terminal. */
function run(...words: string[]) {
  const child = spawn(
    process.execPath,
    ['--conditions=@tenon/source', '--import', loader, script, ...words],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;
if (!hasScript) process.stderr.write('No `script` of util-linux: the terminal is not tested.\n');

/** Runs the command in a terminal, and types `line` once it asks. */
function runInTerminal(line: string) {
  const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const words = [process.execPath, '--conditions=@tenon/source', '--import', loader, script];
  const child = spawn('script', ['-qec', words.map(quote).join(' '), '/dev/null'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let out = '';
  let isTyped = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (isTyped || !out.includes('What shall I do? ')) return;
    isTyped = true;
    child.stdin.write(`${line}\n`);
  });
  return new Promise<{ code: number | null; out: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out }));
  });
}

describe('the command', () => {
  it('answers by a model of the caller, which is given as a URL', async () => {
    const steps = [[call('calculator', { expression: '18% of 2450' })], 'It is 441.'];
    const server = await startWireServer(steps);
    const url = `${server.baseUrlFor('compatible')}#qwen3`;
    const { code, out, err } = await run('--model', url, 'What is 18% of 2450?');
    await server.close();
    expect(out).toBe('It is 441.\n');
    expect(err).toContain('441} (');
    expect(server.requests[0]?.model).toBe('qwen3');
    expect(code).toBe(0);
  });

  it('answers a request, with the calls on stderr', async () => {
    const { code, out, err } = await run('What is', '18% of 2450?');
    expect(out).toBe(`calculator: 18% of 2450 · result 441\n\n${demoNotice}\n`);
    expect(err).toMatch(
      /^→ calculator \{"expression":"18% of 2450"\}\n← calculator \{.*441\} \(\d+ ms\)\n$/,
    );
    expect(code).toBe(0);
  });

  it('answers a built-in request with all three tools when there is neither a request nor a terminal', async () => {
    const { code, out, err } = await run();
    expect(err.match(/(?<=→ )\w+/g)).toEqual(['calculator', 'searchFiles', 'notes']);
    expect(out).toContain('441');
    expect(out).toContain('readme.txt · line 1 · made with tenon');
    expect(out).toContain('0 of 0 notes.');
    expect(code).toBe(0);
  });

  it.skipIf(!hasScript && !process.env.CI)('asks for a request in a terminal', async () => {
    const { code, out } = await runInTerminal('What is 18% of 2450?');
    expect(out).toContain('What shall I do? ');
    expect(out).toContain('result 441');
    expect(code).toBe(0);
  });

  it('prints its examples and its usage', async () => {
    expect((await run('--examples')).out).toBe(`${demoExamples.join('\n')}\n`);
    expect((await run('--help')).out).toMatch(/^Usage: npm start/);
  });

  it('tells what to check when a model does not answer', async () => {
    const server = await startWireServer([httpError(401, { message: 'no such key' })]);
    const url = `${server.baseUrlFor('compatible')}#qwen3`;
    const { code, out, err } = await run('--model', url, 'Hello');
    await server.close();
    expect(out).toBe('');
    expect(err).toMatch(/^The model did not answer: no such key\. Check its name or URL, its key/m);
    expect(code).toBe(1);
  });

  it('tells where its options stand when one is wrong', async () => {
    const { code, err } = await run('--modle', 'x');
    expect(err).toBe('Unknown option \'--modle\'. "npm start -- --help" tells what there is.\n');
    expect(code).toBe(1);
  });

  it('tells a damaged notes file in words and leaves it', async () => {
    await mkdir(join(folder, '.tenon'));
    await writeFile(join(folder, '.tenon', 'notes.json'), '{');
    const { code, out } = await run('List my notes');
    expect(out).toMatch(/^notes did not work: .*notes\.json is damaged\. It was left as it is/);
    expect(code).toBe(0);
  });
});
