import {
  breakStream,
  call,
  collect,
  failWith,
  finish,
  raw,
  type Step,
  scriptedModel,
  waitFor,
} from '@tenon/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import type { AgentConfig } from './index.ts';
import { event, never, nextTurn } from './testing/event.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const agentWith = (model: AgentConfig['model'], config: Partial<AgentConfig> = {}) =>
  quietAgent(model, config).agent;

const named = (id: string) => createTool({ id, description: '', execute: async () => id });

/** A model whose streams are made by hand, one per step. */
function handmade(...streams: (() => ReadableStream<unknown>)[]): AgentConfig['model'] {
  let asked = 0;
  return {
    specificationVersion: 'v3',
    provider: 'handmade',
    modelId: 'handmade',
    doGenerate: () => never,
    doStream: async () => ({ stream: streams[asked++]?.() }),
  } as never;
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const finished = (unified: string) => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage,
});
const said = (delta: string) => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta },
  { type: 'text-end', id: 't' },
];

/** Hands out the parts, and then neither closes nor fails. */
function staysOpen(parts: readonly unknown[], onCancel: () => unknown = () => never) {
  return () =>
    new ReadableStream<unknown>({
      start: (controller) => {
        for (const part of parts) controller.enqueue(part);
      },
      cancel: async () => void (await onCancel()),
    });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a model stream that is cut off', () => {
  const parts = [
    { type: 'response-metadata', id: 'r' },
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
    { type: 'reasoning-end', id: 'r' },
    ...said('Let me.'),
    { type: 'tool-input-start', id: 'c', toolName: 'count' },
    { type: 'tool-input-delta', id: 'c', delta: '{"n":' },
    { type: 'tool-input-delta', id: 'c', delta: '1}' },
    { type: 'tool-input-end', id: 'c' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'count', input: '{"n":1}' },
    { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org' },
  ] as const;
  const places = ['at its start', ...parts.map(({ type }, at) => `after part ${at}, ${type}`)].map(
    (place, count) => [place, count] as const,
  );

  describe.each([
    ['by an end', undefined, { id: 'MODEL_STREAM_ENDED_EARLY' }],
    ['by an error', new Error('hang up'), { message: 'hang up' }],
  ] as const)('%s', (_, error, expected) => {
    it.each(places)(
      '%s fails the run once, runs nothing and leaves nothing open',
      async (_, count) => {
        let runs = 0;
        const tools = {
          count: createTool({ id: 'count', description: '', execute: async () => ++runs }),
        };
        const model = scriptedModel([
          [...parts.slice(0, count).map((part) => raw(part)), breakStream(error)],
        ]);
        const told: string[] = [];
        let open: string[] | undefined;
        const stream = await agentWith(model, { tools }).stream('?', {
          onError: () => void told.push('onError'),
          onFinish: ({ finishReason, content }) => {
            told.push(`onFinish ${finishReason}`);
            const idsOf = (type: string) =>
              content.flatMap((part) =>
                part.type === type ? [(part as { toolCallId: string }).toolCallId] : [],
              );
            const answered = new Set(idsOf('tool-result'));
            open = idsOf('tool-call').filter((id) => !answered.has(id));
          },
          modelSettings: { maxRetries: 0 },
        });
        const chunks = await collect(stream.fullStream);
        const types = chunks.map(({ type }) => type as string);
        expect(types.at(-1)).toBe('finish');
        expect(types.filter((type) => type === 'error' || type === 'finish')).toEqual([
          'error',
          'finish',
        ]);
        expect(open).toEqual([]);
        expect(told).toEqual(['onError', 'onFinish error']);
        await expect(stream.text).rejects.toMatchObject(expected);
        await expect(stream.finishReason).rejects.toMatchObject(expected);
        expect(stream.status).toBe('failed');
        expect(runs).toBe(0);
        expect(model.openStreams).toBe(0);
        expect(model.requests).toHaveLength(1);
      },
    );
  });
});

