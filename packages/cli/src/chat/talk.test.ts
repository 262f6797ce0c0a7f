import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { demoNotice } from '@tenon/demo-model';
import {
  call,
  httpError,
  raw,
  startWireServer,
  text,
  type WireServer,
  waitFor,
} from '@tenon/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../testing/make-project.ts';
import { hasTerminal, openTerminal, type TerminalOptions } from '../testing/terminal.ts';

let server: WireServer | undefined;
afterEach(() => server?.close());

type Steps = Parameters<typeof startWireServer>[0];

/** Opens a chat with a model that follows these steps, and waits until it asks. */
async function openChat(
  steps: Steps,
  options: Partial<TerminalOptions> & { words?: string[] } = {},
) {
  server = await startWireServer(steps);
  const model = `${server.baseUrlFor('compatible')}#wire`;
  const terminal = await openTerminal(['chat', '--model', model, ...(options.words ?? [])], {
    cwd: makeProject({}),
    ...options,
  });
  await terminal.waitFor(/^> $/m);
  const say = async (line: string) => {
    await terminal.type(line);
    await terminal.press('Enter');
  };
  return { ...terminal, say };
}

/** A promise, and what fulfils it. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const never = waitFor(new Promise(() => {}));
const said = () => {
  const { messages } = (server?.lastRequest.body ?? {}) as { messages?: unknown };
  return JSON.stringify(messages);
};

describe.skipIf(!hasTerminal && !process.env.CI)(
  'tenon chat in a terminal',
  { timeout: 60_000 },
  () => {
    it('answers by the built-in assistant, shows its calls, and leaves by Ctrl-D with 0', async () => {
      const terminal = await openTerminal(['chat'], { cwd: makeProject({}), columns: 200 });
      await terminal.waitFor('Assistant answers by demo/planner. /help tells what there is');
      await terminal.waitFor(/^> $/m);
      await terminal.type('What is 18% of 2450?');
      await terminal.press('Enter');
      const screen = await terminal.waitFor(/or a provider object\.\)\n\n> $/m);
      expect(screen).toMatch(
        /> What is 18% of 2450\?\n→ calculator \{"expression":"18% of 2450"\}\n← calculator \{.*441\} \(\d+ ms\)\ncalculator: 18% of 2450 · result 441\n/,
      );
      expect(await terminal.read({ as: 'colors' })).toContain(`\u001b[2m${demoNotice}`);
      await terminal.press('C-d');
      expect(await terminal.exitCode()).toBe(0);
    });

    it('shows an answer and the arguments of a call while they come', async () => {
      const [sawText, sawInput] = [signal(), signal()];
      const part = (index: number, fields: object) =>
        raw({
          type: 'chunk',
          id: 'r',
          object: 'chat.completion.chunk',
          created: 0,
          model: 'wire',
          choices: [{ index: 0, delta: { tool_calls: [{ index, ...fields }] } }],
        });
      const chat = await openChat([
        [
          'Let me ',
          waitFor(sawText.given),
          'see.',
          part(0, { id: 'c1', type: 'function', function: { name: 'calculator', arguments: '' } }),
          part(0, { function: { arguments: '{"expression":"18% o' } }),
          waitFor(sawInput.given),
          part(0, { function: { arguments: 'f 2450"}' } }),
          raw({
            type: 'end',
            id: 'r',
            object: 'chat.completion.chunk',
            created: 0,
            model: 'wire',
            choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }],
          }),
        ],
        'It is 441.',
      ]);
      await chat.say('How much?');
      await chat.waitFor(/^Let me $/m);
      sawText.give();
      await chat.waitFor(/^Let me see\.\n→ calculator \{"expression":"18% o$/m);
      sawInput.give();
      const screen = await chat.waitFor(/It is 441\.\n\n> $/m);
      expect(screen).toMatch(
        /Let me see\.\n→ calculator \{"expression":"18% of 2450"\}\n← calculator .* \(\d+ ms\)\nIt is 441\./,
      );
    });

    it('gives the agent what was said before, until /clear', async () => {
      const chat = await openChat([
        [call('calculator', { expression: '6*7' })],
        'It is 42.',
        'You asked for six times seven.',
        'Nothing.',
      ]);
      await chat.say('What is six times seven?');
      await chat.waitFor(/It is 42\.\n\n> $/m);
      await chat.say('What did I ask?');
      await chat.waitFor(/six times seven\.\n\n> $/m);
      expect(said()).toMatch(
        /What is six times seven.*tool_calls.*"role":"tool".*It is 42\..*What did I ask/,
      );
      await chat.say('/clear');
      await chat.waitFor(/new conversation\.\n> $/m);
      await chat.say('And now?');
      await chat.waitFor('Nothing.');
      expect(said()).not.toContain('six times seven');
    });

    it('stops an answer at Ctrl-C, keeps what was said, and leaves at the next with 130', async () => {
      const chat = await openChat([['The first half', never], 'The second half.']);
      await chat.say('Tell me');
      await chat.waitFor(/^The first half$/m);
      await chat.press('C-c');
      await chat.waitFor(/Stopped\. What was said stays\.\n\n> $/m);
      await expect.poll(() => server?.openRequests).toBe(0);
      await chat.say('Go on');
      await chat.waitFor(/The second half\.\n\n> $/m);
      expect(said()).toMatch(/Tell me.*The first half.*Go on/);
      await chat.press('C-c');
      expect(await chat.exitCode()).toBe(130);
    });

    it('leaves at a second Ctrl-C even where a run does not end', async () => {
      const stubborn = `export const agent = { id: 'stubborn', name: 'Stubborn', stream: async () => ({
      fullStream: (async function* () {
        yield { type: 'text-delta', payload: { text: 'I stay' } };
        await new Promise(() => {});
      })(),
    }) };`;
      const cwd = makeProject({ 'agent.ts': stubborn });
      const terminal = await openTerminal(['chat', '--agent', 'agent.ts'], { cwd });
      await terminal.waitFor(/^> $/m);
      await terminal.type('Hello');
      await terminal.press('Enter');
      await terminal.waitFor('I stay');
      await terminal.press('C-c');
      await terminal.waitFor('Stopping… Ctrl-C again leaves.');
      await terminal.press('C-c');
      expect(await terminal.exitCode()).toBe(130);
    });

    it('clears a line that is being typed at Ctrl-C', async () => {
      const chat = await openChat(['Hello.']);
      await chat.type('nonsense');
      await chat.waitFor(/^> nonsense$/m);
      await chat.press('C-c');
      await chat.waitFor(/^> $/m);
      await chat.say('Hi');
      await chat.waitFor(/Hello\.\n\n> $/m);
      expect(said()).not.toContain('nonsense');
    });

    it('brings back with the arrow key what was typed, also in an earlier chat', async () => {
      const cwd = makeProject({});
      const first = await openChat(() => 'Yes.', { cwd });
      await first.say('Is it so?');
      await first.waitFor(/Yes\.\n\n> $/m);
      await first.press('Up');
      await first.waitFor(/Yes\.\n\n> Is it so\?$/m);
      await first.press('C-c', 'C-d');
      expect(await first.exitCode()).toBe(0);
      await server?.close();
      const { mode } = await stat(join(cwd, '.tenon/chat-history'));
      expect((mode & 0o777).toString(8)).toBe('600');

      const second = await openChat(() => 'Again yes.', { cwd });
      await second.press('Up');
      await second.waitFor(/^> Is it so\?$/m);
      await second.press('Enter');
      await second.waitFor('Again yes.');
    });

    it('takes a pasted text of several lines for one request', async () => {
      const chat = await openChat(() => 'Read.');
      await chat.paste('one\ntwo\tand\u001b[31m more\nthree');
      await chat.waitFor('three');
      expect(server?.requests).toHaveLength(0);
      await chat.press('Enter');
      await chat.waitFor(/Read\.\n\n> $/m);
      expect(server?.requests).toHaveLength(1);
      expect(said()).toContain('"content":"one\\ntwo  and[31m more\\nthree"');
    });

    it('answers what is typed during an answer after it', async () => {
      const go = signal();
      const chat = await openChat([['First', waitFor(go.given)], 'Second.', 'Third.']);
      await chat.say('One');
      await chat.waitFor(/^First$/m);
      // in one piece, as it comes where the computer is slower than the hand
      await chat.type('Two\rThree\r');
      go.give();
      await chat.waitFor(/Third\.\n\n> $/m);
      expect(said()).toMatch(/One.*First.*Two.*Second.*Three/);
    });

    it('tells a failed run in red, and goes on', async () => {
      const chat = await openChat([httpError(401, { message: 'no such key' }), 'Hello.']);
      await chat.say('Hi');
      await chat.waitFor(/The model did not answer: no such key\. .* server is running\.\n\n> $/m);
      expect(await chat.read({ as: 'colors' })).toContain('\u001b[31mThe model did not answer');
      await chat.say('Hi again');
      await chat.waitFor(/^Hello\.$/m);
    });

    it('keeps what was said and done in a run that failed', async () => {
      const chat = await openChat([
        [text('Let me see.'), call('calculator', { expression: '6*7' })],
        httpError(400, { message: 'too much' }),
        'Still 42.',
      ]);
      await chat.say('How much?');
      await chat.waitFor(/too much\..*\n\n> $/m);
      await chat.say('Go on');
      await chat.waitFor(/Still 42\.\n\n> $/m);
      expect(said()).toMatch(/How much.*Let me see\..*6\*7.*"role":"tool".*42.*Go on/);
    });

    it('has /help, tells of commands that it has not, and leaves by /exit', async () => {
      const chat = await openChat(() => 'Done.');
      await chat.say('/help');
      await chat.waitFor('/model [name]  choose the model that answers');
      await chat.say('/hlep');
      await chat.waitFor('There is no /hlep. /help tells what there is.');
      await chat.say('/etc/hosts: what is it?');
      await chat.waitFor('Done.');
      await chat.say('/exit');
      expect(await chat.exitCode()).toBe(0);
    });

    it('shortens a call to one row of the terminal, whatever the width of its characters', async () => {
      const cwd = makeProject({ 'wide.txt': `${'宽👍'.repeat(80)} tenon\n` });
      const chat = await openChat(
        [
          [call('searchFiles', { query: 'tenon' })],
          'Found.',
          [call('searchFiles', { query: 'tenon' })],
          'Found again.',
        ],
        { cwd, columns: 61 },
      );
      await chat.say('Search');
      await chat.waitFor(/Found\.\n\n> $/m);
      const rows = (await chat.read({ as: 'rows' })).split('\n');
      const row = rows.findIndex((line) => line.startsWith('← searchFiles '));
      expect(rows[row]).toMatch(/…\s?\(\d+ ms\)$/);
      expect(rows[row]).not.toContain('tenon\\n');
      expect(rows[row + 1]).toBe('Found.');
      await chat.resize(40);
      await chat.say('Once more');
      await chat.waitFor(/Found again\.\n\n> $/m);
      const narrow = (await chat.read({ as: 'rows' })).split('\n');
      const last = narrow.findLastIndex((line) => line.startsWith('← searchFiles '));
      expect(narrow[last]).toMatch(/…\s?\(\d+ ms\)$/);
      expect(narrow[last + 1]).toBe('Found again.');
    });

    it('lets no escape sequence of a model or a tool reach the terminal', async () => {
      const evil = '\u001b[2J\u001b]0;owned\u0007';
      const chat = await openChat([
        [text(`${evil}said`), call('calculator', { expression: `${evil}1 +` })],
        'Done.',
      ]);
      const title = await chat.title();
      await chat.say('Show me');
      const screen = await chat.waitFor(/Done\.\n\n> $/m);
      expect(screen).toContain('> Show me\nsaid\n→ calculator');
      expect(screen).toMatch(/✗ calculator: /);
      expect(await chat.title()).toBe(title);
    });

    it('shows what an agent does that a tool talks to, and what a tool says meanwhile', async () => {
      const files = {
        'agent.ts': `
        import { Agent } from '@tenon/core/agent';
        import { createTool } from '@tenon/core/tools';
        import { z } from 'zod';
        const stock = createTool({
          id: 'stock', description: 'How many pieces of an article are in stock',
          inputSchema: z.object({ article: z.string().describe('Name of the article') }),
          execute: async ({ article }) => ({ article, pieces: 17 }),
        });
        const clerk = new Agent({ id: 'clerk', name: 'Clerk', instructions: '', model: 'demo/planner', tools: { stock } });
        const clerkTool = createTool({
          id: 'ask', description: 'Asks the clerk',
          inputSchema: z.object({ question: z.string() }),
          execute: async ({ question }, { writer }) => {
            await writer?.write('The clerk is asked.');
            const { fullStream, text } = await clerk.stream(question);
            for await (const chunk of fullStream) await writer?.write(chunk);
            console.log('logged\\u001b[2J');
            return text;
          },
        });
        export const boss = new Agent({ id: 'boss', name: 'Boss', instructions: '', model: 'demo/planner', tools: { ask: clerkTool } });
      `,
      };
      const question = 'How many pieces of "bolt" are in stock?';
      const chat = await openChat([[call('ask', { question })], 'Seventeen.'], {
        cwd: makeProject(files),
        words: ['--agent', 'agent.ts#boss'],
      });
      await chat.say('Well?');
      const screen = await chat.waitFor(/Seventeen\.\n\n> $/m);
      expect(screen).toMatch(
        /→ ask .*\n· ask The clerk is asked\.\n {2}→ stock \{"article":"bolt"\}\n {2}← stock .*17\} \(\d+ ms\)\nlogged\n← ask stock: /,
      );
    });
  },
);
