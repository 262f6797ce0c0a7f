import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { providers } from '@tenon/core/internal';
import { startWireServer, type WireServer } from '@tenon/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeProject } from '../testing/make-project.ts';
import { runTenon } from '../testing/run-tenon.ts';
import { hasTerminal, openTerminal, type Terminal } from '../testing/terminal.ts';

/** The servers that stand for what a machine may have. */
let openai: WireServer;
let ollama: Server;
let ollamaHost: string;

beforeEach(async () => {
  openai = await startWireServer(() => 'Answered.');
  // lists its models, and sends what it is asked on to the server above
  ollama = createServer((request, response) => {
    if (request.url === '/api/tags') {
      response.end(JSON.stringify({ models: [{ name: 'qwen3:8b' }, { name: 'evil\u001b[2J' }] }));
    } else response.writeHead(307, { location: `${openai.url}${request.url}` }).end();
  });
  await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve));
  ollamaHost = `127.0.0.1:${(ollama.address() as AddressInfo).port}`;
});
afterEach(async () => {
  ollama.closeAllConnections();
  await Promise.all([new Promise((resolve) => ollama.close(resolve)), openai.close()]);
});

const withKey = () => ({
  OPENAI_API_KEY: 'secret',
  OPENAI_BASE_URL: openai.baseUrlFor('openai'),
});
const lookAt = async (cwd: string) =>
  JSON.parse(await readFile(join(cwd, '.tenon/settings.json'), 'utf8'));

async function answer(terminal: Terminal, line: string) {
  await terminal.type(line);
  await terminal.press('Enter');
}