describe('a model stream that stays open after its finish', () => {
  it('holds the run up for a second at most, in every step', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let cancelled = 0;
    const onCancel = () => {
      cancelled++;
      return never;
    };
    const asks = { type: 'tool-call', toolCallId: 'c', toolName: 'tick', input: '{}' };
    const model = handmade(
      staysOpen([asks, finished('tool-calls')], onCancel),
      staysOpen([...said('Done.'), finished('stop')], onCancel),
    );
    const stream = await agentWith(model, { tools: { tick: named('tick') } }).stream('?');
    const text = stream.text;
    for (let step = 1; step <= 2; step++) {
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      expect(cancelled).toBe(step - 1);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await text).toBe('Done.');
    expect(cancelled).toBe(2);
    expect(await stream.finishReason).toBe('stop');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is read on when it still says something, and whoever stands between hears its end', async () => {
    let flushed = false;
    const parts = [finished('stop'), ...said('Late.')];
    const model = handmade(() =>
      new ReadableStream<unknown>({
        pull: (controller) => {
          const part = parts.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(part);
        },
      }).pipeThrough(
        new TransformStream({
          flush: () => {
            flushed = true;
          },
        }),
      ),
    );
    expect(await (await agentWith(model).stream('?')).text).toBe('Late.');
    expect(flushed).toBe(true);
  });

  it('is let go of at once when the run is stopped', async () => {
    const cancelled = event();
    const controller = new AbortController();
    const model = handmade(
      staysOpen([...said('Done.'), finished('stop')], () => {
        cancelled.happen();
        return never;
      }),
    );
    const stream = await agentWith(model).stream('?', { abortSignal: controller.signal });
    for await (const chunk of stream.fullStream) if (chunk.type === 'text-end') break;
    controller.abort();
    expect(await stream.finishReason).toBe('aborted');
    await cancelled.happened;
  });
});

describe('a model that finishes', () => {
  it('leaves no text and no thought open, though it ended none of them', async () => {
    const model = scriptedModel([
      [
        raw({ type: 'reasoning-start', id: 'r' }),
        raw({ type: 'text-delta', id: 't', delta: 'Done' }),
        raw({ type: 'reasoning-delta', id: 'r', delta: 'Hm.' }),
        raw({ type: 'text-delta', id: 't', delta: '.' }),
      ],
    ]);
    const stream = await agentWith(model).stream('?');
    const types = (await collect(stream.fullStream)).map(({ type }) => type);
    expect(types).toEqual([
      'start',
      'step-start',
      'reasoning-start',
      'text-start',
      'text-delta',
      'reasoning-delta',
      'text-delta',
      'reasoning-end',
      'text-end',
      'step-finish',
      'finish',
    ]);
    expect(await stream.text).toBe('Done.');
  });
});

