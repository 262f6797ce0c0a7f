import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { LanguageModelV2 } from 'provider-v2';
import type { LanguageModelV4 } from 'provider-v4';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  breakStream,
  call,
  collect,
  errorPart,
  failWith,
  file,
  finish,
  type ModelCallOptions,
  type ModelRequest,
  metadata,
  raw,
  reasoning,
  type Step,
  type StepFunction,
  scriptedModel,
  source,
  text,
  textOf,
  waitFor,
  warnings,
} from './index.ts';

const ask = (words = 'hi'): ModelCallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text: words }] }],
});

const partsOf = async (step: Step, options = ask()) =>
  collect((await scriptedModel([step]).doStream(options)).stream);
const resultOf = (step: Step, options = ask()) => scriptedModel([step]).doGenerate(options);
const typesOf = (parts: readonly { type: string }[]) => parts.map((part) => part.type);

describe('scriptedModel', () => {
  it('is a model of the version that was asked for', () => {
    expectTypeOf(scriptedModel([], { version: 'v2' })).toExtend<LanguageModelV2>();
    expectTypeOf(scriptedModel([])).toExtend<LanguageModelV3>();
    expectTypeOf(scriptedModel([], { version: 'v4' })).toExtend<LanguageModelV4>();
    expect(scriptedModel([])).toMatchObject({
      specificationVersion: 'v3',
      provider: 'scripted',
      modelId: 'scripted-model',
      supportedUrls: {},
    });
    expect(scriptedModel([], { version: 'v2' }).specificationVersion).toBe('v2');
  });

  it('streams a text from start to finish', async () => {
    expect(await partsOf(text('It is sunny.', { pieces: ['It is ', 'sunny.'] }))).toEqual([
      { type: 'stream-start', warnings: [] },
      {
        type: 'response-metadata',
        id: 'response-1',
        modelId: 'scripted-model',
        timestamp: new Date(0),
      },
      { type: 'text-start', id: 'text-1' },
      { type: 'text-delta', id: 'text-1', delta: 'It is ' },
      { type: 'text-delta', id: 'text-1', delta: 'sunny.' },
      { type: 'text-end', id: 'text-1' },
      {
        type: 'finish',
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: {
            total: 10,
            noCache: 10,
            cacheRead: undefined,
            cacheWrite: undefined,
          },
          outputTokens: { total: 5, text: 5, reasoning: undefined },
        },
      },
    ]);
  });

  it('gives the same answer whole', async () => {
    const step = [reasoning('Hm.'), 'Let me look.', call('weather', { city: 'Oslo' })];
    expect(await resultOf(step)).toMatchObject({
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Let me look.' },
        {
          type: 'tool-call',
          toolCallId: 'call-1',
          toolName: 'weather',
          input: '{"city":"Oslo"}',
        },
      ],
      finishReason: { unified: 'tool-calls' },
      response: { id: 'response-1', modelId: 'scripted-model' },
      warnings: [],
    });
  });

  it('streams the arguments of a call, and sends it whole when told to', async () => {
    const parts = await partsOf([
      call('weather', { city: 'Oslo' }, { pieces: 2 }),
      call('weather', '{"city', { id: 'cut', streamed: false }),
    ]);
    expect(parts.slice(2, -1)).toEqual([
      { type: 'tool-input-start', id: 'call-1', toolName: 'weather' },
      { type: 'tool-input-delta', id: 'call-1', delta: '{"city"' },
      { type: 'tool-input-delta', id: 'call-1', delta: ':"Oslo"}' },
      { type: 'tool-input-end', id: 'call-1' },
      {
        type: 'tool-call',
        toolCallId: 'call-1',
        toolName: 'weather',
        input: '{"city":"Oslo"}',
      },
      { type: 'tool-call', toolCallId: 'cut', toolName: 'weather', input: '{"city' },
    ]);
  });

  it('counts call ids over all its steps', async () => {
    const model = scriptedModel([[call('a'), call('b', {}, { id: 'own' })], call('c')]);
    const ids: string[] = [];
    for (let step = 0; step < 2; step += 1) {
      for (const part of (await model.doGenerate(ask())).content) {
        if (part.type === 'tool-call') ids.push(part.toolCallId);
      }
    }
    expect(ids).toEqual(['call-1', 'own', 'call-2']);
  });

  it('never cuts a character in two', async () => {
    const parts = await partsOf(text('👩🏽‍🚀ok', { pieces: 100 }));
    const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
    expect(deltas.length).toBeGreaterThan(2);
    expect(() => deltas.map(encodeURIComponent)).not.toThrow();
    expect(deltas.join('')).toBe('👩🏽‍🚀ok');
  });

  it('refuses pieces that are not the text', () => {
    expect(() => text('abc', { pieces: ['a', 'c'] })).toThrow('join to "ac", not to "abc"');
    expect(() => call('a', () => {})).toThrow('cannot be written as JSON');
  });

  it('writes usage and reason in the form of each version', async () => {
    const step = finish('length', {
      rawReason: 'max_tokens',
      usage: { input: 100, output: 20, cached: 60, cacheWrite: 10, reasoning: 5 },
    });
    expect(await scriptedModel([step], { version: 'v2' }).doGenerate(ask())).toMatchObject({
      finishReason: 'length',
      usage: {
        inputTokens: 100,
        outputTokens: 20,
        totalTokens: 120,
        cachedInputTokens: 60,
        reasoningTokens: 5,
      },
    });
    for (const version of ['v3', 'v4'] as const) {
      expect(await scriptedModel([step], { version }).doGenerate(ask())).toMatchObject({
        finishReason: { unified: 'length', raw: 'max_tokens' },
        usage: {
          inputTokens: { total: 100, noCache: 30, cacheRead: 60, cacheWrite: 10 },
          outputTokens: { total: 20, text: 15, reasoning: 5 },
        },
      });
    }
  });

  it('reports no tokens where a test says so', async () => {
    const model = scriptedModel(['a', finish('stop', { usage: { input: 7 } })], {
      version: 'v2',
      usage: { input: undefined, output: 2 },
    });
    const first = await model.doGenerate(ask());
    expect(first.usage).toEqual({
      inputTokens: undefined,
      outputTokens: 2,
      totalTokens: undefined,
    });
    expect((await model.doGenerate(ask())).usage.totalTokens).toBe(9);
  });

  it('says a reason that its version has no word for as other', async () => {
    const reasonOf = async (version: 'v2' | 'v3' | 'v4', reason: 'unknown' | 'interrupted') =>
      (await scriptedModel([finish(reason)], { version }).doGenerate(ask())).finishReason;
    expect(await reasonOf('v2', 'unknown')).toBe('unknown');
    expect(await reasonOf('v2', 'interrupted')).toBe('other');
    expect(await reasonOf('v3', 'interrupted')).toMatchObject({ unified: 'other' });
    expect(await reasonOf('v4', 'interrupted')).toMatchObject({ unified: 'interrupted' });
    expect(await reasonOf('v4', 'unknown')).toMatchObject({ unified: 'other' });
  });

  it('stops for a tool only when the tool is ours', async () => {
    const own = call('search', {}, { providerExecuted: true });
    expect((await resultOf(own)).finishReason.unified).toBe('stop');
    const part = { type: 'tool-call', toolCallId: 'x', toolName: 'y', input: '{}' };
    expect((await resultOf(raw(part))).finishReason.unified).toBe('tool-calls');
  });

  it('names sources and makes files', async () => {
    const step = [
      source({ url: 'https://example.org/' }),
      source({ title: 'Report', mediaType: 'application/pdf', id: 'own' }),
      file('image/png', 'AAAA'),
    ];
    const content = [
      { type: 'source', sourceType: 'url', id: 'source-1', url: 'https://example.org/' },
      {
        type: 'source',
        sourceType: 'document',
        id: 'own',
        title: 'Report',
        mediaType: 'application/pdf',
      },
      { type: 'file', mediaType: 'image/png', data: 'AAAA' },
    ];
    expect((await resultOf(step)).content).toEqual(content);
    expect((await partsOf(step)).slice(2, -1)).toEqual(content);
    const v4 = scriptedModel([step, file('image/png', new URL('https://example.org/a.png'))], {
      version: 'v4',
    });
    expect((await v4.doGenerate(ask())).content[2]).toMatchObject({
      data: { type: 'data', data: 'AAAA' },
    });
    expect((await v4.doGenerate(ask())).content[0]).toMatchObject({
      data: { type: 'url', url: new URL('https://example.org/a.png') },
    });
  });

  it('announces metadata, headers and warnings first', async () => {
    const facts = { id: 'r', modelId: 'm-2', timestamp: new Date(5), headers: { 'x-id': '1' } };
    const step = ['hi', metadata(facts), warnings('no seed')];
    const model = scriptedModel([step, step]);
    const { stream, response } = await model.doStream(ask());
    expect(response).toEqual({ headers: { 'x-id': '1' } });
    expect((await collect(stream)).slice(0, 2)).toEqual([
      { type: 'stream-start', warnings: [{ type: 'other', message: 'no seed' }] },
      { type: 'response-metadata', id: 'r', modelId: 'm-2', timestamp: new Date(5) },
    ]);
    expect(await model.doGenerate(ask())).toMatchObject({
      response: facts,
      warnings: [{ message: 'no seed' }],
    });
  });

  it('sends raw parts as they are, and lets a raw finish stand for its own', async () => {
    const end = {
      type: 'finish',
      finishReason: { unified: 'other', raw: 'odd' },
      usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
      providerMetadata: { some: { key: 1 } },
    };
    const step = [raw({ type: 'text-delta', id: 'lost', delta: '?' }), raw(end)];
    expect((await partsOf(step)).slice(2)).toEqual([
      { type: 'text-delta', id: 'lost', delta: '?' },
      end,
    ]);
    expect(await resultOf(step)).toMatchObject({
      content: [],
      finishReason: end.finishReason,
      providerMetadata: end.providerMetadata,
    });
  });

  it('rejects the call, breaks the stream, or sends an error part', async () => {
    const error = new Error('overloaded');
    await expect(partsOf(['a', failWith(error)])).rejects.toBe(error);
    await expect(resultOf(failWith(error))).rejects.toBe(error);

    const { stream } = await scriptedModel([['a', breakStream(error), 'b']]).doStream(ask());
    const seen: string[] = [];
    const reading = (async () => {
      for await (const part of stream) seen.push(part.type);
    })();
    await expect(reading).rejects.toBe(error);
    expect(seen.slice(2)).toEqual(['text-start', 'text-delta', 'text-end']);
    await expect(resultOf(['a', breakStream(error)])).rejects.toBe(error);

    expect(await partsOf(['a', errorPart(error)])).toMatchObject([
      {},
      {},
      {},
      {},
      {},
      { type: 'error', error },
      { type: 'finish', finishReason: { unified: 'error' } },
    ]);
    await expect(resultOf(['a', errorPart(error)])).rejects.toBe(error);
  });

  it('can end a stream with no finish part', async () => {
    expect(typesOf(await partsOf(['a', breakStream()])).at(-1)).toBe('text-end');
    await expect(resultOf(['a', breakStream()])).rejects.toThrow('cut off');
  });

  it.each(['generate', 'stream'] as const)('waits where it is told to (%s)', async (mode) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model = scriptedModel([['a', waitFor(released), 'b']]);
    let said = '';
    const answered =
      mode === 'generate'
        ? model.doGenerate(ask()).then(({ content }) => {
            for (const part of content) said += part.type === 'text' ? part.text : '';
          })
        : model.doStream(ask()).then(async ({ stream }) => {
            for await (const part of stream) said += part.type === 'text-delta' ? part.delta : '';
          });
    // all that does not wait is done by the next turn
    await new Promise((resolve) => setImmediate(resolve));
    expect(said).toBe(mode === 'generate' ? '' : 'a');
    release();
    await answered;
    expect(said).toBe('ab');
  });

  it('hands the request to what it waits for', async () => {
    const seen: ModelRequest[] = [];
    const event = waitFor(async (request) => {
      seen.push(request);
    });
    const model = scriptedModel([
      [event, 'a'],
      [event, failWith(new Error('late'))],
    ]);
    await model.doGenerate(ask());
    await expect(model.doGenerate(ask())).rejects.toThrow('late');
    expect(seen).toEqual(model.requests);
  });

  it('rejects with the reason of an aborted signal, at any moment', async () => {
    const reason = new Error('enough');
    const aborted = { ...ask(), abortSignal: AbortSignal.abort(reason) };
    await expect(resultOf('a', aborted)).rejects.toBe(reason);
    await expect(partsOf('a', aborted)).rejects.toBe(reason);

    for (const soon of [queueMicrotask, (abort: () => void) => abort()]) {
      /** Is stopped when it is waited for: just after, or by the event itself. */
      const stopped = (controller: AbortController) =>
        waitFor(() => {
          soon(() => controller.abort(reason));
          return new Promise(() => {});
        });
      const generating = new AbortController();
      const inResult = { ...ask(), abortSignal: generating.signal };
      await expect(resultOf(stopped(generating), inResult)).rejects.toBe(reason);
      const waiting = new AbortController();
      const inStream = { ...ask(), abortSignal: waiting.signal };
      await expect(partsOf(['a', stopped(waiting)], inStream)).rejects.toBe(reason);
    }

    const reading = new AbortController();
    const model = scriptedModel(['a']);
    const { stream } = await model.doStream({ ...ask(), abortSignal: reading.signal });
    const reader = stream.getReader();
    await reader.read();
    reading.abort(reason);
    await expect(reader.read()).rejects.toBe(reason);
    expect(model.openStreams).toBe(0);
  });

  it('knows which of its streams were left open', async () => {
    const model = scriptedModel(['a'], { afterwards: 'repeat-last' });
    const first = (await model.doStream(ask())).stream;
    const second = (await model.doStream(ask())).stream;
    expect(model.openStreams).toBe(2);
    await first.cancel();
    expect(model.openStreams).toBe(1);
    await collect(second);
    expect(model.openStreams).toBe(0);
  });

  it('says how long its script was when it is asked once more', async () => {
    const model = scriptedModel(['a', 'b']);
    await model.doGenerate(ask());
    await model.doGenerate(ask());
    await expect(model.doGenerate(ask())).rejects.toThrow(
      'The script of this model had 2 steps, but the model was asked for step 3. ' +
        'Add a step, or set `afterwards`.',
    );
    await expect(scriptedModel(['a', 'b'].slice(1)).doStream(ask())).resolves.toBeDefined();
    await expect(scriptedModel([]).doGenerate(ask())).rejects.toThrow('had 0 steps');
  });

  it('goes on after its script as `afterwards` says', async () => {
    const textsOf = async (afterwards: 'repeat-last' | Step) => {
      const model = scriptedModel(['a', 'b'], { afterwards });
      const texts: unknown[] = [];
      for (let step = 0; step < 4; step += 1) {
        texts.push((await model.doGenerate(ask())).content[0]);
      }
      return texts.map((part) => (part as { text: string }).text);
    };
    expect(await textsOf('repeat-last')).toEqual(['a', 'b', 'b', 'b']);
    expect(await textsOf(({ index }) => `step ${index}`)).toEqual(['a', 'b', 'step 2', 'step 3']);
  });

  it('lets a function answer one step or all of them', async () => {
    const echo: StepFunction = async (request, index) => [
      `${index}: ${textOf(request.prompt.at(-1))}`,
    ];
    const each = scriptedModel(echo);
    await each.doGenerate(ask('one'));
    expect((await each.doGenerate(ask('two'))).content).toEqual([{ type: 'text', text: '1: two' }]);
    expect((await scriptedModel([() => echo]).doGenerate(ask('x'))).content).toEqual([
      { type: 'text', text: '0: x' },
    ]);
  });

  it('rejects with what a step function throws', async () => {
    const error = new Error('no such city');
    const model = scriptedModel(() => {
      throw error;
    });
    await expect(model.doStream(ask())).rejects.toBe(error);
  });
});

