import { createAnthropic as anthropic6 } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI as google6 } from '@ai-sdk/google';
import { createOpenAI as openai6 } from '@ai-sdk/openai';
import { createOpenAICompatible as compatible6 } from '@ai-sdk/openai-compatible';
import { createXai as xai6 } from '@ai-sdk/xai';
import { createAnthropic as anthropic5 } from 'anthropic-ai5';
import { createAnthropic as anthropic7 } from 'anthropic-ai7';
import { createOpenAICompatible as compatible5 } from 'compatible-ai5';
import { createOpenAICompatible as compatible7 } from 'compatible-ai7';
import { createGoogleGenerativeAI as google5 } from 'google-ai5';
import { createGoogleGenerativeAI as google7 } from 'google-ai7';
import { createOpenAI as openai5 } from 'openai-ai5';
import { createOpenAI as openai7 } from 'openai-ai7';
import { afterEach, describe, expect, it } from 'vitest';
import { createXai as xai5 } from 'xai-ai5';
import { createXai as xai7 } from 'xai-ai7';
import {
  call,
  collect,
  cutConnection,
  errorPart,
  file,
  finish,
  httpError,
  type ModelCallOptions,
  malformedChunk,
  type PromptPart,
  reasoning,
  slowFirstByte,
  source,
  startWireServer,
  text,
  type WireServer,
  type WireStep,
} from '../index.ts';

type Kind =
  | 'openai chat'
  | 'openai responses'
  | 'anthropic'
  | 'gemini'
  | 'xai chat'
  | 'xai responses'
  | 'compatible';

/** What the models of all three versions have in common. */
interface Model {
  readonly specificationVersion: string;
  doGenerate(options: ModelCallOptions): PromiseLike<Result>;
  doStream(options: ModelCallOptions): PromiseLike<{ stream: ReadableStream<Part> }>;
}

