import { inspect } from 'node:util';
import {
  breakStream,
  call,
  collect,
  failWith,
  file,
  finish,
  metadata,
  reasoning,
  type Step,
  scriptedModel,
  source,
  text,
  textOf,
  toolCallsIn,
  toolResultsIn,
  waitFor,
  warnings,
} from '@tenon/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { RequestContext } from '../base/request-context.ts';
import type { AgentChunk } from '../chunks/index.ts';
import type { FullOutput, RunOutput } from '../loop/index.ts';
import { createTool } from '../tools/index.ts';
import type { Agent, AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const weather = createTool({
  id: 'weather-tool',
  description: 'The weather',
  title: 'Weather',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, sky: 'clear' }),
});
const broken = createTool({
  id: 'broken',
  description: 'Fails',
  execute: async () => {
    throw new Error('out of order');
  },
});

function agentWith(steps: readonly Step[], config: Partial<AgentConfig> = {}) {
  return quietAgent(scriptedModel(steps), { tools: { weather, broken }, ...config });
}

const twoSteps: readonly Step[] = [
  [
    metadata({ id: 'r-1', modelId: 'm-1', timestamp: new Date(1), headers: { a: 'b' } }),
    warnings('careful'),
    reasoning('Oslo it is.'),
    'Let me look. ',
    call('weather', { city: 'Oslo' }),
    call('broken'),
    finish('tool-calls', { usage: { input: 100, output: 10, cached: 7, reasoning: 3 } }),
  ],
  [
    'It is clear.',
    source({ url: 'https://example.org', title: 'Page', id: 's' }),
    file('image/png', 'AAAA'),
    finish('stop', { usage: { input: 200, output: 20 }, providerMetadata: { some: { a: 1 } } }),
  ],
];

