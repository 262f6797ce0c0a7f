import { collect } from '@tenon/testing';
import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../base/logger.ts';
import type { LanguageModel } from '../models/index.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import { Agent } from './index.ts';

const inputs: unknown[] = [];
const act = createTool({
  id: 'act',
  description: '',
  execute: async (input) => void inputs.push(input),
});

const text = [
  { type: 'text-start', id: 'a' },
  { type: 'text-delta', id: 'a', delta: 'Done.' },
  { type: 'text-end', id: 'a' },
];
const finish = { type: 'finish', finishReason: 'stop', usage: {} };
const streamOf = (parts: readonly unknown[]) => ({
  stream: new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  }),
});

/** A model that keeps to no specification: it gives whatever it is told to, at its first call. */
function agentOf(method: 'doStream' | 'doGenerate', first: unknown): Agent {
  let asked = 0;
  const afterwards =
    method === 'doStream'
      ? () => streamOf([...text, finish])
      : () => ({ content: [{ type: 'text', text: 'Done.' }], finishReason: 'stop', usage: {} });
  const model = {
    specificationVersion: 'v3',
    provider: 'odd',
    modelId: 'odd',
    supportedUrls: {},
    [method]: async () => (asked++ === 0 ? first : afterwards()),
  };
  inputs.length = 0;
  const agent = new Agent({
    id: 'a',
    name: 'a',
    instructions: '',
    model: model as unknown as LanguageModel,
    tools: { act },
  });
  agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
  return agent;
}

async function run(parts: readonly unknown[]) {
  const stream = await agentOf('doStream', streamOf(parts)).stream('?');
  const chunks = await collect(stream.fullStream);
  const errors = chunks.flatMap((chunk) =>
    chunk.type === 'tool-error' ? [(chunk.payload as { error: { id?: string } }).error.id] : [],
  );
  return { errors, text: await stream.text };
}

const call = (fields: object) => ({
  type: 'tool-call',
  toolCallId: 'c',
  toolName: 'act',
  input: '{}',
  ...fields,
});

describe('a model that gives what is no answer', () => {
  it.each([undefined, null, 'text', {}, { stream: null }, { stream: [] }, { content: 'text' }])(
    'fails the run with a name, whichever way it is asked: %j',
    async (answer) => {
      const stream = await agentOf('doStream', answer).stream('?');
      await expect(stream.text).rejects.toMatchObject({
        id: 'MODEL_INVALID',
        message: expect.stringContaining('doStream'),
      });
      expect(stream.status).toBe('failed');
      await expect(agentOf('doGenerate', answer).generate('?')).rejects.toMatchObject({
        id: 'MODEL_INVALID',
        message: expect.stringContaining('doGenerate'),
      });
    },
  );

  it('is read past what is no part', async () => {
    expect((await run([null, undefined, 'text', 5, ...text, finish])).text).toBe('Done.');
    const content = [null, { type: 'text', text: 'Done.' }];
    const whole = { content, finishReason: 'stop', usage: {} };
    expect((await agentOf('doGenerate', whole).generate('?')).text).toBe('Done.');
  });
});

describe('a text piece that is no text', () => {
  it.each([undefined, null, 5, {}])('says nothing: %j', async (delta) => {
    const odd = { type: 'text-delta', id: 'a', delta };
    const [start, ...rest] = text;
    expect((await run([start, odd, ...rest, finish])).text).toBe('Done.');
  });

  it('says nothing in arguments either', async () => {
    await run([
      { type: 'tool-input-start', id: 'c', toolName: 'act' },
      { type: 'tool-input-delta', id: 'c' },
      { type: 'tool-input-delta', id: 'c', delta: '{"a":1}' },
      { type: 'tool-input-end', id: 'c' },
      finish,
    ]);
    expect(inputs).toEqual([{ a: 1 }]);
  });
});

describe('a call', () => {
  it('with arguments that no JSON can say is refused, and the run goes on', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const spoilt = {
      get a(): never {
        throw new Error('spoilt');
      },
    };
    for (const input of [cycle, { a: 1n }, () => 1, Symbol('s'), spoilt]) {
      const { errors, text: said } = await run([call({ input }), finish]);
      expect(errors).toEqual(['TOOL_INPUT_NOT_JSON']);
      expect(said).toBe('Done.');
    }
    expect(inputs).toEqual([]);
  });

  it.each([undefined, null, 5, {}])(
    'of a tool named %j is one of an unknown tool',
    async (name) => {
      const streamed = [
        { type: 'tool-input-start', id: 'd', toolName: name },
        { type: 'tool-input-end', id: 'd' },
      ];
      const { errors, text: said } = await run([call({ toolName: name }), ...streamed, finish]);
      expect(errors).toEqual(['TOOL_NOT_FOUND', 'TOOL_NOT_FOUND']);
      expect(said).toBe('Done.');
    },
  );

  it('whose arguments come as a value runs with that value', async () => {
    const { errors, text: said } = await run([call({ input: { a: 1 } }), finish]);
    expect(errors).toEqual([]);
    expect(inputs).toEqual([{ a: 1 }]);
    expect(said).toBe('Done.');
  });

  it('whose id is no text gets one', async () => {
    const agent = agentOf('doStream', streamOf([call({ toolCallId: 5 }), finish]));
    const { toolCalls } = await (await agent.stream('?')).getFullOutput();
    expect(toolCalls.map((chunk) => chunk.payload.toolCallId)).toEqual(['call-0']);
  });

  it('costs the same however many have its id', async () => {
    const count = 3_000;
    const calls = Array.from({ length: count }, () => call({}));
    const agent = agentOf('doStream', streamOf([...calls, finish]));
    const isId = (key: unknown) => typeof key === 'string' && /^c(_\d+)?$/.test(key);
    let lookups = 0;
    const spies = [Map, Set].map(({ prototype }) => {
      const { has } = prototype;
      return vi.spyOn(prototype, 'has').mockImplementation(function (this: never, key) {
        if (isId(key)) lookups++;
        return has.call(this, key);
      });
    });
    const { toolCalls } = await (await agent.stream('?')).getFullOutput();
    for (const spy of spies) spy.mockRestore();
    const ids = new Set(toolCalls.map((chunk) => chunk.payload.toolCallId));
    expect(ids.size).toBe(count);
    expect(ids).toContain(`c_${count}`);
    expect(inputs).toHaveLength(count);
    expect(lookups).toBeGreaterThanOrEqual(count);
    expect(lookups).toBeLessThan(20 * count);
  });
});