describe.skipIf(!hasTerminal && !process.env.CI)(
  'the question which model to use',
  { timeout: 60_000 },
  () => {
    it('lists a model of each provider with a key, those of Ollama, and last the demo model', async () => {
      const cwd = makeProject({});
      const env = {
        ...withKey(),
        XAI_API_KEY: 'secret',
        ANTHROPIC_API_KEY: '',
        OLLAMA_HOST: ollamaHost,
      };
      const terminal = await openTerminal(['chat'], { cwd, env });
      const screen = await terminal.waitFor('[1]: ');
      expect(screen.replaceAll(/ +/g, ' ')).toContain(
        `Which model shall answer?
 1 openai/gpt-5 OPENAI_API_KEY is set
 2 xai/grok-4 XAI_API_KEY is set
 3 http://${ollamaHost}/v1#qwen3:8b Ollama has it
 4 http://${ollamaHost}/v1#evil Ollama has it
 5 demo/planner rules in place of a language model; needs nothing
Number, name, or`,
      );
      await answer(terminal, '7');
      await terminal.waitFor('There is no number 7.');
      await answer(terminal, '3');
      await terminal.waitFor('.tenon/settings.json remembers it');
      await answer(terminal, 'Hello');
      await terminal.waitFor('Answered.');
      expect(openai.lastRequest.model).toBe('qwen3:8b');
    });

    it('offers a model of every provider that wants a key', async () => {
      const keyed = Object.entries(providers).filter(([, { keys }]) => keys.length > 0);
      const env = Object.fromEntries(keyed.map(([, { keys }]) => [keys[0], 'secret']));
      const terminal = await openTerminal(['chat'], { cwd: makeProject({}), env });
      const screen = await terminal.waitFor('[1]: ');
      expect(screen.match(/(?<=^ +\d+ +)\w+(?=\/.* is set$)/gm)).toEqual(
        keyed.map(([name]) => name),
      );
    });

    it('takes the first for an empty line, and is not asked again', async () => {
      const cwd = makeProject({ '.tenon/settings.json': '{"theme":"dark"}' });
      const terminal = await openTerminal(['chat'], { cwd, env: withKey() });
      await terminal.waitFor('[1]: ');
      await terminal.press('Enter');
      await terminal.waitFor('Assistant answers by openai/gpt-5.');
      await answer(terminal, 'Hello');
      await terminal.waitFor('Answered.');
      expect(openai.lastRequest).toMatchObject({ model: 'gpt-5', format: 'openai-responses' });
      expect(await lookAt(cwd)).toEqual({ theme: 'dark', model: 'openai/gpt-5' });

      const again = await openTerminal(['chat'], { cwd, env: withKey() });
      expect(await again.waitFor('Assistant answers by openai/gpt-5.')).not.toContain(
        'Which model',
      );
      const alone = await runTenon(['chat', 'Hello'], { cwd, env: withKey() });
      expect(alone.stdout).toBe('Answered.\n');
    });

    it('takes a choice that the arrow keys bring, and any name', async () => {
      const cwd = makeProject({});
      const terminal = await openTerminal(['chat'], { cwd, env: withKey() });
      await terminal.waitFor('[1]: ');
      await terminal.press('Up', 'Up');
      await terminal.waitFor('[1]: openai/gpt-5');
      await terminal.press('Down', 'Enter');
      await terminal.waitFor('Assistant answers by demo/planner.');
      expect(await lookAt(cwd)).toEqual({ model: 'demo/planner' });
      await answer(terminal, '/model');
      await terminal.waitFor(/\/model\nWhich model[\s\S]*\[1\]: $/m);
      await answer(terminal, 'opanai/gpt-5');
      await terminal.waitFor('Did you mean openai?');
      await answer(terminal, `${openai.baseUrlFor('compatible')}#mine`);
      await terminal.waitFor('#mine answers; .tenon/settings.json remembers it');
      await answer(terminal, 'Hello');
      await terminal.waitFor('Answered.');
      expect(openai.lastRequest.model).toBe('mine');
      await answer(terminal, '/model demo/planner');
      await terminal.waitFor(/\/model demo\/planner\n.*demo\/planner answers; .* remembers it/);
      expect(await lookAt(cwd)).toEqual({ model: 'demo/planner' });
    });

    it('comes before the answer to a single request, too', async () => {
      const terminal = await openTerminal(['chat', 'Hello'], {
        cwd: makeProject({}),
        env: withKey(),
      });
      await terminal.waitFor('[1]: ');
      await terminal.press('Enter');
      await terminal.waitFor('Answered.');
      expect(await terminal.exitCode()).toBe(0);
    });

    it('is left by Ctrl-C with 130 and by Ctrl-D with 0, and remembers nothing then', async () => {
      for (const [key, code] of [
        ['C-c', 130],
        ['C-d', 0],
      ] as const) {
        const cwd = makeProject({});
        const terminal = await openTerminal(['chat'], { cwd, env: withKey() });
        await terminal.waitFor('[1]: ');
        await terminal.press(key);
        expect(await terminal.exitCode()).toBe(code);
        await expect(stat(join(cwd, '.tenon/settings.json'))).rejects.toThrow('ENOENT');
      }
    });

    it('is not asked for an agent of a project, which has a model of its own', async () => {
      const cwd = makeProject({
        'src/tenon/index.ts': `
        import { Agent } from '@tenon/core/agent';
        export const clerk = new Agent({ id: 'clerk', name: 'Clerk', instructions: '', model: 'demo/planner' });
      `,
      });
      const terminal = await openTerminal(['chat'], { cwd, env: withKey() });
      expect(await terminal.waitFor('Clerk answers. /help')).not.toContain('Which model');
      await answer(terminal, '/model opanai/gpt-5');
      await answer(terminal, 'First');
      await terminal.waitFor('Did you mean openai?');
      await answer(terminal, '/model openai/gpt-5');
      await terminal.waitFor('openai/gpt-5 answers from here on.');
      await answer(terminal, 'Hello');
      await terminal.waitFor('Answered.');
      // what was never sent was not said
      expect(JSON.stringify(openai.lastRequest.body)).not.toContain('First');
      await expect(stat(join(cwd, '.tenon/settings.json'))).rejects.toThrow('ENOENT');
    });

    it('is asked when the remembered model cannot be used or the settings are damaged, which are left', async () => {
      const gone = makeProject({ '.tenon/settings.json': '{"model":"anthropic/claude"}' });
      const terminal = await openTerminal(['chat'], { cwd: gone, env: withKey(), columns: 200 });
      const screen = await terminal.waitFor('[1]: ');
      expect(screen).toMatch(/ANTHROPIC_API_KEY.* It is remembered in "\.tenon\/settings\.json"/);

      const cwd = makeProject({ '.tenon/settings.json': '{' });
      const second = await openTerminal(['chat'], { cwd, env: withKey(), columns: 200 });
      expect(await second.waitFor('[1]: ')).toContain('".tenon/settings.json" is damaged.');
      await second.press('Enter');
      await second.waitFor('openai/gpt-5 answers in this chat. ".tenon/settings.json" is damaged.');
      expect(await readFile(join(cwd, '.tenon/settings.json'), 'utf8')).toBe('{');
    });
  },
);

describe('without a terminal', () => {
  it('nothing is asked: the demo model answers', async () => {
    const env = { ...withKey(), OLLAMA_HOST: ollamaHost };
    const { code, stdout, stderr } = await runTenon(['chat', 'What is 2 + 3?'], {
      cwd: makeProject({}),
      env,
    });
    expect(stdout).toContain('demo/planner, not from a language model');
    expect(stderr).not.toContain('Which model');
    expect(code).toBe(0);
  });

  it('a remembered model that cannot be used is told with the way out', async () => {
    const cwd = makeProject({ '.tenon/settings.json': '{"model":"openai/gpt-5"}' });
    const { code, stderr } = await runTenon(['chat', 'Hello'], { cwd });
    expect(stderr).toMatch(
      /OPENAI_API_KEY.* It is remembered in "\.tenon\/settings\.json"; --model names another\.\n$/,
    );
    expect(code).toBe(1);
  });

  it('damaged settings are told and left, and the demo model answers', async () => {
    const cwd = makeProject({ '.tenon/settings.json': '{"model":7}' });
    const { code, stdout, stderr } = await runTenon(['chat', 'What is 2 + 3?'], { cwd });
    expect(stderr).toContain(
      '".tenon/settings.json" is damaged. It is left as it is: mend it, or remove it.\n',
    );
    expect(stdout).toContain('result 5');
    expect(code).toBe(0);
  });
});