describe('a run that is stopped', () => {
  it('settles every promise of its stream, though its tool never ends', async () => {
    const started = event();
    const hang = createTool({
      id: 'hang',
      description: '',
      execute: () => {
        started.happen();
        return never;
      },
    });
    const controller = new AbortController();
    const model = scriptedModel([[call('hang')], 'No.']);
    const stream = await agentWith(model, { tools: { hang } }).stream('?', {
      abortSignal: controller.signal,
    });
    await started.happened;
    controller.abort();
    const fields = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(stream)))
      .filter(([, { get }]) => get !== undefined)
      .map(([name]) => name);
    const promises = fields
      .map((name) => (stream as unknown as Record<string, unknown>)[name])
      .filter((value) => value instanceof Promise);
    expect(promises.length).toBeGreaterThan(5);
    await Promise.allSettled(promises);
    expect(model.requests).toHaveLength(1);
  });

  it('gives two readers the same end, and a third may leave at that moment', async () => {
    const controller = new AbortController();
    const model = scriptedModel([['a', waitFor(never)]]);
    const stream = await agentWith(model).stream('?', { abortSignal: controller.signal });
    const first = collect(stream.fullStream);
    const leaving = stream.fullStream.getReader();
    for await (const chunk of stream.fullStream) if (chunk.type === 'text-delta') break;
    const second = collect(stream.fullStream);
    const texts = collect(stream.textStream);
    controller.abort();
    const left = leaving.cancel();
    const chunks = await first;
    expect(chunks.slice(-2).map(({ type }) => type)).toEqual(['abort', 'finish']);
    expect(await second).toEqual(chunks);
    expect(await texts).toEqual(['a']);
    await left;
    expect(model.openStreams).toBe(0);
  });

  it('while it waits to try again asks no other model of its list', async () => {
    const busy = Object.assign(new Error('busy'), {
      statusCode: 503,
      responseHeaders: { 'retry-after': '50' },
    });
    const controller = new AbortController();
    const down = scriptedModel(() => {
      setImmediate(() => controller.abort());
      return failWith(busy);
    });
    const next = scriptedModel(['No.']);
    const agent = agentWith([{ model: down }, { model: next }]);
    const stream = await agent.stream('?', { abortSignal: controller.signal });
    const types = (await collect(stream.fullStream)).map(({ type }) => type);
    expect(types).toEqual(['start', 'abort', 'finish']);
    expect([down.requests.length, next.requests.length]).toEqual([1, 0]);
  });

  it('does not wait for the schema of its answer', async () => {
    for (const mode of ['generate', 'stream'] as const) {
      const controller = new AbortController();
      const hang = () => {
        setImmediate(() => controller.abort());
        return never;
      };
      const told: string[] = [];
      const agent = agentWith(scriptedModel(['{"a":1}']));
      const options = {
        structuredOutput: { schema: z.object({ a: z.number().refine(hang) }) },
        abortSignal: controller.signal,
        onAbort: () => void told.push('onAbort'),
        onFinish: ({ finishReason }: { finishReason: string }) => void told.push(finishReason),
      };
      const output =
        mode === 'generate'
          ? await agent.generate('?', options)
          : await (await agent.stream('?', options)).getFullOutput();
      expect(output).toMatchObject({ finishReason: 'aborted', object: undefined });
      expect(told).toEqual(['onAbort', 'aborted']);
    }
  });

  it.each(['onAbort', 'onFinish'] as const)(
    'gives %s five seconds, and then ends without it',
    async (name) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const controller = new AbortController();
      const reached = event();
      const stream = await agentWith(scriptedModel([['a', waitFor(never)]])).stream('?', {
        abortSignal: controller.signal,
        onChunk: ({ type }) => {
          if (type === 'text-delta') controller.abort();
        },
        [name]: () => {
          reached.happen();
          return never;
        },
      });
      const chunks = collect(stream.fullStream);
      await reached.happened;
      await vi.advanceTimersByTimeAsync(4_999);
      expect(stream.status).toBe('running');
      await vi.advanceTimersByTimeAsync(1);
      expect((await chunks).slice(-2).map(({ type }) => type)).toEqual(['abort', 'finish']);
      expect(await stream.finishReason).toBe('aborted');
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('while its last callback hangs ends as it had ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const [step, callback] of [
      ['Done.', 'onFinish'],
      [failWith(new Error('no')), 'onError'],
    ] as [Step, string][]) {
      const controller = new AbortController();
      const reached = event();
      const stream = await agentWith(scriptedModel([step])).stream('?', {
        abortSignal: controller.signal,
        [callback]: () => {
          reached.happen();
          return never;
        },
      });
      const chunks = collect(stream.fullStream);
      await reached.happened;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(stream.status).toBe('running');
      controller.abort();
      await vi.advanceTimersByTimeAsync(5_000);
      expect((await chunks).at(-1)?.type).toBe('finish');
      expect(stream.status).toBe(callback === 'onError' ? 'failed' : 'success');
    }
  });
});

