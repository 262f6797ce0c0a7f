import { call, collect, scriptedModel } from '@tenon/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type ToolEvent, toToolEvents } from '../chunks/index.ts';
import { createTool, type ToolTransform } from '../tools/index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const greet = (transform?: ToolTransform) =>
  createTool({
    id: 'greet',
    description: 'Greets',
    title: 'A greeting',
    inputSchema: z.object({ name: z.string() }),
    ...(transform && { transform }),
    execute: async ({ name }) => {
      if (name === 'nobody') throw new Error('nobody is there');
      return `Hello ${name}`;
    },
  });

async function run(name: string, transform?: ToolTransform) {
  const ask = call('greet', { name }, { pieces: 3 });
  const { agent } = quietAgent(scriptedModel([[ask], 'done']), {
    tools: { greet: greet(transform) },
  });
  return agent.stream('?');
}

/** Each as it is when it comes: the value so far goes on growing. */
async function eventsOf(chunks: Parameters<typeof toToolEvents>[0]): Promise<ToolEvent[]> {
  const events: ToolEvent[] = [];
  for await (const event of toToolEvents(chunks)) events.push(structuredClone(event));
  return events;
}

describe('the events around tools', () => {
  it('tell of a call in the order of its chunks, with the value that grows', async () => {
    const named = { toolCallId: 'call-1', toolName: 'greet' };
    const events = await eventsOf((await run('Ada')).fullStream);
    expect(events.map(({ type }) => type)).toEqual([
      'tool_input_start',
      'tool_input_delta',
      'tool_input_delta',
      'tool_input_delta',
      'tool_input_end',
      'tool_start',
      'tool_end',
    ]);
    expect(events[0]).toEqual({ type: 'tool_input_start', ...named, title: 'A greeting' });
    const deltas = events.filter((event) => event.type === 'tool_input_delta');
    expect(deltas.map(({ argsTextDelta }) => argsTextDelta).join('')).toBe('{"name":"Ada"}');
    expect(deltas.at(-1)).toMatchObject({ ...named, partialInput: { name: 'Ada' } });
    expect(deltas[0]?.partialInput).not.toEqual({ name: 'Ada' });
    expect(events.slice(-3)).toEqual([
      { type: 'tool_input_end', toolCallId: 'call-1' },
      { type: 'tool_start', ...named, args: { name: 'Ada' }, title: 'A greeting' },
      { type: 'tool_end', ...named, result: 'Hello Ada', isError: false },
    ]);
  });

  it('tell in words of a call that failed', async () => {
    const events = await eventsOf((await run('nobody')).fullStream);
    expect(events.at(-1)).toMatchObject({
      type: 'tool_end',
      result: expect.stringContaining('nobody is there'),
      isError: true,
    });
  });

  it('show nothing private when they are made of what people are shown', async () => {
    const stream = await run('Ada', { display: { input: () => 'someone', output: () => 'hi' } });
    const events = await eventsOf(stream.toDisplayStream());
    expect(events.map(({ type }) => type)).toEqual([
      'tool_input_start',
      'tool_input_end',
      'tool_start',
      'tool_end',
    ]);
    expect(JSON.stringify(events)).not.toContain('Ada');
    expect(events.at(-1)).toMatchObject({ result: 'hi' });
  });

  it('go on when a tool writes what only looks like a chunk', async () => {
    const forger = createTool({
      id: 'forger',
      description: '',
      execute: async (_, { writer }) => {
        const types = ['tool-call-delta', 'tool-call', 'tool-result', 'tool-error'];
        for (const type of types) {
          for (const payload of [undefined, null, {}, 'x']) await writer.custom({ type, payload });
        }
        return 'forged';
      },
    });
    const { agent } = quietAgent(scriptedModel([[call('forger')], 'done']), { tools: { forger } });
    const stream = await agent.stream('?');
    for (const chunks of [stream.fullStream, stream.toDisplayStream()]) {
      const events = await eventsOf(chunks);
      expect(events.filter(({ type }) => type === 'tool_end')).toMatchObject([
        { toolName: 'forger', result: 'forged' },
      ]);
    }
  });

  it('can be read again, each time from the first', async () => {
    const stream = await run('Ada');
    const first = await collect(toToolEvents(stream.fullStream));
    expect(await collect(toToolEvents(stream.fullStream))).toEqual(first);
    expectTypeOf(first).toEqualTypeOf<ToolEvent[]>();
  });
});