describe('what a run gives', () => {
  it('joins the text of all steps, and keeps each part in its step', async () => {
    const { agent } = agentWith(twoSteps);
    const output = await agent.generate('Weather in Oslo?');
    expect(output.text).toBe('Let me look. It is clear.');
    expect(output.steps.map((step) => step.text)).toEqual(['Let me look. ', 'It is clear.']);
  });

  it('adds up the usage of all steps, with `raw` being that of the last', async () => {
    const { agent } = agentWith(twoSteps);
    const { usage, totalUsage, steps } = await agent.generate('?');
    expect(usage).toMatchObject({
      inputTokens: 300,
      outputTokens: 30,
      totalTokens: 330,
      cachedInputTokens: 7,
      reasoningTokens: 3,
    });
    expect(totalUsage).toEqual(usage);
    expect(steps.map((step) => step.usage.totalTokens)).toEqual([110, 220]);
  });

  it('leaves out of the usage what no step reports', async () => {
    const unknown = { input: undefined, output: undefined };
    const { agent } = agentWith([['hi', finish('stop', { usage: unknown })]]);
    expect((await agent.generate('?')).usage).toMatchObject({
      inputTokens: undefined,
      outputTokens: undefined,
      totalTokens: undefined,
    });
  });

  it('gives calls and results as chunks; a failed call is only among the calls', async () => {
    const { agent } = agentWith(twoSteps);
    const { toolCalls, toolResults, runId, steps } = await agent.generate('?');
    expect(toolCalls).toEqual([
      {
        type: 'tool-call',
        runId,
        from: 'AGENT',
        payload: {
          toolCallId: 'call-1',
          toolName: 'weather',
          args: { city: 'Oslo' },
          title: 'Weather',
        },
      },
      {
        type: 'tool-call',
        runId,
        from: 'AGENT',
        payload: { toolCallId: 'call-2', toolName: 'broken', args: {} },
      },
    ]);
    expect(toolResults).toEqual([
      {
        type: 'tool-result',
        runId,
        from: 'AGENT',
        payload: {
          toolCallId: 'call-1',
          toolName: 'weather',
          args: { city: 'Oslo' },
          result: { city: 'Oslo', sky: 'clear' },
        },
      },
    ]);
    expect(steps[0]?.content.at(-1)).toEqual({
      type: 'tool-result',
      toolCallId: 'call-2',
      toolName: 'broken',
      output: { type: 'error-text', value: 'out of order' },
    });
  });

  it('tells each step with all its fields', async () => {
    const { agent } = agentWith(twoSteps);
    const { steps } = await agent.generate('?');
    expect(steps).toMatchObject([
      {
        stepType: 'initial',
        text: 'Let me look. ',
        finishReason: 'tool-calls',
        reasoningText: 'Oslo it is.',
        reasoning: [{ type: 'reasoning', text: 'Oslo it is.' }],
        sources: [],
        files: [],
        warnings: [{ type: 'other', message: 'careful' }],
        response: { id: 'r-1', modelId: 'm-1', timestamp: new Date(1), headers: { a: 'b' } },
        model: { provider: 'scripted', modelId: 'scripted-model' },
      },
      {
        stepType: 'tool-result',
        text: 'It is clear.',
        finishReason: 'stop',
        reasoning: [],
        reasoningText: '',
        sources: [{ type: 'source', payload: { id: 's', url: 'https://example.org' } }],
        files: [{ type: 'file', payload: { mimeType: 'image/png', base64: 'AAAA' } }],
        toolCalls: [],
        toolResults: [],
        providerMetadata: { some: { a: 1 } },
      },
    ]);
    expect(steps[0]?.content.map((part) => part.type)).toEqual([
      'reasoning',
      'text',
      'tool-call',
      'tool-call',
      'tool-result',
      'tool-result',
    ]);
    expect(steps[0]?.response.messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
  });

  it('tells facts of the last step and things of all steps at the top', async () => {
    const { agent } = agentWith(twoSteps);
    const output = await agent.generate('?', { runId: 'run-7' });
    expect(output).toMatchObject({
      runId: 'run-7',
      finishReason: 'stop',
      stoppedBy: undefined,
      error: undefined,
      reasoningText: 'Oslo it is.',
      warnings: [{ message: 'careful' }],
      providerMetadata: { some: { a: 1 } },
      response: { id: 'response-2', modelId: 'scripted-model' },
    });
    expect(output.sources).toHaveLength(1);
    expect(output.files).toHaveLength(1);
    expect(output.response.messages.map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
    ]);
  });

  it('shows its values in Node where it is printed', async () => {
    const { agent } = quietAgent(scriptedModel(['Printed.']));
    const printed = inspect(await agent.generate('?'), { depth: 4 });
    expect(printed).toContain("text: 'Printed.'");
    expect(printed).toMatch(/steps: \[\s*\{/);
    expect(printed).not.toContain('[Getter]');
  });

  it('can be written as JSON', async () => {
    const { agent } = agentWith(twoSteps);
    const output = await agent.generate('?');
    expect(JSON.parse(JSON.stringify(output)).steps).toHaveLength(2);
  });

  it('gives messages that the next call takes as its history', async () => {
    const first = agentWith(twoSteps);
    const question = { role: 'user', content: 'Weather in Oslo?' } as const;
    const { response } = await first.agent.generate([question]);
    const second = agentWith(['You are welcome.']);
    await second.agent.generate([question, ...response.messages, 'Thanks!']);
    const { lastPrompt } = second.model;
    expect(lastPrompt.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(toolCallsIn(lastPrompt)).toEqual(toolCallsIn(first.model.lastPrompt));
    expect(toolResultsIn(lastPrompt)).toEqual(toolResultsIn(first.model.lastPrompt));
    expect(textOf(lastPrompt.at(-2))).toBe('It is clear.');
  });
});

describe('a stream', () => {
  const fields = [
    'text',
    'finishReason',
    'stoppedBy',
    'steps',
    'toolCalls',
    'toolResults',
    'content',
    'usage',
    'totalUsage',
    'reasoning',
    'reasoningText',
    'sources',
    'files',
    'warnings',
    'request',
    'response',
    'providerMetadata',
  ] as const;

  it('promises, field by field, what generate gives', async () => {
    const given = await agentWith(twoSteps).agent.generate('?', { runId: 'r' });
    const stream = await agentWith(twoSteps).agent.stream('?', { runId: 'r' });
    const full = await stream.getFullOutput();
    const withoutResponse = ({ steps, response, ...rest }: typeof given) => rest;
    expect(withoutResponse(full)).toEqual(withoutResponse(given));
    expect(full.response.messages).toEqual(given.response.messages);
    for (const field of fields) expect(await stream[field], field).toEqual(full[field]);
    expect(stream.runId).toBe('r');
    expect(stream.messageId).toBe(full.messageId);
  });

  it('can be taken apart', async () => {
    const stream = await agentWith(twoSteps).agent.stream('?');
    const { text, fullStream, textStream, consumeStream, getFullOutput } = stream;
    await consumeStream();
    expect(await text).toBe('Let me look. It is clear.');
    expect((await collect(textStream)).join('')).toBe('Let me look. It is clear.');
    expect((await collect(fullStream)).at(-1)).toMatchObject({ type: 'finish' });
    expect((await getFullOutput()).text).toBe(await text);
  });

  it('gives every reader all chunks from the first, while it runs and afterwards', async () => {
    let goOn = () => {};
    const event = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { agent } = agentWith([['a', waitFor(event), 'b']]);
    const stream = await agent.stream('?');
    const early = collect(stream.fullStream);
    for await (const chunk of stream.fullStream) if (chunk.type === 'text-delta') break;
    const late = collect(stream.fullStream);
    expect(stream.status).toBe('running');
    goOn();
    const chunks = await early;
    expect(await late).toEqual(chunks);
    expect(await collect(stream.fullStream)).toEqual(chunks);
    expect(chunks[0]).toMatchObject({ type: 'start' });
  });

  it('goes on when a reader leaves', async () => {
    const { agent } = agentWith(twoSteps);
    const stream = await agent.stream('?');
    await stream.fullStream.cancel();
    for await (const chunk of stream.fullStream) if (chunk.type === 'start') break;
    expect(await stream.text).toBe('Let me look. It is clear.');
  });

  it('runs to its end although nobody reads', async () => {
    let ended = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const { agent, model } = agentWith(twoSteps);
    await agent.stream('?', { onFinish: () => ended() });
    await end;
    expect(model.requests).toHaveLength(2);
    expect(model.openStreams).toBe(0);
  });

  it('has a status and, when it failed, an error', async () => {
    const good = await agentWith(['hi']).agent.stream('?');
    expect([good.status, good.error]).toEqual(['running', undefined]);
    await good.consumeStream();
    expect([good.status, good.error]).toEqual(['success', undefined]);

    const error = new Error('quota');
    const bad = await agentWith([failWith(error)]).agent.stream('?');
    await expect(bad.consumeStream()).rejects.toBe(error);
    expect([bad.status, bad.error]).toEqual(['failed', error]);

    const stopped = await agentWith(['hi']).agent.stream('?', {
      abortSignal: AbortSignal.abort(),
    });
    await stopped.consumeStream();
    expect([stopped.status, stopped.error]).toEqual(['canceled', undefined]);
  });

  it('settles every promise in success and after a stop', async () => {
    const success = await agentWith(twoSteps).agent.stream('?');
    for (const field of fields) await success[field];

    const controller = new AbortController();
    const event = new Promise<void>(() => {});
    const stream = await agentWith([['so far', waitFor(event)]]).agent.stream('?', {
      abortSignal: controller.signal,
    });
    const before = fields.map((field) => stream[field]);
    for await (const chunk of stream.fullStream) if (chunk.type === 'text-delta') break;
    controller.abort();
    await Promise.all(before);
    expect(await stream.finishReason).toBe('aborted');
    expect(await stream.text).toBe('so far');
    for (const field of fields) await stream[field];
  });

  it('rejects every promise of a failed run with its error, asked for before or after', async () => {
    const error = new Error('lost');
    for (const step of [failWith(error), ['a', breakStream(error)] as const]) {
      const stream = await agentWith([step]).agent.stream('?', {
        modelSettings: { maxRetries: 0 },
      });
      const before = fields.map((field) => stream[field]);
      for (const promise of before) await expect(promise).rejects.toBe(error);
      for (const field of fields) await expect(stream[field]).rejects.toBe(error);
      await expect(stream.getFullOutput()).rejects.toBe(error);
    }
  });

  it('needs nobody to handle the promises of a failed run', async () => {
    const stream = await agentWith([failWith(new Error('lost'))]).agent.stream('?');
    for (const field of fields) void stream[field];
    const chunks = await collect(stream.fullStream);
    expect(chunks.map(({ type }) => type)).toEqual(['start', 'error', 'finish']);
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('hands an error to the onError of consumeStream instead of rejecting', async () => {
    const error = new Error('lost');
    const stream = await agentWith([failWith(error)]).agent.stream('?');
    const seen: unknown[] = [];
    await stream.consumeStream({ onError: (given) => seen.push(given) });
    expect(seen).toEqual([error]);
  });

  it('has the text of all steps on its textStream, in pieces', async () => {
    const { agent } = agentWith([
      [text('Let me.', { pieces: 3 }), call('weather', { city: 'Oslo' })],
      text('Done.', { pieces: 2 }),
    ]);
    const pieces = await collect((await agent.stream('?')).textStream);
    expect(pieces).toHaveLength(5);
    expect(pieces.join('')).toBe('Let me.Done.');
  });
});

describe('the types of a result', () => {
  it('say what is there and what is promised', () => {
    expectTypeOf<FullOutput['text']>().toEqualTypeOf<string>();
    expectTypeOf<RunOutput['text']>().toEqualTypeOf<Promise<string>>();
    expectTypeOf<RunOutput['steps']>().toEqualTypeOf<Promise<FullOutput['steps']>>();
    expectTypeOf<Agent['generate']>().returns.resolves.toEqualTypeOf<FullOutput>();
    expectTypeOf<Agent['stream']>().returns.resolves.toEqualTypeOf<RunOutput>();
    expectTypeOf<RunOutput['fullStream']>().toEqualTypeOf<
      ReadableStream<AgentChunk> & AsyncIterable<AgentChunk>
    >();
    expectTypeOf<FullOutput['error']>().toEqualTypeOf<Error | undefined>();
    expectTypeOf<RequestContext<{ tenant: string }>>().toExtend<
      NonNullable<RunOptions['requestContext']>
    >();
  });
});

describe('an agent', () => {
  it('has any number of runs at a time, which know nothing of each other', async () => {
    const model = scriptedModel(({ prompt }) => {
      const question = textOf(prompt.find(({ role }) => role === 'user'));
      const isAnswered = toolResultsIn(prompt).length > 0;
      return isAnswered ? `about ${question}` : [call('weather', { city: question }, { id: 'c' })];
    });
    const { agent } = agentWith([], { model });
    const cities = Array.from({ length: 40 }, (_, index) => `city ${index}`);
    const outputs = await Promise.all(
      cities.map(async (city, index) =>
        index % 2 ? agent.generate(city) : (await agent.stream(city)).getFullOutput(),
      ),
    );
    expect(outputs.map(({ text }) => text)).toEqual(cities.map((city) => `about ${city}`));
    expect(outputs.map(({ toolResults }) => toolResults[0]?.payload.result)).toEqual(
      cities.map((city) => ({ city, sky: 'clear' })),
    );
    expect(new Set(outputs.map(({ runId }) => runId)).size).toBe(40);
  });
});

describe('a model', () => {
  it('that cannot stream is streamed all the same', async () => {
    const { doGenerate } = scriptedModel(twoSteps);
    const model = { specificationVersion: 'v3', provider: 'p', modelId: 'm', doGenerate } as never;
    const stream = await agentWith([], { model }).agent.stream('?');
    expect(await stream.text).toBe('Let me look. It is clear.');
    const types = (await collect(stream.fullStream)).map(({ type }) => type);
    expect(types.slice(0, 3)).toEqual(['start', 'step-start', 'reasoning-start']);
  });

  it('may answer without a promise', async () => {
    const answer = {
      content: [{ type: 'text', text: 'hi' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: {},
      warnings: [],
    };
    const parts = [
      { type: 'text-delta', id: 't', delta: 'hi' },
      { type: 'finish', finishReason: 'stop', usage: {} },
    ];
    const model = {
      specificationVersion: 'v3',
      provider: 'p',
      modelId: 'm',
      doGenerate: () => answer,
      doStream: () => ({ stream: ReadableStream.from(parts) }),
    } as never;
    for (const abortSignal of [undefined, new AbortController().signal]) {
      const options = abortSignal === undefined ? {} : { abortSignal };
      const { agent } = agentWith([], { model });
      expect((await agent.generate('?', options)).text).toBe('hi');
      expect(await (await agent.stream('?', options)).text).toBe('hi');
    }
  });
});

describe('generate', () => {
  it('rejects with the very error of the model', async () => {
    const error = new Error('quota');
    const { agent } = agentWith([failWith(error)]);
    await expect(agent.generate('?')).rejects.toBe(error);
  });

  it('resolves when it was stopped', async () => {
    const { agent, model } = agentWith(['hi']);
    const output = await agent.generate('?', { abortSignal: AbortSignal.abort() });
    expect(output).toMatchObject({ finishReason: 'aborted', text: '', steps: [] });
    expect(output.response.messages).toEqual([]);
    expect(model.requests).toHaveLength(0);
  });

  it('asks by doGenerate, and by doStream where the model only streams', async () => {
    const { agent, model } = agentWith(['hi']);
    await agent.generate('?');
    expect(model.requests[0]?.mode).toBe('generate');

    const streaming = scriptedModel(twoSteps);
    const only = {
      specificationVersion: streaming.specificationVersion,
      provider: 'p',
      modelId: 'm',
      doStream: streaming.doStream,
    } as unknown as AgentConfig['model'];
    const output = await agentWith([], { model: only }).agent.generate('?');
    expect(output.text).toBe('Let me look. It is clear.');
    expect(streaming.requests.map(({ mode }) => mode)).toEqual(['stream', 'stream']);
  });
});
