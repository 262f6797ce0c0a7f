import {
  call,
  collect,
  cutConnection,
  finish,
  httpError,
  malformedChunk,
  slowFirstByte,
  text,
  type WaitEvent,
  type WireServer,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import type { FullOutput } from '../loop/index.ts';
import type { ModelOption } from '../models/index.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import { Agent, type RunOptions } from './index.ts';
import { event } from './testing/event.ts';
import { modelOf, type ProviderRow, providerRows } from './testing/provider-packages.ts';
import { serveWire } from './testing/serve-wire.ts';

/** One pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const looked: unknown[] = [];
const weather = createTool({
  id: 'weather',
  description: 'Weather of a city',
  inputSchema: z.object({
    city: z.string(),
    days: z.number().default(1),
    unit: z.enum(['C', 'F']).optional(),
  }),
  execute: async (input) => {
    looked.push(input);
    return { summary: `sun over ${input.city}` };
  },
});

function agentOn(model: ModelOption) {
  looked.length = 0;
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Look it up.',
    model,
    tools: { weather },
  });
  agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
  return agent;
}

const modes = ['generate', 'stream'] as const;

/** Asks the model of a row, and waits for all it says. */
async function ask(
  row: ProviderRow,
  server: WireServer,
  mode: (typeof modes)[number],
  options: RunOptions = {},
): Promise<FullOutput> {
  const agent = agentOn(modelOf(row, server));
  return mode === 'generate'
    ? await agent.generate('?', options)
    : await (await agent.stream('?', options)).getFullOutput();
}

/** What a polite server says with a status that passes. */
const soon = { headers: { 'retry-after-ms': '1' } };

type ProviderApi = ProviderRow extends `${infer Api}, ${string}` ? Api : never;

/** Results of chat completions are texts: the packages write the parts there as JSON. */
const imagesOfTools: Record<ProviderApi, 'image' | 'text'> = {
  'openai responses': 'image',
  'openai chat': 'text',
  anthropic: 'image',
  google: 'image',
  'xai chat': 'text',
  'xai responses': 'image',
  'openai-compatible': 'text',
};

describe.each(providerRows)('%s', (row) => {
  it.each(['stream', 'generate'] as const)('calls tools in two steps (%s)', async (mode) => {
    const server = await serveWire([
      [
        text('Looking.'),
        call('weather', { city: 'Oslo', unit: 'C' }, { id: 'call_a' }),
        call('weather', { city: 'Rome', days: 2 }, { id: 'call_b' }),
        finish('tool-calls', { usage: { input: 20, output: 7 } }),
      ],
      [text('Sun in both.'), finish('stop', { usage: { input: 40, output: 5 } })],
    ]);
    const agent = agentOn(modelOf(row, server));
    const output =
      mode === 'generate'
        ? await agent.generate('Oslo and Rome?')
        : await (await agent.stream('Oslo and Rome?')).getFullOutput();
    expect(output.text).toBe('Looking.Sun in both.');
    expect(looked).toEqual([
      { city: 'Oslo', days: 1, unit: 'C' },
      { city: 'Rome', days: 2 },
    ]);
    expect(output.totalUsage).toMatchObject({ inputTokens: 60, outputTokens: 12, totalTokens: 72 });
    expect(output.finishReason).toBe('stop');
    const [first, second] = server.requests;
    expect(first?.tools.map((tool) => tool.name)).toEqual(['weather']);
    expect(second?.toolResults.map((result) => result.text)).toEqual([
      expect.stringContaining('sun over Oslo'),
      expect.stringContaining('sun over Rome'),
    ]);
    expect(server.openRequests).toBe(0);
  });

  it('shows an image of the user to the model', async () => {
    const server = await serveWire(['A dot.']);
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image', image: `data:image/png;base64,${dot}` },
    ] as const;
    await agentOn(modelOf(row, server)).generate([{ role: 'user', content }]);
    expect(server.lastRequest.images).toMatchObject([{ mediaType: 'image/png', base64: dot }]);
  });

  it('shows an image that a tool gave to the model, as far as its API can', async () => {
    const server = await serveWire([[call('draw', {}, { id: 'call_a' })], 'A dot.']);
    const draw = createTool({
      id: 'draw',
      description: 'Draws',
      execute: async () => ({ png: dot }),
      toModelOutput: ({ png }) => ({
        type: 'content',
        value: [
          { type: 'text', text: 'a picture' },
          { type: 'image-data', data: png, mediaType: 'image/png' },
        ],
      }),
    });
    const { toolResults: given } = await agentOn(modelOf(row, server)).generate('Draw.', {
      toolsets: { more: { draw } },
    });
    expect(given[0]?.payload.result).toEqual({ png: dot });
    const { toolResults, images } = server.lastRequest;
    const shown = imagesOfTools[row.split(',')[0] as ProviderApi];
    expect(toolResults).toHaveLength(1);
    if (shown === 'image') {
      expect(toolResults[0]).toMatchObject({ callId: 'call_a', text: 'a picture' });
      expect(images).toEqual([{ mediaType: 'image/png', base64: dot, url: undefined }]);
    } else {
      const parts = JSON.parse(toolResults[0]?.text ?? '');
      expect(parts).toMatchObject([{ text: 'a picture' }, { mediaType: 'image/png' }]);
      expect(images).toEqual([]);
    }
  });

  it('tells a wrong key at once, with the status', async () => {
    const server = await serveWire([httpError(401)]);
    const failing = agentOn(modelOf(row, server)).generate('?');
    await expect(failing).rejects.toMatchObject({ statusCode: 401 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([429, 500, 529])('asks again after status %i', async (status) => {
    const server = await serveWire([httpError(status, soon), 'There.']);
    const stream = await agentOn(modelOf(row, server)).stream('?');
    expect(await stream.text).toBe('There.');
    expect(server.requests).toHaveLength(2);
  });

  it('goes on with the next model, and the step says which answered', async () => {
    const server = await serveWire([httpError(400), 'From the second.']);
    const id = 'the-other';
    const agent = agentOn([
      { model: modelOf(row, server) as never },
      { model: modelOf(row, server, id) as never },
    ]);
    const output = await agent.generate('?');
    expect(output.text).toBe('From the second.');
    expect(output.steps[0]?.model.modelId).toBe(id);
    expect(server.lastRequest.model).toBe(id);
  });

  it('fails, and runs nothing, when the connection is cut after text', async () => {
    const server = await serveWire([['Some ', cutConnection()], 'never asked']);
    const stream = await agentOn(modelOf(row, server)).stream('?');
    const chunks = await collect(stream.fullStream);
    const types = chunks.map(({ type }) => type);
    expect(types).toContain('error');
    expect(types.at(-1)).toBe('finish');
    await expect(stream.text).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
    expect(looked).toEqual([]);
  });

  it('keeps what was said, and asks no other model, when the connection is cut after text', async () => {
    const server = await serveWire([
      [text('Looking. '), call('weather', { city: 'Oslo' }), finish('tool-calls')],
      ['It is su', cutConnection()],
    ]);
    const other = await serveWire(['never asked']);
    const agent = agentOn([
      { model: modelOf(row, server) as never },
      { model: modelOf(row, other) as never },
    ]);
    const outputs: FullOutput[] = [];
    const stream = await agent.stream('?', {
      onFinish: (output) => {
        outputs.push(output);
      },
    });
    const chunks = await collect(stream.fullStream);
    const errors = chunks.flatMap((chunk) => (chunk.type === 'error' ? [chunk.payload.error] : []));
    expect(errors).toEqual([expect.any(Error)]);
    expect(outputs).toMatchObject([
      { text: 'Looking. It is su', finishReason: 'error', error: errors[0] },
    ]);
    expect(outputs[0]?.steps.map((step) => step.text)).toEqual(['Looking. ', 'It is su']);
    await expect(stream.text).rejects.toBe(errors[0]);
    expect(server.requests).toHaveLength(2);
    expect(other.requests).toHaveLength(0);
  });

  it('fails at a chunk that is no JSON', async () => {
    const server = await serveWire([['Some ', malformedChunk()]]);
    const stream = await agentOn(modelOf(row, server)).stream('?', {
      modelSettings: { maxRetries: 0 },
    });
    await expect(stream.text).rejects.toThrow(/json|pars/i);
  });

  it.each(modes)('waits for a first byte that is late, and then answers (%s)', async (mode) => {
    const held = event();
    const released = event();
    const hold = () => {
      held.happen();
      return released.happened;
    };
    const server = await serveWire([[slowFirstByte(hold), 'Late.'], 'At once.']);
    const said: string[] = [];
    const late = ask(row, server, mode, {
      onChunk: ({ type }) => {
        said.push(type);
      },
    }).then((output) => {
      said.push('answered');
      return output;
    });
    await held.happened;
    // What was asked later on another connection is answered to its end in the meantime.
    expect((await ask(row, server, mode)).text).toBe('At once.');
    expect(said).toEqual(['start']);
    expect(server.openRequests).toBe(1);
    released.happen();
    expect(await late).toMatchObject({ text: 'Late.', finishReason: 'stop' });
    expect(said.at(-1)).toBe('answered');
    expect(server.requests).toHaveLength(2);
  });

  it.each(modes)('can be stopped before the first byte (%s)', async (mode) => {
    const controller = new AbortController();
    const gone = event();
    const hold: WaitEvent = ({ signal }) => {
      signal?.addEventListener('abort', gone.happen);
      controller.abort();
      return new Promise(() => {});
    };
    const server = await serveWire([[slowFirstByte(hold), 'late'], 'never asked']);
    const output = await ask(row, server, mode, { abortSignal: controller.signal });
    expect(output).toMatchObject({ finishReason: 'aborted', text: '' });
    await gone.happened;
    expect(server.requests).toHaveLength(1);
  });
});

describe('a model named by the URL of its server', () => {
  it('counts the tokens of a stream', async () => {
    const server = await serveWire([
      [text('Here.'), finish('stop', { usage: { input: 20, output: 7 } })],
    ]);
    const stream = await agentOn(`${server.baseUrlFor('compatible')}#qwen3`).stream('?');
    const output = await stream.getFullOutput();
    expect(output.text).toBe('Here.');
    expect(output.totalUsage).toMatchObject({ inputTokens: 20, outputTokens: 7, totalTokens: 27 });
  });
});