describe('the requests of a scripted model', () => {
  it('are kept whole, in order, with their mode', async () => {
    const signal = new AbortController().signal;
    const model = scriptedModel(['a', 'b']);
    await model.doGenerate({
      ...ask('one'),
      tools: [{ type: 'function', name: 'weather', inputSchema: { type: 'object' } }],
      toolChoice: { type: 'tool', toolName: 'weather' },
      temperature: 0,
      providerOptions: { some: { effort: 'low' } },
      abortSignal: signal,
    });
    await model.doStream(ask('two'));
    expect(model.requests).toEqual([
      {
        index: 0,
        mode: 'generate',
        ...ask('one'),
        tools: [{ type: 'function', name: 'weather', inputSchema: { type: 'object' } }],
        toolNames: ['weather'],
        toolChoice: { type: 'tool', toolName: 'weather' },
        temperature: 0,
        providerOptions: { some: { effort: 'low' } },
        signal,
      },
      { index: 1, mode: 'stream', ...ask('two'), toolNames: [], signal: undefined },
    ]);
    expect(model.prompts.map((prompt) => textOf(prompt[0]))).toEqual(['one', 'two']);
    expect(textOf(model.lastPrompt[0])).toBe('two');
  });

  it('do not change when the caller changes its objects, nor by the reader', async () => {
    const bytes = new Uint8Array([1]);
    const part = { type: 'file', mediaType: 'image/png', data: bytes, loop: {} };
    part.loop = part;
    const prompt = [{ role: 'user' as const, content: [part] }];
    const model = scriptedModel(['a']);
    await model.doGenerate({ prompt });
    bytes[0] = 2;
    part.mediaType = 'text/plain';
    prompt.push({ role: 'user', content: [] });
    expect(model.lastPrompt).toMatchObject([
      { content: [{ mediaType: 'image/png', data: new Uint8Array([1]) }] },
    ]);
    expect(Object.isFrozen(model.lastPrompt[0]?.content)).toBe(true);
    expect(Object.isFrozen(prompt)).toBe(false);
  });

  it('keep a __proto__ key as a key', async () => {
    const model = scriptedModel(['a']);
    await model.doGenerate({ ...ask(), providerOptions: JSON.parse('{"__proto__":{"x":1}}') });
    expect(JSON.stringify(model.requests[0]?.providerOptions)).toBe('{"__proto__":{"x":1}}');
  });

  it('are kept of calls that failed, too', async () => {
    const model = scriptedModel([failWith(new Error('no'))]);
    await expect(model.doGenerate(ask())).rejects.toThrow('no');
    await expect(model.doGenerate(ask())).rejects.toThrow('had 1 step,');
    expect(model.requests).toHaveLength(2);
  });

  it('are not kept when told so', async () => {
    const model = scriptedModel(['a'], { record: false });
    await model.doGenerate(ask());
    expect(model.requests).toEqual([]);
    expect(() => model.lastPrompt).toThrow('kept no request');
  });
});
