import { describe, expect, it } from 'vitest';
import { makeProject } from '../testing/make-project.ts';
import { runTenon } from '../testing/run-tenon.ts';

const agentFile = (...names: string[]) => `
  import { Agent } from '@tenon/core/agent';
  import { createTool } from '@tenon/core/tools';
  import { z } from 'zod';
  const stock = createTool({
    id: 'stock', description: 'How many pieces of an article are in stock',
    inputSchema: z.object({ article: z.string().describe('Name of the article') }),
    execute: async ({ article }) => ({ article, pieces: 17 }),
  });
  const make = (id: string) => new Agent({ id, name: id, instructions: '', model: 'demo/planner', tools: { stock } });
  ${names.map((name) => `export const ${name} = make('${name}-id');`).join('\n')}
`;
const registry = (...names: string[]) => `
  import { Tenon } from '@tenon/core';
  import { ${names.join(', ')} } from './agents.ts';
  export const tenon = new Tenon({ agents: { ${names.join(', ')} }, logger: false });
`;
const project = (folder: string, ...names: string[]) => ({
  [`${folder}/agents.ts`]: agentFile(...names),
  [`${folder}/index.ts`]: registry(...names),
});

/** Who answers: the id of the agent, or what was told instead. */
async function whoAnswers(files: Record<string, string>, words: string[] = []) {
  const cwd = makeProject(files);
  const { code, stdout, stderr } = await runTenon(
    ['chat', '--json', ...words, 'How many pieces of "bolt" are in stock?'],
    { cwd },
  );
  const [first = ''] = stdout.split('\n');
  return first === '' ? `${code}: ${stderr}` : JSON.parse(first).payload.id;
}

describe('tenon chat --agent', () => {
  it('takes the agents that a file exports, by export, by id, or the only one', async () => {
    expect(await whoAnswers({ 'one.ts': agentFile('clerk') }, ['--agent', 'one.ts'])).toBe(
      'clerk-id',
    );
    const two = { 'two.ts': agentFile('clerk', 'cook') };
    expect(await whoAnswers(two, ['--agent', 'two.ts#cook'])).toBe('cook-id');
    expect(await whoAnswers(two, ['--agent', './two.ts#clerk-id'])).toBe('clerk-id');
    expect(await whoAnswers(two, ['--agent', 'two.ts'])).toBe(
      '2: "two.ts" has 2 agents. Choose by --agent: two.ts#clerk-id, two.ts#cook-id\n',
    );
    expect(await whoAnswers(two, ['--agent', 'two.ts#chef'])).toBe(
      '2: "two.ts" has no agent "chef". Choose by --agent: two.ts#clerk-id, two.ts#cook-id\n',
    );
  });

  it('takes a file that has a # in its name', async () => {
    const files = { 'no#1.ts': agentFile('clerk', 'cook') };
    expect(await whoAnswers(files, ['--agent', 'no#1.ts#cook'])).toBe('cook-id');
    expect(await whoAnswers(files, ['--agent', 'no#1.ts'])).toMatch(
      /^2: "no#1\.ts" has 2 agents\./,
    );
  });

  it.each([
    ['none.ts', '1: There is no file "none.ts".\n'],
    ['empty.ts', /^2: "empty\.ts" exports no agent\. Export one, for instance: /],
    ['clerk', /^2: There is no agent "clerk", since this folder has no src\/tenon\/index\.ts\./],
  ])('tells what is wrong with %s', async (agent, told) => {
    const files = { 'empty.ts': 'export const answer = 42;' };
    expect(await whoAnswers(files, ['--agent', agent])).toMatch(told);
  });

  it('takes the agents of the project by key or id', async () => {
    const files = project('src/tenon', 'clerk', 'cook');
    expect(await whoAnswers(files, ['--agent', 'cook'])).toBe('cook-id');
    expect(await whoAnswers(files, ['--agent', 'clerk-id'])).toBe('clerk-id');
    expect(await whoAnswers(files, ['--agent', 'src/tenon/index.ts#cook'])).toBe('cook-id');
    expect(await whoAnswers(files, ['--agent', 'chef'])).toMatch(
      /^2: "src\/tenon\/index.ts" has no agent "chef"\. Choose by --agent: clerk-id, cook-id\n$/,
    );
  });
});

describe('tenon chat without --agent', () => {
  it.each(['src/tenon', 'src/mastra'])('takes the only agent of %s', async (folder) => {
    expect(await whoAnswers(project(folder, 'clerk'))).toBe('clerk-id');
  });

  it('lists the agents of a project that has several', async () => {
    expect(await whoAnswers(project('src/tenon', 'clerk', 'cook'))).toBe(
      '2: "src/tenon/index.ts" has 2 agents. Choose by --agent: clerk-id, cook-id\n',
    );
  });

  it('takes the built-in assistant where the project has no agent', async () => {
    expect(await whoAnswers({ 'src/tenon/index.ts': 'export const answer = 42;' })).toBe(
      'assistant',
    );
  });

  it('talks to an agent made by a copy of core that is the project’s own', async () => {
    const agent = `
      import { Agent } from '@tenon/core/agent';
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
      const parts = [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Hello from here.' },
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason: { unified: 'stop' }, usage },
      ];
      const model = {
        specificationVersion: 'v3', provider: 'own', modelId: 'own', supportedUrls: {},
        doStream: async () => ({ stream: ReadableStream.from(parts) }),
      };
      export const own = new Agent({ id: 'own', name: 'Own', instructions: '', model });
    `;
    const cwd = makeProject({ 'src/tenon/index.ts': agent }, { ownCore: true });
    expect(await runTenon(['chat', 'Hello'], { cwd })).toEqual({
      code: 0,
      stdout: 'Hello from here.\n',
      stderr: '',
    });
  });
});
