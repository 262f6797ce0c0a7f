import { call, collect, raw, scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool, type ToolTransform } from '../tools/index.ts';
import type { Agent, AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const secret = 'RAW-S3CRET';
const safe = { input: () => 'IN', inputDelta: () => '·', output: () => 'OUT', error: () => 'ERR' };
const covered: ToolTransform = { display: safe, transcript: safe };
const never = () => new Promise(() => {});

const payTool = (execute?: () => unknown, transform = covered) =>
  createTool({
    id: 'pay',
    description: 'Pays',
    inputSchema: z.object({ token: z.string() }),
    transform,
    execute: async ({ token }) => (execute === undefined ? token : execute()),
  });

const asking = () => [call('pay', { token: secret }, { pieces: 3 })];

/** All that people are shown of a run, as it goes and later. */
async function seenOf(agent: Agent, options: RunOptions = {}): Promise<string> {
  const stream = await agent.stream('?', options);
  const shown: unknown = await collect(stream.toDisplayStream());
  return JSON.stringify([shown, (await stream.response).uiMessages]);
}

describe('arguments of a tool with a transform are shown to nobody', () => {
  it.each<[string, RunOptions]>([
    ['is not active', { activeTools: ['other'] }],
    ['may not be called, since none may', { toolChoice: 'none' }],
    [
      'was only there in an earlier step',
      {
        prepareStep: ({ stepNumber }) =>
          stepNumber === 0 ? { tools: { pay: payTool() } } : { tools: {} },
      },
    ],
  ])('when the model calls it although it %s', async (_, options) => {
    const other = createTool({ id: 'other', description: '', execute: async () => 1 });
    const tools: AgentConfig['tools'] = options.prepareStep ? {} : { pay: payTool(), other };
    const { agent } = quietAgent(scriptedModel([asking(), asking(), 'done']), { tools });
    const seen = await seenOf(agent, options);
    expect(seen).toContain('"args":"IN"');
    expect(seen).toContain('"error":"ERR"');
    expect(seen).not.toContain(secret);
  });

  it('when prepareStep brought the tool, and the run is stopped while its transform works', async () => {
    const controller = new AbortController();
    const input = () => {
      controller.abort();
      return never();
    };
    const pay = payTool(undefined, { display: safe, transcript: { ...safe, input } });
    const { agent } = quietAgent(scriptedModel([asking()]));
    const seen = await seenOf(agent, {
      prepareStep: () => ({ tools: { pay } }),
      abortSignal: controller.signal,
    });
    expect(seen).toContain('was aborted');
    expect(seen).not.toContain(secret);
  });

  it('when a provider ran the call, and the run is stopped while a policy works', async () => {
    const controller = new AbortController();
    const transformToolPayload = ({ phase }: { phase: string }) => {
      if (phase === 'input-delta') return '·';
      controller.abort();
      return never();
    };
    const search = call('search', { token: secret }, { id: 'p1', providerExecuted: true });
    const { agent } = quietAgent(scriptedModel([[search]]), {
      transform: { transformToolPayload },
    });
    const seen = await seenOf(agent, { abortSignal: controller.signal });
    expect(seen).toContain('tool-search');
    expect(seen).not.toContain(secret);
  });
});

it('is shown to nobody either, when a provider repeats it beside the arguments', async () => {
  const said = { providerMetadata: { maker: { seen: secret } } };
  const model = scriptedModel([
    [
      raw({ type: 'tool-input-start', id: 'c1', toolName: 'pay', ...said }),
      raw({ type: 'tool-input-delta', id: 'c1', delta: `{"token":"${secret}"}`, ...said }),
      raw({ type: 'tool-input-end', id: 'c1', ...said }),
      raw({
        type: 'tool-call',
        toolCallId: 'c1',
        toolName: 'pay',
        input: `{"token":"${secret}"}`,
        ...said,
      }),
    ],
    'done',
  ]);
  const { agent } = quietAgent(model, { tools: { pay: payTool() } });
  const seen = await seenOf(agent);
  expect(seen).toContain('"result":"OUT"');
  expect(seen).not.toContain(secret);
});

type Written = { write(data: unknown): unknown; custom(chunk: never): unknown };

/** A run whose tool writes while it runs. */
async function seenOfWriting(write: (writer: Written) => Promise<void>, tool = 'outer') {
  const outer = createTool({
    id: tool,
    description: '',
    inputSchema: z.object({ token: z.string() }),
    ...(tool === 'pay' && { transform: covered }),
    execute: async (_, { writer }) => write(writer as Written),
  });
  const model = scriptedModel([[call(tool, { token: tool === 'pay' ? secret : '' })], 'done']);
  return seenOf(quietAgent(model, { tools: { [tool]: outer } }).agent);
}

const plain = createTool({ id: 'plain', description: '', execute: async () => 1 });
/** The chunks of a run of another agent. */
async function chunksOf(tool: 'pay' | 'plain', runId?: string): Promise<{ type: string }[]> {
  const args = tool === 'pay' ? { token: secret } : {};
  const { agent } = quietAgent(scriptedModel([[call(tool, args)], 'done']), {
    tools: { pay: payTool(), plain },
  });
  const stream = await agent.stream('?', runId === undefined ? {} : { runId });
  return collect(stream.fullStream);
}

describe('the chunks of another run that a tool hands on', () => {
  it.each<[string, (chunk: object) => unknown]>([
    ['alone', (chunk) => chunk],
    ['in an object', (chunk) => ({ child: { chunk } })],
    ['in a list', (chunk) => [1, [chunk]]],
    ['within chunks of a third run', (output) => toolOutput(toolOutput(output))],
  ])('are shown as that run shows them, %s', async (_, wrap) => {
    const chunks = await chunksOf('pay');
    for (const how of ['write', 'custom'] as const) {
      const seen = await seenOfWriting(async (writer) => {
        for (const chunk of chunks) {
          if (how === 'write') writer.write(wrap(chunk));
          else writer.custom({ type: 'data-child', data: wrap(chunk) } as never);
        }
      });
      expect(seen).toContain('"result":"OUT"');
      expect(seen).not.toContain(secret);
    }
  });

  const toolOutput = (output: unknown) => ({
    type: 'tool-output',
    runId: 'third',
    from: 'USER',
    payload: { toolCallId: 'c', toolName: 'third', output },
  });

  it('uncover no call of this run that has the same id', async () => {
    const chunks = await chunksOf('plain');
    const seen = await seenOfWriting(async (writer) => {
      for (const chunk of chunks) writer.custom(chunk as never);
    }, 'pay');
    expect(seen).toContain('"toolName":"plain"');
    expect(seen).not.toContain(secret);
  });

  it('uncover no call of a run that has the same id as theirs', async () => {
    const first = await chunksOf('pay', 'same');
    const second = await chunksOf('plain', 'same');
    const after = first.findIndex(({ type }) => type === 'tool-call') + 1;
    const seen = await seenOfWriting(async (writer) => {
      for (const chunk of [...first.slice(0, after), ...second, ...first.slice(after)]) {
        writer.write(chunk);
      }
    });
    expect(seen).not.toContain(secret);
  });

  it('are not shown when this version does not know what stands for their payload', async () => {
    const metadata = {
      mastra: { toolPayloadTransform: { display: { approval: { transformed: 'A' } } } },
    };
    const chunk = { type: 'tool-call-approval', runId: 'r', from: 'AGENT', payload: { secret } };
    const seen = await seenOfWriting(async (writer) => {
      writer.write({ ...chunk, metadata });
      writer.custom({ ...chunk, metadata } as never);
    });
    expect(seen).not.toContain(secret);
  });
});

describe('what only looks like a chunk', () => {
  const types = ['tool-call', 'tool-result', 'tool-error', 'tool-call-delta', 'tool-output'];
  const more = ['step-start', 'step-finish', 'finish', 'error', 'text-delta', 'no such type'];
  const chunks = [...types, ...more].flatMap((type) =>
    [null, undefined, 1, {}].flatMap((payload) =>
      [{}, { metadata: {} }, { metadata: { mastra: 1 } }].map((rest) => ({
        type,
        runId: 'forged',
        from: 'AGENT',
        payload,
        ...rest,
      })),
    ),
  );

  it('ends no reader of the display stream', async () => {
    const seen = await seenOfWriting(async (writer) => {
      for (const chunk of chunks) {
        writer.write(chunk);
        writer.custom(chunk as never);
      }
      const hostile = new Proxy({}, { get: () => Promise.reject.call(null) });
      writer.write(hostile);
    });
    expect(seen).toContain('"type":"finish"');
    expect(seen).toContain('"text":"done"');
  });
});

it('shows what a tool writes as it is, cycles and shared parts too, where no chunk is in it', async () => {
  let shared: object = { n: Number.NaN };
  for (let depth = 0; depth < 60; depth++) shared = { left: shared, right: shared };
  const circle: { self?: object } = {};
  circle.self = circle;
  const written = [shared, Buffer.from('bytes'), new Date(0), [Number.NaN], circle];
  const outer = createTool({
    id: 'outer',
    description: '',
    execute: async (_, { writer }) => {
      for (const data of written) await writer.write(data);
    },
  });
  const model = scriptedModel([[call('outer', {})], 'done']);
  const stream = await quietAgent(model, { tools: { outer } }).agent.stream('?');
  const outputs: unknown[] = [];
  for await (const chunk of stream.toDisplayStream()) {
    if (chunk.type === 'tool-output') outputs.push((chunk.payload as { output: unknown }).output);
  }
  expect(outputs.slice(0, 4).every((output, index) => output === written[index])).toBe(true);
  expect(outputs[4]).toEqual({ self: '[Circular]' });
});
