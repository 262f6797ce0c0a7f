import { call, collect, finish, scriptedModel, text } from '@tenon/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import { Agent } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const schema = z.object({ city: z.string(), temp: z.coerce.number(), note: z.string().optional() });

function agentWith(steps: Parameters<typeof scriptedModel>[0], provider = 'scripted') {
  const warned: string[] = [];
  let runs = 0;
  const model = scriptedModel(steps, { provider });
  const look = createTool({ id: 'look', description: '', execute: async () => ++runs });
  const agent = new Agent({ id: 'a', name: 'A', instructions: 'Help.', model, tools: { look } });
  const logger = { ...silentLogger, warn: (text: string) => warned.push(text) };
  agent[joinRegistry]({ logger, tenon: undefined, generateId: undefined });
  return { agent, model, warned, runs: () => runs };
}

describe('an answer that is a value of a schema', () => {
  it('comes after the tools, once, parsed and typed', async () => {
    const { agent, model, runs } = agentWith([[call('look', {})], '{"city":"Oslo","temp":"4"}']);
    const output = await agent.generate('?', { structuredOutput: { schema } });
    expect(output.object).toEqual({ city: 'Oslo', temp: 4 });
    expectTypeOf(output.object).toEqualTypeOf<{
      city: string;
      temp: number;
      note?: string | undefined;
    }>();
    expect(runs()).toBe(1);
    expect(model.requests.map((request) => request.responseFormat)).toMatchObject([
      { type: 'json', schema: { required: ['city', 'temp'] } },
      { type: 'json' },
    ]);
  });

  it('is a promise and a chunk of a stream', async () => {
    const { agent } = agentWith(['{"city":"Oslo","temp":4}']);
    const stream = await agent.stream('?', { structuredOutput: { schema } });
    const chunks = await collect(stream.fullStream);
    expect(await stream.object).toEqual({ city: 'Oslo', temp: 4 });
    expectTypeOf(stream.object).resolves.toHaveProperty('city');
    const types = chunks.map(({ type }) => type);
    expect(types.indexOf('object-result')).toBe(types.indexOf('finish') - 1);
  });

  it.each(['```json\n{"city":"Oslo","temp":4}\n```', 'Here you are: {"city":"Oslo","temp":4}.'])(
    'is found in %j',
    async (answer) => {
      const { agent } = agentWith([answer]);
      const { object } = await agent.generate('?', { structuredOutput: { schema } });
      expect(object).toMatchObject({ city: 'Oslo' });
    },
  );

  it.each([
    ['line breaks in a text', '{"city":"Os\nlo","temp":4}', 'Os\nlo'],
    ['the same value twice', '{"city":"Oslo","temp":4} So: {"city":"Oslo","temp":4}', 'Oslo'],
    ['another value that does not match', 'With {"days":1}: {"city":"Oslo","temp":4}', 'Oslo'],
    ['a list that is a note', '[1] says {"city":"Oslo","temp":4}', 'Oslo'],
    ['a fence within words', 'So:\n```\n{"city":"Oslo","temp":4}\n```\nDone.', 'Oslo'],
  ])('is found beside %s', async (_, answer, city) => {
    const { agent } = agentWith([answer]);
    const { object } = await agent.generate('?', { structuredOutput: { schema } });
    expect(object).toMatchObject({ city });
  });

  it('may be asked for by the options of the agent', async () => {
    const model = scriptedModel(['{"city":"Oslo","temp":4}']);
    const defaultOptions = { structuredOutput: { schema } };
    const { agent } = quietAgent(model, { defaultOptions });
    expect((await agent.generate('?')).object).toEqual({ city: 'Oslo', temp: 4 });
  });

  it('is told in words to a model without a response format', async () => {
    const { agent, model } = agentWith(['{"city":"Oslo","temp":4}']);
    const structuredOutput = { schema, jsonPromptInjection: true };
    await agent.generate('?', { structuredOutput });
    expect(model.requests[0]?.responseFormat).toBeUndefined();
    expect(model.lastPrompt?.filter(({ role }) => role === 'system')).toMatchObject([
      { content: 'Help.' },
      { content: expect.stringContaining('"temp"') },
    ]);
  });

  it('is asked of a provider in its own form, and turned back', async () => {
    const answer = '{"city":"Oslo","temp":4,"note":null}';
    const { agent, model } = agentWith([answer], 'openai.responses');
    const { object } = await agent.generate('?', { structuredOutput: { schema } });
    expect(model.requests[0]?.responseFormat).toMatchObject({
      schema: { required: ['city', 'temp', 'note'] },
    });
    expect(object).toEqual({ city: 'Oslo', temp: 4 });
  });
});