describe('a tool that outlives its run', () => {
  it('may still reject: nobody hears of it, and the model’s failure is told once', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const [started, release] = [event(), event()];
    const slow = createTool({
      id: 'slow',
      description: '',
      idempotent: true,
      execute: async (_, { writer }) => {
        started.happen();
        await release.happened;
        void writer.write('late');
        throw new Error('late');
      },
    });
    const model = scriptedModel([
      [call('slow'), waitFor(started.happened), breakStream(new Error('lost'))],
    ]);
    const errors: string[] = [];
    const stream = await agentWith(model, { tools: { slow } }).stream('?', {
      eagerToolExecution: true,
      onError: ({ error }) => void errors.push((error as Error).message),
    });
    const before = await collect(stream.fullStream);
    release.happen();
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    process.off('unhandledRejection', note);
    expect(await collect(stream.fullStream)).toEqual(before);
    expect(before.filter(({ type }) => type === 'error')).toHaveLength(1);
    expect(errors).toEqual(['lost']);
    expect(unhandled).toEqual([]);
  });
});

describe('keys that no provider takes', () => {
  const long = 'x'.repeat(300);
  const keys = ['', ' ', long, `${long}y`, '🔧', '🔨', 'a b', 'a.b', '__proto__', 'constructor'];

  it('reach their own tools, and the stream shows them as they are', async () => {
    const tools = Object.fromEntries(keys.map((key, index) => [key, named(`tool ${index}`)]));
    let sent: readonly string[] = [];
    const model = scriptedModel(({ toolNames }, index) => {
      sent = toolNames;
      return index === 0 ? toolNames.map((name) => call(name, {}, { pieces: 2 })) : 'Done.';
    });
    const stream = await agentWith(model, { tools }).stream('?');
    const chunks = await collect(stream.fullStream);
    const results = chunks.flatMap((chunk) =>
      chunk.type === 'tool-result' ? [[chunk.payload.toolName, chunk.payload.result]] : [],
    );
    expect(results).toEqual(keys.map((key, index) => [key, `tool ${index}`]));
    const starts = chunks.flatMap((chunk) =>
      chunk.type === 'tool-call-input-streaming-start' ? [chunk.payload.toolName] : [],
    );
    expect(starts).toEqual(keys);
    expect(new Set(sent).size).toBe(keys.length);
    for (const name of sent) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  it.each(keys.map((key, index) => [key.slice(0, 9), key, index] as const))(
    'may be the only active tool and the forced one: %j',
    async (_, key, index) => {
      const tools = Object.fromEntries(keys.map((key, at) => [key, named(`tool ${at}`)]));
      const model = scriptedModel(({ toolNames }, step) =>
        step === 0 ? toolNames.map((name) => call(name)) : 'Done.',
      );
      const { toolResults } = await agentWith(model, { tools }).generate('?', {
        activeTools: [key],
        toolChoice: { type: 'tool', toolName: key },
      });
      expect(toolResults.map(({ payload }) => payload.result)).toEqual([`tool ${index}`]);
      expect(model.requests[0]?.toolChoice).toEqual({
        type: 'tool',
        toolName: model.requests[0]?.toolNames[0],
      });
    },
  );
});

describe('an agent with no tools at all', () => {
  it('tells a model that calls one that there are none, and goes on', async () => {
    for (const tools of [undefined, {}] as const) {
      const model = scriptedModel([[call('anything', { a: 1 }), finish('tool-calls')], 'Sorry.']);
      const stream = await agentWith(model, tools && { tools }).stream('?');
      const chunks = await collect(stream.fullStream);
      expect(chunks.filter(({ type }) => type === 'tool-error')).toMatchObject([
        { payload: { error: { id: 'TOOL_NOT_FOUND' } } },
      ]);
      expect(await stream.text).toBe('Sorry.');
      expect(model.requests.map(({ toolNames }) => toolNames)).toEqual([[], []]);
    }
  });
});