interface Part {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Result {
  readonly content: readonly Part[];
  readonly finishReason: unknown;
  readonly usage: unknown;
}

interface Row {
  readonly kind: Kind;
  readonly version: 'v2' | 'v3' | 'v4';
  readonly model: (server: WireServer) => unknown;
}

const apiKey = 'secret';
const name = 'compatible';
const includeUsage = true;

const rows: readonly Row[] = [
  ...[openai5, openai6, openai7].flatMap((create, index): Row[] => {
    const provider = (server: WireServer) =>
      create({ apiKey, baseURL: server.baseUrlFor('openai') });
    return [
      row('openai chat', index, (server) => provider(server).chat('gpt-4o')),
      row('openai responses', index, (server) => provider(server).responses('gpt-5')),
    ];
  }),
  ...[anthropic5, anthropic6, anthropic7].map((create, index) =>
    row('anthropic', index, (server) =>
      create({ apiKey, baseURL: server.baseUrlFor('anthropic') })('claude-sonnet-4-5'),
    ),
  ),
  ...[google5, google6, google7].map((create, index) =>
    row('gemini', index, (server) =>
      create({ apiKey, baseURL: server.baseUrlFor('google') })('gemini-3-pro-preview'),
    ),
  ),
  row('xai chat', 0, (server) =>
    xai5({ apiKey, baseURL: server.baseUrlFor('xai') }).chat('grok-4'),
  ),
  row('xai chat', 1, (server) =>
    xai6({ apiKey, baseURL: server.baseUrlFor('xai') }).chat('grok-4'),
  ),
  row('xai chat', 2, (server) =>
    xai7({ apiKey, baseURL: server.baseUrlFor('xai') }).chat('grok-4'),
  ),
  ...[xai5, xai6, xai7].map((create, index) =>
    row('xai responses', index, (server) =>
      create({ apiKey, baseURL: server.baseUrlFor('xai') }).responses('grok-4'),
    ),
  ),
  ...[compatible5, compatible6, compatible7].map((create, index) =>
    row('compatible', index, (server) =>
      create({ apiKey, name, includeUsage, baseURL: server.baseUrlFor('compatible') })('any'),
    ),
  ),
];

function row(kind: Kind, index: number, model: Row['model']): Row {
  return { kind, version: (['v2', 'v3', 'v4'] as const)[index] ?? 'v4', model };
}

let open: WireServer | undefined;
afterEach(() => open?.close());

describe.each(rows)('$kind, $version', ({ kind, version, model: modelAt }) => {
  const isOpenai = kind === 'openai chat';
  const saysNothingOfReasoning = isOpenai;
  const strictOfV2 = kind.startsWith('openai') ? false : undefined;

  async function serve(...steps: WireStep[]) {
    const server = await startWireServer(steps);
    open = server;
    const model = modelAt(server) as Model;
    expect(model.specificationVersion).toBe(version);
    const generate = (options = ask()) => model.doGenerate(options);
    const stream = async (options = ask()) => collect((await model.doStream(options)).stream);
    return { server, model, generate, stream };
  }

  it('says text and reasoning', async () => {
    const step = [reasoning('Oslo is cold.'), text('Take a coat.', { pieces: 3 })];
    const { generate, stream, server } = await serve(step, step);
    const expected = saysNothingOfReasoning ? ['Take a coat.'] : ['Oslo is cold.', 'Take a coat.'];

    const { content, finishReason } = await generate();
    expect(content.map((part) => part.text).sort()).toEqual(expected);
    expect(unified(finishReason)).toBe('stop');

    const parts = await stream();
    expect(joined(parts, 'text-delta')).toBe('Take a coat.');
    expect(parts.filter((part) => part.type === 'text-delta' && part.delta !== '')).toHaveLength(3);
    expect(joined(parts, 'reasoning-delta')).toBe(saysNothingOfReasoning ? '' : 'Oslo is cold.');
    expect(unified(last(parts).finishReason)).toBe('stop');
    expect(server.requests).toMatchObject([
      { index: 0, mode: 'generate', method: 'POST', messageCount: 1, refusal: undefined },
      { index: 1, mode: 'stream' },
    ]);
  });

  it('calls one tool', async () => {
    const step = call('weather', { city: 'Oslo' }, { id: 'call_a' });
    const { generate, stream } = await serve(step, step);
    const expected = { toolName: 'weather', input: '{"city":"Oslo"}' };

    const { content, finishReason } = await generate();
    expect(content).toEqual([expect.objectContaining({ ...expected, toolCallId: 'call_a' })]);
    expect(unified(finishReason)).toBe('tool-calls');

    const parts = await stream();
    expect(calls(parts)).toEqual([{ ...expected, toolCallId: 'call_a' }]);
    expect(unified(last(parts).finishReason)).toBe('tool-calls');
  });

  it('calls two tools at once, their arguments in pieces', async () => {
    const step = [
      'Let me look.',
      call('weather', { city: 'Oslo' }, { pieces: 4 }),
      call('clock', {}, { pieces: 2 }),
    ];
    const { generate, stream } = await serve(step, step);
    const expected = (first: number) => [
      { toolCallId: `call-${first}`, toolName: 'weather', input: '{"city":"Oslo"}' },
      { toolCallId: `call-${first + 1}`, toolName: 'clock', input: '{}' },
    ];
    expect(calls((await generate()).content)).toEqual(expected(1));

    const parts = await stream();
    expect(calls(parts)).toEqual(expected(3));
    const deltas = parts.filter((part) => part.type === 'tool-input-delta' && part.id === 'call-3');
    expect(deltas.map((part) => part.delta).join('')).toBe('{"city":"Oslo"}');
    expect(deltas).toHaveLength(kind === 'gemini' || kind === 'xai chat' ? 1 : 4);
  });

  it('tells what it used', async () => {
    const usage = { input: 100, output: 50, cached: 40, reasoning: 20 };
    const step = ['Hi.', finish('stop', { usage })];
    const { generate, stream } = await serve(step, step);
    // Packages of V2 pass on what the provider counts; some have no field for it.
    const quirks: object =
      version !== 'v2'
        ? {}
        : kind === 'anthropic'
          ? { input: 60, reasoning: undefined }
          : kind === 'gemini'
            ? { output: 30 }
            : {};
    expect(tokens((await generate()).usage)).toEqual({ ...usage, ...quirks });
    expect(tokens(last(await stream()).usage)).toEqual({ ...usage, ...quirks });
  });

  it('tells of tokens written to the cache where the provider does', async () => {
    const step = ['Hi.', finish('stop', { usage: { input: 100, cached: 40, cacheWrite: 5 } })];
    const { generate } = await serve(step);
    const { usage } = await generate();
    const told = ['anthropic', 'openai chat', 'openai responses'].includes(kind);
    const written = isStructured(usage) ? usage.inputTokens.cacheWrite : undefined;
    expect(written).toBe(told && version !== 'v2' ? 5 : undefined);
  });

  it('stops for the reasons that its provider knows', async () => {
    const { generate, stream } = await serve(
      ['It is', finish('length')],
      ['It is', finish('length')],
      ['It is', finish('content-filter')],
    );
    /** The package reads no reason from an answer that is not streamed. */
    const lost = version === 'v2' ? 'unknown' : 'other';
    const { finishReason } = await generate();
    expect(unified(finishReason)).toBe(kind === 'xai responses' ? lost : 'length');
    expect(unified(last(await stream()).finishReason)).toBe('length');
    expect(unified(last(await stream()).finishReason)).toBe('content-filter');
  });

  it('names sources and gives files where the format carries them', async () => {
    const page = source({ url: 'https://example.org/', title: 'Weather' });
    const step = ['Sunny.', page, file('image/png', new Uint8Array([1, 2]))];
    const { generate, stream } = await serve(step, step);
    const types = new Set(['source', 'file']);
    const named = !(kind === 'compatible' || (kind === 'anthropic' && version === 'v2'));
    for (const parts of [(await generate()).content, await stream()]) {
      const given = new Set(parts.map((part) => part.type).filter((type) => types.has(type)));
      expect(given.has('source')).toBe(named);
      expect(given.has('file')).toBe(kind === 'gemini');
    }
  });

  it.each([
    [401, false],
    [429, true],
    [500, true],
    [529, true],
  ])('fails with the status %i', async (status, isRetryable) => {
    const step = httpError(status, { message: 'Not now.', headers: { 'retry-after': '7' } });
    const { generate, stream, server } = await serve(step, step);
    for (const fail of [generate, stream]) {
      await expect(fail()).rejects.toMatchObject({
        name: 'AI_APICallError',
        message: expect.stringContaining('Not now.'),
        statusCode: status,
        isRetryable,
        responseHeaders: expect.objectContaining({ 'retry-after': '7' }),
      });
    }
    expect(server.requests).toHaveLength(2);
    expect(server.openRequests).toBe(0);
  });

  it('fails within a stream', async () => {
    const { generate, stream } = await serve(
      ['It is', errorPart(new Error('Overloaded'))],
      errorPart(new Error('Overloaded')),
    );
    const parts = await stream();
    expect(joined(parts, 'text-delta')).toBe('It is');
    expect(parts.map((part) => part.type)).toContain('error');
    await expect(generate()).rejects.toMatchObject({ statusCode: 500 });
  });

  it('is cut off in the middle', async () => {
    const step = [text('It is sunny.', { pieces: 3 }), cutConnection({ afterPieces: 1 })];
    const { generate, model } = await serve(step, step);
    const { stream } = await model.doStream(ask());
    const parts: Part[] = [];
    await expect(
      (async () => {
        for await (const part of stream) parts.push(part);
      })(),
    ).rejects.toMatchObject({ isRetryable: true, cause: { message: 'terminated' } });
    expect(joined(parts, 'text-delta')).toBe('It is sunny.');
    expect(parts.map((part) => part.type)).not.toContain('finish');
    await expect(generate()).rejects.toMatchObject({ isRetryable: true });
  });

  it('is cut off before the first byte', async () => {
    const step = ['It is sunny.', cutConnection({ afterBytes: 0 })];
    const { generate, stream } = await serve(step, step);
    await expect(generate()).rejects.toMatchObject({ message: /Cannot connect|fetch failed/ });
    await expect(stream()).rejects.toMatchObject({ isRetryable: true });
  });

  it('sends a malformed chunk', async () => {
    const step = ['It is', malformedChunk(), ' sunny.'];
    const { generate, stream } = await serve(step, step);
    const parts = await stream();
    expect(parts).toContainEqual({
      type: 'error',
      error: expect.objectContaining({ name: 'AI_JSONParseError', text: '{"malformed": ' }),
    });
    expect(joined(parts, 'text-delta')).toBe('It is sunny.');
    await expect(generate()).rejects.toMatchObject({ message: 'Invalid JSON response' });
  });

  it('is slow to begin', async () => {
    let begin = () => {};
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const hold = slowFirstByte(() => {
      hear();
      return new Promise<void>((resolve) => {
        begin = resolve;
      });
    });
    const { model, generate, server } = await serve([hold, 'Late.'], 'At once.');
    let answered = false;
    const asked = model.doStream(ask()).then((result) => {
      answered = true;
      return result;
    });
    await heard;
    // Another request goes there and back in the meantime.
    expect((await generate()).content).toMatchObject([{ text: 'At once.' }]);
    expect(answered).toBe(false);
    expect(server.openRequests).toBe(1);
    begin();
    expect(joined(await collect((await asked).stream), 'text-delta')).toBe('Late.');
  });

  it('is read: tools, calls, results and images', async () => {
    const { generate, server } = await serve('Sunny.');
    await generate({ prompt: conversation(version), tools: [weather] });
    const { lastRequest } = server;
    expect(lastRequest).toMatchObject({
      refusal: undefined,
      toolNames: ['weather'],
      tools: [
        {
          name: 'weather',
          description: 'Says the weather.',
          schema: { type: 'object', properties: { city: { type: 'string' } } },
        },
      ],
      toolCalls: [
        { callId: 'call_a', name: 'weather', input: { city: 'Oslo' } },
        { callId: 'call_b', name: 'weather', input: { city: 'Rome' } },
      ],
      toolResults: [
        { callId: 'call_a', text: 'sunny' },
        { callId: 'call_b', text: expect.stringContaining('No such city.') },
      ],
    });
    expect(lastRequest.images).toContainEqual({
      mediaType: 'image/png',
      base64: pixel,
      url: undefined,
    });
    const tellsOfErrors = kind === 'anthropic' || (kind === 'gemini' && version === 'v4');
    expect(lastRequest.toolResults[1]?.isError).toBe(
      tellsOfErrors ? true : kind === 'gemini' ? false : undefined,
    );
    // Gemini has no such field, V2 no such option; there the packages of openai say what holds without it.
    const strict = kind === 'gemini' ? undefined : version !== 'v2' ? true : strictOfV2;
    expect(lastRequest.tools[0]?.strict).toBe(strict);
    expect(Object.values(lastRequest.headers).join()).toContain(apiKey);
    expect(JSON.stringify(lastRequest)).not.toContain(apiKey);
  });
});

const pixel = 'iVBORw0KGgo=';

const weather = {
  type: 'function',
  name: 'weather',
  description: 'Says the weather.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  strict: true,
};

function ask(): ModelCallOptions {
  return { prompt: [{ role: 'user', content: [{ type: 'text', text: 'How is the weather?' }] }] };
}

function conversation(version: Row['version']): ModelCallOptions['prompt'] {
  const data = version === 'v4' ? { type: 'data', data: pixel } : pixel;
  const asked = (toolCallId: string, city: string): PromptPart => ({
    type: 'tool-call',
    toolCallId,
    toolName: 'weather',
    input: { city },
  });
  const answered = (toolCallId: string, output: unknown): PromptPart => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'weather',
    output,
  });
  return [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'How is the weather here?' },
        { type: 'file', mediaType: 'image/png', data },
      ],
    },
    { role: 'assistant', content: [asked('call_a', 'Oslo'), asked('call_b', 'Rome')] },
    {
      role: 'tool',
      content: [
        answered('call_a', { type: 'text', value: 'sunny' }),
        answered('call_b', { type: 'error-text', value: 'No such city.' }),
      ],
    },
  ];
}

