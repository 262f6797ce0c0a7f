import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { demoExamples, demoNotice } from '@tenon/demo-model';
import { call, httpError, startWireServer, text, type WireServer, waitFor } from '@tenon/testing';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../testing/make-project.ts';
import { environmentWithoutKeys, runTenon, tenonBinary } from '../testing/run-tenon.ts';

let server: WireServer | undefined;
afterEach(() => server?.close());

type Steps = Parameters<typeof startWireServer>[0];

/** Starts a server that follows these steps, and gives the words that name its model. */
async function modelOf(steps: Steps): Promise<[string, string]> {
  server = await startWireServer(steps);
  return ['--model', `${server.baseUrlFor('compatible')}#wire`];
}

const notes = () => makeProject({ 'readme.txt': 'made with tenon\n' });

describe('tenon chat with a request', () => {
  it('answers in any folder by the built-in assistant, with its calls on stderr', async () => {
    const { code, stdout, stderr } = await runTenon(['chat', 'What is', '18% of 2450?'], {
      cwd: notes(),
    });
    expect(stdout).toBe(`calculator: 18% of 2450 · result 441\n\n${demoNotice}\n`);
    expect(stderr).toMatch(
      /^→ calculator \{"expression":"18% of 2450"\}\n← calculator \{.*441\} \(\d+ ms\)\n$/,
    );
    expect(code).toBe(0);
  });

  it('prints the requests that the demo model understands', async () => {
    const { code, stdout } = await runTenon(['chat', '--examples']);
    expect(stdout).toBe(`${demoExamples.join('\n')}\n`);
    expect(demoExamples).toHaveLength(12);
    expect(code).toBe(0);
  });

  it('answers each of these by a tool', { timeout: 120_000 }, async () => {
    const cwd = makeProject({ 'README.md': '# Tenon\n\nTODO: license, version 1\n' });
    const failed: string[] = [];
    for (const example of demoExamples) {
      const { code, stderr } = await runTenon(['chat', example], { cwd });
      if (code !== 0 || !/^→ /m.test(stderr) || /^✗ /m.test(stderr)) failed.push(example, stderr);
    }
    expect(failed).toEqual([]);
  });

  it('takes what is piped in for the request, or for what the request is about', async () => {
    const model = await modelOf(() => 'Yes.');
    await runTenon(['chat', ...model], { input: 'Is it raining?\n' });
    await runTenon(['chat', ...model, 'Sum up:'], { input: 'one\ntwo\n' });
    const [piped, both] = server?.requests ?? [];
    expect(JSON.stringify(piped?.body)).toContain('"content":"Is it raining?"');
    expect(JSON.stringify(both?.body)).toContain('"content":"Sum up:\\n\\none\\ntwo"');
  });

  it('says that it waits for the end of an input that stays open', async () => {
    const model = await modelOf(() => 'Yes.');
    let err = '';
    const onStart = (child: ChildProcess) => {
      const { stdin } = child;
      const end = stdin?.end.bind(stdin);
      if (stdin !== null) stdin.end = () => stdin;
      child.stderr?.on('data', (piece) => {
        err += piece;
        if (err.includes('until it ends')) end?.('late');
      });
    };
    const { code, stdout } = await runTenon(['chat', ...model, 'Is it so?'], { onStart });
    expect(stdout).toBe('Yes.\n');
    expect(JSON.stringify(server?.lastRequest.body)).toContain('Is it so?\\n\\nlate');
    expect(code).toBe(0);
  });

  it('takes another request when there is neither one nor a terminal', async () => {
    const { code, stdout, stderr } = await runTenon(['chat', '--otherwise', 'What is 2 + 3?']);
    expect(stderr).toMatch(/^What is 2 \+ 3\?\n→ calculator/);
    expect(stdout).toContain('result 5');
    expect(code).toBe(0);
  });

  it.each([
    [[], 'There is no request. Give one, for instance: tenon chat "What is 18% of 2450?"\n'],
    [['--max-steps', '0', 'Hi'], /It must be a whole number above 0\. "tenon chat --help" tells/],
    [['--modle', 'x', 'Hi'], /^Unknown option '--modle'. Did you mean --model\?/],
  ] as [string[], string | RegExp][])('called by %j is a usage error', async (words, told) => {
    const { code, stdout, stderr } = await runTenon(['chat', ...words]);
    expect(stderr).toMatch(told);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('prints the answer while it comes', async () => {
    let go = () => {};
    const seen = new Promise<void>((resolve) => {
      go = resolve;
    });
    const model = await modelOf([['First. ', waitFor(seen), 'Second.']]);
    const child = spawn(process.execPath, [tenonBinary, 'chat', ...model, 'Tell'], {
      env: environmentWithoutKeys(),
    });
    child.stdin.end();
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      out += piece;
      // the server says the rest only when the beginning has arrived here
      if (out === 'First. ') go();
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(out).toBe('First. Second.\n');
  });

  it('begins what a later step says in a line of its own', async () => {
    const model = await modelOf([
      [text('Let me see.'), call('calculator', { expression: '1+1' })],
      'It is 2.',
    ]);
    const { stdout, stderr } = await runTenon(['chat', ...model, 'How much?']);
    expect(stdout).toBe('Let me see.\nIt is 2.\n');
    expect(stderr).toMatch(/^→ calculator \{"expression":"1\+1"\}\n← calculator .*\n$/);
  });

  it('prints each chunk as a line of JSON, and nothing else on stdout', async () => {
    const model = await modelOf([[call('shout', {})], 'Done.']);
    const cwd = makeProject({
      'agent.ts': `
        import { Agent } from '@tenon/core/agent';
        import { createTool } from '@tenon/core/tools';
        const shout = createTool({
          id: 'shout', description: 'Shouts',
          execute: async (input, { writer }) => {
            console.log('printed by the tool');
            await writer?.custom({ type: 'data-size', data: { size: 12n } });
            return new Map([['loud', 5n]]);
          },
        });
        export const agent = new Agent({ id: 'a', name: 'A', instructions: '', model: 'demo/planner', tools: { shout } });
      `,
    });
    const words = ['chat', '--agent', 'agent.ts', '--json', ...model, 'Shout'];
    const { code, stdout, stderr } = await runTenon(words, { cwd });
    const chunks = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(chunks[0]).toMatchObject({ type: 'start', payload: { id: 'a' } });
    expect(chunks.at(-1)).toMatchObject({ type: 'finish' });
    expect(chunks).toContainEqual(
      expect.objectContaining({
        type: 'tool-result',
        payload: expect.objectContaining({ result: { loud: '5' } }),
      }),
    );
    expect(chunks).toContainEqual({ type: 'data-size', data: { size: '12' } });
    expect(stderr).toBe('printed by the tool\n');
    expect(code).toBe(0);
  });

  it('ends a run after --max-steps model calls', async () => {
    const model = await modelOf(() => call('calculator', { expression: '1+1' }));
    const { stderr } = await runTenon(['chat', ...model, '--max-steps', '3', 'Go on']);
    expect(server?.requests).toHaveLength(3);
    expect(stderr).toContain('was stopped after 3 steps');
  });

  it('tells a failed run in one sentence, after what was said', async () => {
    const model = await modelOf([httpError(401, { message: 'no \u001b[2Jsuch key' })]);
    const failed = await runTenon(['chat', ...model, 'Hello']);
    expect(failed).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'The model did not answer: no such key. Check its name or URL, its key, and that its server is running.\n',
    });
    const json = await runTenon(['chat', ...model, '--json', 'Hello']);
    expect(json.stdout).toMatch(/"type":"error".*"message":/);
    expect(json.code).toBe(1);
  });

  it.each([
    ['opanai/x', /^"opanai\/x" names a provider that is not known: .* Did you mean openai\?/],
    ['openai/gpt-5', /^The model "openai\/gpt-5" needs an API key: .* OPENAI_API_KEY/],
    ['gpt-5', /^"gpt-5" names no model\. Write it as "provider\/model"/],
  ])('tells what is wrong with the model %s in one line', async (name, told) => {
    const { code, stdout, stderr } = await runTenon(['chat', '--model', name, 'Hello']);
    expect(stderr).toMatch(told);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  it('reads keys from .env.local and .env of the folder, the environment first', async () => {
    server = await startWireServer(() => 'Hello.');
    const ask = async (files: Record<string, string>, env: Record<string, string> = {}) => {
      const words = ['chat', '--model', 'openai/gpt-5', 'Hi'];
      await runTenon(words, { cwd: makeProject(files), env });
      return server?.lastRequest.headers.authorization;
    };
    const url = `OPENAI_BASE_URL=${server.baseUrlFor('openai')}\n`;
    expect(await ask({ '.env': `${url}OPENAI_API_KEY=plain\n` })).toBe('Bearer plain');
    const both = { '.env': `${url}OPENAI_API_KEY=plain\n`, '.env.local': 'OPENAI_API_KEY=local\n' };
    expect(await ask(both)).toBe('Bearer local');
    expect(await ask(both, { OPENAI_API_KEY: 'set' })).toBe('Bearer set');
  });

  it('answers to the end when nobody reads what is told beside the answer', async () => {
    const model = await modelOf([[call('calculator', { expression: '6*7' })], 'It is 42.']);
    const onStart = (child: ChildProcess) => child.stderr?.destroy();
    const { code, stdout } = await runTenon(['chat', ...model, 'How much?'], { onStart });
    expect(stdout).toBe('It is 42.\n');
    expect(code).toBe(0);
  });

  it.skipIf(!existsSync('/dev/full'))('tells in one line that its output cannot be written', () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const words = [tenonBinary, 'chat', 'What is 1+1?'];
    const { status, stderr } = spawnSync(process.execPath, words, {
      env: environmentWithoutKeys(),
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      /\nThe output cannot be written: ENOSPC: no space left on device, write\. Send it elsewhere\.\n$/,
    );
    expect(status).toBe(1);
  });

  it('stops at Ctrl-C with 130, and keeps what was said', async () => {
    const model = await modelOf([['It is', waitFor(new Promise(() => {}))]]);
    const child = spawn(process.execPath, [tenonBinary, 'chat', ...model, 'Tell'], {
      env: environmentWithoutKeys(),
    });
    child.stdin.end();
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      if (out === '') child.kill('SIGINT');
      out += piece;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(out).toBe('It is\n');
    expect(code).toBe(130);
    await expect.poll(() => server?.openRequests).toBe(0);
  });

  it('lets no escape sequence of a model or a tool reach the terminal', async () => {
    const model = await modelOf([
      [
        text('\u001b[31mred\u001b]0;title\u0007\u009b2J'),
        call('calculator', { expression: '\u001b[2J1' }),
      ],
      '\u0007done',
    ]);
    const { stdout, stderr } = await runTenon(['chat', ...model, 'Hi']);
    expect(stdout).toBe('red\ndone\n');
    expect(stderr).toMatch(/^✗ calculator/m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
