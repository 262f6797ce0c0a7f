import { call, scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import type { MessageInput } from '../messages/index.ts';
import { ToolCallFilter, type ToolCallFilterOptions } from '../processors/index.ts';
import { createTool } from '../tools/index.ts';
import { Agent } from './index.ts';

type Prompt = readonly { readonly role: string; readonly content: unknown }[];

const tool = (id: string) => createTool({ id, description: '', execute: async () => `${id} ran` });
const told = createTool({
  id: 'told',
  description: '',
  execute: async () => ({ secret: 1 }),
  toModelOutput: () => ({ type: 'text', value: 'told in words' }),
});
const drawn = createTool({
  id: 'drawn',
  description: '',
  execute: async () => 1,
  toModelOutput: () => ({
    type: 'content',
    value: [{ type: 'media', data: 'AA==', mediaType: 'image/png' }],
  }),
});
const tools = { aa: tool('aa'), bb: tool('bb'), 'our.cc': tool('cc'), told, drawn };

function agentWith(
  steps: Parameters<typeof scriptedModel>[0],
  options?: ToolCallFilterOptions,
  more: object = {},
) {
  const model = scriptedModel(steps);
  const filter = new ToolCallFilter(options);
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Help.',
    model,
    tools,
    inputProcessors: [filter],
    defaultOptions: { maxSteps: 9 },
    ...more,
  });
  return { agent, model };
}

/** Which calls and which results a prompt has, by the names of their tools. */
function pairsIn(prompt: Prompt) {
  const parts = prompt.flatMap(({ content }) => content as { type: string; toolName?: string }[]);
  const namesOf = (type: string) =>
    parts.filter((part) => part.type === type).map(({ toolName }) => toolName);
  return { calls: namesOf('tool-call'), results: namesOf('tool-result') };
}

const both = (...names: string[]) => ({ calls: names, results: names });

/** What a run with these calls leaves for the next one. */
async function historyOf(...names: string[]): Promise<MessageInput> {
  const model = scriptedModel([[...names.map((name) => call(name, {}))], 'Done']);
  const agent = new Agent({ id: 'h', name: 'H', instructions: '', model, tools });
  const { response } = await agent.generate('go');
  return [{ role: 'user', content: 'go' }, ...response.messages, 'next'] as MessageInput;
}

describe('ToolCallFilter', () => {
  it('leaves calls of the history out, with their results, and keeps those of the run', async () => {
    const { agent, model } = agentWith([[call('aa'), call('bb')], 'Ok']);
    const { response } = await agent.generate(await historyOf('aa', 'bb'));
    expect(model.prompts.map(pairsIn)).toEqual([both(), both('aa', 'bb')]);
    expect(pairsIn(response.messages)).toEqual(both('aa', 'bb'));
    expect(model.prompts[0]?.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });

  it('leaves out those of the tools it names alone, by the key or none at all', async () => {
    const history = await historyOf('aa', 'our.cc', 'bb');
    const some = agentWith(['Ok'], { exclude: ['aa', 'our.cc'] });
    await some.agent.generate(history);
    expect(pairsIn(some.model.lastPrompt)).toEqual(both('bb'));
    const none = agentWith(['Ok'], { exclude: [] });
    await none.agent.generate(history);
    expect(pairsIn(none.model.lastPrompt).calls).toHaveLength(3);
  });

  it.each([
    [0, [[], [], [], []]],
    [1, [[], ['aa'], ['bb'], ['aa']]],
    [2, [[], ['aa'], ['aa', 'bb'], ['bb', 'aa']]],
  ])('keeps those of the newest %i steps of the run that called tools', async (most, expected) => {
    const script = [[call('aa')], [call('bb')], [call('aa')], 'Ok'];
    const { agent, model } = agentWith(script, { filterAfterToolSteps: most });
    await agent.generate(await historyOf('aa'));
    expect(model.prompts.map(pairsIn)).toEqual(expected.map((names) => both(...names)));
  });

  it('puts what the model was told in place of a call, where that is a text', async () => {
    const history = await historyOf('told', 'drawn', 'aa');
    const stored = agentWith([[call('told'), call('drawn'), call('aa')], 'Ok'], {
      filterAfterToolSteps: 0,
      preserveModelOutput: true,
    });
    await stored.agent.generate('go');
    expect(pairsIn(stored.model.lastPrompt)).toEqual(both());
    expect(stored.model.lastPrompt.at(-1)).toMatchObject({
      role: 'assistant',
      content: [{ type: 'text', text: 'told in words' }],
    });
    const without = agentWith(['Ok']);
    await without.agent.generate(history);
    expect(JSON.stringify(without.model.lastPrompt)).not.toContain('told in words');
  });

  it('reads what the model was told out of messages of a thread', async () => {
    const stored = {
      id: 'm1',
      role: 'assistant',
      createdAt: new Date(0),
      content: {
        format: 2,
        parts: [
          {
            type: 'tool-invocation',
            toolInvocation: {
              state: 'result',
              toolCallId: 'c1',
              toolName: 'told',
              args: {},
              result: { secret: 1 },
            },
            providerMetadata: { mastra: { modelOutput: { type: 'text', value: 'in words' } } },
          },
        ],
      },
    } as const;
    const { agent, model } = agentWith(['Ok'], { preserveModelOutput: true });
    await agent.generate(['go', stored, 'next'] as MessageInput);
    expect(model.lastPrompt[2]).toMatchObject({ content: [{ type: 'text', text: 'in words' }] });
    expect(JSON.stringify(model.lastPrompt)).not.toContain('secret');
  });

  it('drops a message of which no more than thoughts would be left, with its result', async () => {
    const history = [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'aa', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'aa',
            output: { type: 'text', value: 'x' },
          },
        ],
      },
      { role: 'user', content: 'next' },
    ];
    const { agent, model } = agentWith(['Ok']);
    await agent.generate(history as MessageInput);
    expect(model.lastPrompt.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
  });

  it('gives nothing where nothing changes', () => {
    const filter = new ToolCallFilter();
    const messageList = { get: { all: { db: () => [] } } } as never;
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
    expect(filter.processLLMRequest({ prompt, steps: [], messageList })).toBeUndefined();
  });

  it.each([[{ exclude: 'aa' }], [{ filterAfterToolSteps: -1 }], [{ excludes: [] }], [null]])(
    'refuses the options %j',
    (options) => {
      expect(() => new ToolCallFilter(options as never)).toThrow(/new ToolCallFilter/);
    },
  );
});