describe('an answer that is none', () => {
  it.each([
    ['{"city":1,"temp":2}', 'STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED'],
    ['[{"city":"Oslo","temp":2}]', 'STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED'],
    ['"Oslo"', 'STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED'],
    ['I do not know.', 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED'],
    ['', 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED'],
    ['{"city":"Oslo","te', 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED'],
    ['{"all":oops,"first":{"city":"Oslo","temp":2}}', 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED'],
    ['{"city":"Oslo","temp":2}{"city":"Rome","temp":9}', 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED'],
  ])('fails the run: %s', async (answer, id) => {
    const { agent } = agentWith([answer]);
    const failing = agent.generate('?', { structuredOutput: { schema } });
    await expect(failing).rejects.toMatchObject({ id });
  });

  it('names fields, never values', async () => {
    const { agent } = agentWith(['{"city":{"secret":"S3CRET"},"temp":1}']);
    const failing = agent.generate('?', { structuredOutput: { schema } });
    const error = await failing.catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining('city') });
    expect(JSON.stringify(error)).not.toContain('S3CRET');
  });

  it('fails the run where the schema throws', async () => {
    const { agent } = agentWith(['{"city":"Oslo"}']);
    const failing = z.object({ city: z.string() }).transform(() => {
      throw new Error('out of order');
    });
    await expect(
      agent.generate('?', { structuredOutput: { schema: failing } }),
    ).rejects.toMatchObject({
      id: 'STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED',
      message: expect.stringContaining('out of order'),
    });
  });

  it('rejects the promise of the value and ends the streams', async () => {
    const { agent } = agentWith(['{"city":1}']);
    const stream = await agent.stream('?', { structuredOutput: { schema } });
    expect(await collect(stream.objectStream)).toEqual([{ city: 1 }]);
    await expect(stream.object).rejects.toMatchObject({
      id: 'STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED',
    });
  });

  it('is undefined where the run was stopped', async () => {
    const controller = new AbortController();
    const { agent } = agentWith([[text('{"city":"Os', { pieces: ['{"city":', '"Os'] })]]);
    const stream = await agent.stream('?', {
      structuredOutput: { schema },
      abortSignal: controller.signal,
      onChunk: ({ type }) => type === 'object' && controller.abort(),
    });
    expect(await collect(stream.objectStream)).toEqual([{}]);
    expect(await stream.object).toBeUndefined();
  });

  it('says when it was cut off', async () => {
    const { agent } = agentWith([['{"city":"Os', finish('length')]]);
    const failing = agent.generate('?', { structuredOutput: { schema } });
    await expect(failing).rejects.toMatchObject({ id: 'STRUCTURED_OUTPUT_TRUNCATED' });
  });

  it('is a warning, or the fallback, where that is asked for', async () => {
    const { agent, warned } = agentWith(['no', 'no']);
    const warn = await agent.generate('?', { structuredOutput: { schema, errorStrategy: 'warn' } });
    expect([warn.object, warned.length]).toEqual([undefined, 1]);
    const own: string[] = [];
    const logger = { warn: (message: string) => void own.push(message) };
    const { agent: other, warned: unheard } = agentWith(['no']);
    await other.generate('?', { structuredOutput: { schema, errorStrategy: 'warn', logger } });
    expect([own, unheard]).toEqual([warned, []]);
    const fallbackValue = { city: 'nowhere', temp: 0 };
    const structuredOutput = { schema, errorStrategy: 'fallback', fallbackValue } as const;
    const fallback = await agent.generate('?', { structuredOutput });
    expect(fallback).toMatchObject({ object: fallbackValue, usedFallbackValue: true });
  });

  it('is marked in the stream where the fallback stands in its place', async () => {
    const { agent } = agentWith(['no']);
    const fallbackValue = { city: 'nowhere', temp: 0 };
    const structuredOutput = { schema, errorStrategy: 'fallback', fallbackValue } as const;
    const stream = await agent.stream('?', { structuredOutput });
    const chunks = await collect(stream.fullStream);
    expect(chunks.find(({ type }) => type === 'object-result')).toMatchObject({
      object: fallbackValue,
      metadata: { fallback: true },
    });
    expect(await stream.object).toEqual(fallbackValue);
  });

  it('is no error while the client still has a call to run', async () => {
    const { agent } = agentWith([[call('ask', {})]]);
    const ask = createTool({ id: 'ask', description: '' });
    const output = await agent.generate('?', {
      clientTools: { ask },
      structuredOutput: { schema },
    });
    expect([output.object, output.finishReason]).toEqual([undefined, 'tool-calls']);
  });

  it.each([
    ['fallbackValue', { errorStrategy: 'fallback' }],
    ['errorStrategy', { errorStrategy: 'stric' }],
    ['jsonPromptInjection', { jsonPromptInjection: 'outline' }],
    ['instructions', { instructions: 7 }],
    ['applyTo', { applyTo: 'first-step' }],
    ['providerOptions', { providerOptions: [] }],
    ['logger', { logger: {} }],
    ['errorStrateg', { errorStrateg: 'warn' }],
    ['schema', { schema: undefined }],
  ])('names the option %s that cannot be used, before a model is asked', async (option, given) => {
    const { agent, model } = agentWith([]);
    const structuredOutput = { schema, ...given } as never;
    await expect(agent.generate('?', { structuredOutput })).rejects.toMatchObject({
      id: 'AGENT_OPTION_INVALID',
      message: expect.stringContaining(option),
    });
    expect(model.requests).toEqual([]);
  });

  it('is asked for by an object of options', async () => {
    const { agent } = agentWith([]);
    await expect(agent.generate('?', { structuredOutput: [] as never })).rejects.toMatchObject({
      id: 'AGENT_OPTION_INVALID',
    });
  });

  it('refuses the option useAgent, which is to come', async () => {
    const structuredOutput = { schema, useAgent: true };
    await expect(agentWith([]).agent.generate('?', { structuredOutput })).rejects.toMatchObject({
      id: 'AGENT_OPTION_NOT_SUPPORTED',
    });
  });
});
