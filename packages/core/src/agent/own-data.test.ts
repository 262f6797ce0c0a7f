import { call, scriptedModel, toolCallsIn, toolResultsIn } from '@tenon/testing';
import { expect, it } from 'vitest';
import { createTool } from '../tools/index.ts';
import { Agent } from './index.ts';

const agentOf = (model: ReturnType<typeof scriptedModel>, act: object, more: object = {}) =>
  new Agent({ id: 'a', name: 'a', instructions: '', model, tools: { act }, ...more });

it('keeps each result as it was, although the tool goes on changing what it gave', async () => {
  const list: { at: number }[] = [];
  const act = createTool({
    id: 'act',
    description: '',
    execute: async () => {
      for (const item of list) item.at = -1;
      list.push({ at: list.length });
      return list;
    },
  });
  const model = scriptedModel([[call('act')], [call('act')], 'Done.']);
  const { toolResults } = await agentOf(model, act).generate('?');
  const results = [[{ at: 0 }], [{ at: -1 }, { at: 1 }]];
  expect(toolResultsIn(model.lastPrompt).map(({ value }) => value)).toEqual(results);
  expect(toolResults.map(({ payload }) => payload.result)).toEqual(results);
});

it('keeps what a hook answered, although the hook goes on changing it', async () => {
  const answer = { count: 0 };
  const beforeToolCall = () => {
    answer.count++;
    return { proceed: false, output: answer };
  };
  const act = createTool({ id: 'act', description: '', execute: async () => 1 });
  const model = scriptedModel([[call('act')], [call('act')], 'Done.']);
  await agentOf(model, act, { hooks: { beforeToolCall } }).generate('?');
  expect(toolResultsIn(model.lastPrompt).map(({ value }) => value)).toEqual([
    { count: 1 },
    { count: 2 },
  ]);
});

it.each([
  ['without a schema', undefined],
  ['with a JSON Schema', { type: 'object' }],
])(
  'keeps the arguments as the model wrote them, although a tool %s changes its input',
  async (_, inputSchema) => {
    const act = createTool({
      id: 'act',
      description: '',
      ...(inputSchema && { inputSchema }),
      execute: async (input: unknown) => {
        const given = input as { filter: { limit?: number }; more?: boolean };
        given.filter.limit = 10;
        given.more = true;
        return given;
      },
    });
    const model = scriptedModel([[call('act', { filter: {} })], 'Done.']);
    const { toolCalls, toolResults } = await agentOf(model, act).generate('?');
    expect(toolCallsIn(model.lastPrompt)).toMatchObject([{ input: { filter: {} } }]);
    expect(toolCallsIn(model.lastPrompt)[0]?.input).toEqual({ filter: {} });
    expect(toolCalls[0]?.payload.args).toEqual({ filter: {} });
    expect(toolResults[0]?.payload.result).toEqual({ filter: { limit: 10 }, more: true });
  },
);

it('gives a tool what the model wrote, although who reads the chunks masks it there', async () => {
  const given: unknown[] = [];
  const act = createTool({
    id: 'act',
    description: '',
    idempotent: true,
    execute: async (input) => void given.push(structuredClone(input)),
  });
  const onChunk = (chunk: { type: string; payload?: unknown }) => {
    if (chunk.type !== 'tool-call') return;
    const { args } = chunk.payload as { args: { token: string } };
    args.token = '***';
  };
  const run = () => agentOf(scriptedModel([[call('act', { token: 'abc' })], 'Done.']), act);
  await run().generate('?', { onChunk });
  await (await run().stream('?', { onChunk })).consumeStream();
  await (await run().stream('?', { onChunk, eagerToolExecution: true })).consumeStream();
  expect(given).toEqual([{ token: 'abc' }, { token: 'abc' }, { token: 'abc' }]);
});