function joined(parts: readonly Part[], type: string): string {
  return parts.flatMap((part) => (part.type === type ? [part.delta] : [])).join('');
}

function calls(parts: readonly Part[]) {
  return parts.flatMap(({ type, toolCallId, toolName, input }) =>
    type === 'tool-call' ? [{ toolCallId, toolName, input }] : [],
  );
}

function last(parts: readonly Part[]): Part {
  const part = parts.at(-1);
  if (part?.type !== 'finish') throw new Error('The stream has not finished.');
  return part;
}

function unified(reason: unknown): unknown {
  return typeof reason === 'object' && reason !== null && 'unified' in reason
    ? reason.unified
    : reason;
}

interface Structured {
  readonly inputTokens: Readonly<Record<string, number | undefined>>;
  readonly outputTokens: Readonly<Record<string, number | undefined>>;
}

function isStructured(usage: unknown): usage is Structured {
  return typeof (usage as Structured).inputTokens === 'object';
}

function tokens(usage: unknown) {
  if (isStructured(usage)) {
    const { inputTokens: input, outputTokens: output } = usage;
    return {
      input: input.total,
      output: output.total,
      cached: input.cacheRead,
      reasoning: output.reasoning,
    };
  }
  const flat = usage as Readonly<Record<string, number | undefined>>;
  return {
    input: flat.inputTokens,
    output: flat.outputTokens,
    cached: flat.cachedInputTokens,
    reasoning: flat.reasoningTokens,
  };
}
