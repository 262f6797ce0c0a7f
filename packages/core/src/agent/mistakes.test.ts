import { scriptedModel } from '@tenon/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import { Agent } from './index.ts';

const area = createTool({
  id: 'area',
  description: 'Area of a rectangle',
  inputSchema: z.object({ width: z.number() }),
  execute: async ({ width }) => width,
});
const agentWith = (fields: object): Agent =>
  new Agent({
    id: 'a',
    name: 'A',
    instructions: '',
    model: scriptedModel(['Hello.']),
    tools: { area },
    ...fields,
  });
const provider = Object.assign(() => undefined, { languageModel: () => undefined });

describe('what only code without types can get wrong is told in a sentence', () => {
  it.each<[string, () => unknown, string]>([
    ['no options of a tool', () => createTool(undefined as never), 'createTool needs an object'],
    ['no options of an agent', () => new Agent(undefined as never), '`id` must be a text'],
    [
      'an execute that is no function',
      () => createTool({ id: 'x', description: '', execute: 'run' as never }),
      'Tool "x": execute must be a function, but is a string.',
    ],
    [
      'a schema under its old name',
      () => createTool({ id: 'x', description: '', parameters: z.object({}) } as never),
      'Give the schema as inputSchema.',
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });

  it.each<[string, object, string]>([
    ['tools in a list', { tools: [area] }, 'but is a list.'],
    ['one tool', { tools: area }, 'but is one tool.'],
    ['a provider in place of a model', { model: provider }, 'Call it with the name of a model'],
    ['a list of names', { model: ['openai/gpt-5'] }, '[{ model: "openai/gpt-5" }]'],
  ])('%s', async (_, fields, message) => {
    await expect(agentWith(fields).generate('Hi')).rejects.toThrow(message);
  });

  it.each<[string, unknown, string]>([
    ['abortSignal', new AbortController(), 'must be an AbortSignal'],
    ['activeTools', 'area', 'must be a list of keys'],
    ['stopWhen', 3, 'stepCountIs(3)'],
    ['stopWhen', [3], 'stepCountIs(3)'],
    ['toolChoice', 'area', '{ type: "tool", toolName: "…" }'],
    ['toolChoice', { toolName: 'area' }, '{ type: "tool", toolName: "…" }'],
    ['requestContext', { user: 1 }, 'new RequestContext({ user })'],
  ])('the option %s as %j', async (option, value, message) => {
    await expect(agentWith({}).generate('Hi', { [option]: value })).rejects.toMatchObject({
      id: 'AGENT_OPTION_INVALID',
      message: expect.stringContaining(message),
      details: { option },
    });
  });

  it.each([{ prompt: 'Hi' }, { messages: [] }])('the input %j', async (input) => {
    await expect(agentWith({}).generate(input as never)).rejects.toThrow(
      'Give the text or the list of messages itself.',
    );
  });

  it('no options of a call are taken as none', async () => {
    expect((await agentWith({}).generate('Hi', null as never)).text).toBe('Hello.');
  });
});

it('types streams so that any project can iterate them', () => {
  type Output = Awaited<ReturnType<Agent['stream']>>;
  expectTypeOf<Output['textStream']>().toExtend<AsyncIterable<string>>();
  expectTypeOf<Output['textStream']>().toExtend<ReadableStream<string>>();
});
