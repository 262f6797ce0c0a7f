import {
  call,
  collect,
  failWith,
  finish,
  reasoning,
  scriptedModel,
  text,
  textOf,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const schema = z.object({ city: z.string(), temp: z.number() });
const good = '{"city":"Oslo","temp":4}';

type Steps = Parameters<typeof scriptedModel>[0];

const look = createTool({
  id: 'look',
  description: '',
  inputSchema: z.object({ place: z.string() }),
  execute: async ({ place }) => ({ place, temp: 4, key: 'S3CRET' }),
  toModelOutput: ({ place, temp }) => ({ type: 'text', value: `${temp} degrees at ${place}` }),
});
const fails = createTool({
  id: 'fails',
  description: '',
  execute: async () => {
    throw new Error('no signal');
  },
});

function setUp(steps: Steps, second: Steps) {
  const { agent, model, warnings, errors } = quietAgent(scriptedModel(steps), {
    tools: { look, fails },
  });
  const other = scriptedModel(second, { modelId: 'second' });
  return { agent, model, other, warnings, errors, structuredOutput: { schema, model: other } };
}

describe('structuredOutput with a model of its own', () => {
  it('makes the value in the end, out of an answer in words', async () => {
    const { agent, model, other, structuredOutput } = setUp(
      [[call('look', { place: 'Oslo' })], 'It is 4 in Oslo.'],
      [good],
    );
    const output = await agent.generate('How is Oslo?', { structuredOutput });
    expect(output.object).toEqual({ city: 'Oslo', temp: 4 });
    expect(output.text).toBe('It is 4 in Oslo.');
    expect(output.steps).toHaveLength(2);
    expect(output.totalUsage.totalTokens).toBe(45);
    expect(model.requests.map(({ responseFormat }) => responseFormat)).toEqual([
      undefined,
      undefined,
    ]);
    expect(other.requests).toMatchObject([{ responseFormat: { type: 'json' }, toolNames: [] }]);
  });

  it('is given a digest of what the model thought, did and was told', async () => {
    const { agent, other, structuredOutput } = setUp(
      [
        [reasoning('I should look.'), call('look', { place: 'Oslo' }), call('fails', {})],
        'It is 4 in Oslo.',
      ],
      [good],
    );
    await agent.generate('How is Oslo?', { structuredOutput });
    const digest = textOf(other.lastPrompt.at(-1) as never);
    expect(digest.split('\n').filter((line) => line !== '')).toEqual([
      '# Assistant Reasoning',
      'I should look.',
      '# Tool Calls',
      '## look',
      '### Input',
      '{"place":"Oslo"}',
      '### Output',
      '4 degrees at Oslo',
      '## fails',
      '### Input',
      '{}',
      '### Output',
      'no signal',
      '# Tool Results',
      '- look: succeeded',
      '- fails: failed',
      '# Assistant Response',
      'It is 4 in Oslo.',
    ]);
    expect(JSON.stringify(other.requests)).not.toContain('S3CRET');
  });

  it('is heard of by its objects alone', async () => {
    const { agent, structuredOutput } = setUp(
      [[text('{"city":"Rome"} is not it.')]],
      [[text(good, { pieces: ['{"city":', '"Oslo","temp":4}'] })]],
    );
    const stream = await agent.stream('?', { structuredOutput });
    const chunks = await collect(stream.fullStream);
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'step-start',
      'text-start',
      'text-delta',
      'text-end',
      'step-finish',
      'object',
      'object',
      'object-result',
      'finish',
    ]);
    const { runId } = stream;
    const metadata = { from: 'structured-output' };
    expect(chunks.filter(({ type }) => type.startsWith('object'))).toEqual([
      { type: 'object', runId, from: 'AGENT', object: {}, metadata },
      { type: 'object', runId, from: 'AGENT', object: { city: 'Oslo', temp: 4 }, metadata },
      { type: 'object-result', runId, from: 'AGENT', object: { city: 'Oslo', temp: 4 }, metadata },
    ]);
    expect(await stream.object).toEqual({ city: 'Oslo', temp: 4 });
    expect((await stream.totalUsage).totalTokens).toBe(30);
  });

  it('has provider options of its own, and no settings of the run', async () => {
    const { agent, model, other, structuredOutput } = setUp(['4 in Oslo.'], [good]);
    await agent.generate('?', {
      structuredOutput: { ...structuredOutput, providerOptions: { openai: { effort: 'low' } } },
      providerOptions: { anthropic: { thinking: 1 } },
      modelSettings: { temperature: 1 },
    });
    expect(model.requests[0]?.providerOptions).toEqual({ anthropic: { thinking: 1 } });
    const [request] = other.requests;
    expect(request?.providerOptions).toEqual({ openai: { effort: 'low' } });
    expect(request?.temperature).toBeUndefined();
  });

  it.each([
    [{}, { prompt: 'Read it.', hasFormat: true }],
    [{ jsonPromptInjection: 'inline' as const }, { prompt: 'Read it.', hasFormat: false }],
  ])('follows instructions (%j)', async (more, { prompt, hasFormat }) => {
    const { agent, other, structuredOutput } = setUp(['4 in Oslo.'], [good]);
    await agent.generate('?', {
      structuredOutput: { ...structuredOutput, ...more, instructions: prompt },
    });
    const [request] = other.requests;
    expect(JSON.stringify(request?.prompt)).toContain(prompt);
    expect(request?.responseFormat !== undefined).toBe(hasFormat);
  });

  it('may be a list of models to fall back through', async () => {
    const { agent, other } = setUp(['4 in Oslo.'], [good]);
    const broken = scriptedModel([failWith(new Error('down'))]);
    const models = [{ model: broken, maxRetries: 0 }, { model: other }];
    const { object } = await agent.generate('?', { structuredOutput: { schema, model: models } });
    expect(object).toEqual({ city: 'Oslo', temp: 4 });
  });

  it('is looked up before anything is sent', async () => {
    const { agent, model } = setUp([], []);
    const structuredOutput = { schema, model: 'nobody/knows-it' };
    await expect(agent.generate('?', { structuredOutput })).rejects.toMatchObject({
      id: 'MODEL_PROVIDER_UNKNOWN',
    });
    expect(model.requests).toEqual([]);
  });

  it('may be given by prepareStep', async () => {
    const { agent, structuredOutput } = setUp(['4 in Oslo.'], [good]);
    const { object } = await agent.generate('?', { prepareStep: () => ({ structuredOutput }) });
    expect(object).toEqual({ city: 'Oslo', temp: 4 });
  });
});

describe('a value of a second model that does not match', () => {
  it('is asked for again with what was wrong, while that is allowed', async () => {
    const { agent, other, structuredOutput } = setUp(
      ['4 in Oslo.'],
      ['{"city":"Oslo"}', 'I cannot.', good],
    );
    const output = await agent.generate('?', { structuredOutput, maxProcessorRetries: 2 });
    expect(output.object).toEqual({ city: 'Oslo', temp: 4 });
    expect(output.totalUsage.totalTokens).toBe(60);
    expect(other.requests.map(({ prompt }) => prompt.length)).toEqual([2, 4, 6]);
    expect(other.prompts[1]?.slice(-2)).toMatchObject([
      { role: 'assistant', content: [{ text: '{"city":"Oslo"}' }] },
      { role: 'user', content: [{ text: expect.stringContaining('temp') }] },
    ]);
  });

  it('fails the run when that is used up, or was not asked for', async () => {
    for (const options of [{}, { maxProcessorRetries: 1 }]) {
      const { agent, other, structuredOutput } = setUp(['4 in Oslo.'], ['{}', '{}', good]);
      await expect(agent.generate('?', { structuredOutput, ...options })).rejects.toMatchObject({
        id: 'STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED',
      });
      expect(other.requests).toHaveLength(1 + (options.maxProcessorRetries ?? 0));
    }
  });

  it('is a warning, or the fallback, where that is asked for', async () => {
    const { agent, other, warnings, structuredOutput } = setUp(['a', 'b'], ['{}', '{}']);
    const options = { maxProcessorRetries: 3 };
    const warn = { ...structuredOutput, errorStrategy: 'warn' } as const;
    const warned = await agent.generate('?', { structuredOutput: warn, ...options });
    expect([warned.object, warnings.length]).toEqual([undefined, 1]);
    const fallbackValue = { city: 'nowhere', temp: 0 };
    const fallback = { ...structuredOutput, errorStrategy: 'fallback', fallbackValue } as const;
    const output = await agent.generate('?', { structuredOutput: fallback, ...options });
    expect(output).toMatchObject({ object: fallbackValue, usedFallbackValue: true });
    expect(other.requests).toHaveLength(2);
  });

  it('fails the run with what the second model failed with, told once', async () => {
    const { agent, errors, structuredOutput } = setUp(['4.'], [failWith(new Error('down'))]);
    const stream = await agent.stream('?', { structuredOutput, modelSettings: { maxRetries: 0 } });
    await expect(stream.object).rejects.toThrow('down');
    expect(errors).toHaveLength(1);
  });
});

describe('a second model', () => {
  it('is not asked after a failure, a stop, a cut or while a client has a call to run', async () => {
    const cut = setUp([['It is', finish('length')]], []);
    await expect(
      cut.agent.generate('?', { structuredOutput: cut.structuredOutput }),
    ).rejects.toMatchObject({ id: 'STRUCTURED_OUTPUT_TRUNCATED' });
    const failed = setUp([failWith(new Error('down'))], []);
    const options = { structuredOutput: failed.structuredOutput, modelSettings: { maxRetries: 0 } };
    await expect(failed.agent.generate('?', options)).rejects.toThrow('down');
    const open = setUp([[call('ask', {})]], []);
    const clientTools = { ask: createTool({ id: 'ask', description: '' }) };
    const { object } = await open.agent.generate('?', {
      structuredOutput: open.structuredOutput,
      clientTools,
    });
    expect(object).toBeUndefined();
    for (const { other } of [cut, failed, open]) expect(other.requests).toEqual([]);
  });

  it('makes a value of what there is where a limit has ended the run', async () => {
    const { agent, structuredOutput } = setUp([[call('look', { place: 'Oslo' })]], [good]);
    const { object } = await agent.generate('?', { structuredOutput, maxSteps: 1 });
    expect(object).toEqual({ city: 'Oslo', temp: 4 });
  });

  it('that calls a tool, of which it has none, has given no value', async () => {
    const { agent, structuredOutput } = setUp(['4 in Oslo.'], [[call('look', { place: 'Oslo' })]]);
    const failing = agent.generate('?', { structuredOutput });
    await expect(failing).rejects.toThrow('The model answered without a text');
  });

  it('is not asked once the tokens are used up', async () => {
    const { agent, other, structuredOutput } = setUp(['4 in Oslo.'], []);
    const failing = agent.generate('?', { structuredOutput, budget: { maxTokens: 5 } });
    await expect(failing).rejects.toMatchObject({
      id: 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED',
      message: expect.stringContaining('maxTokens'),
    });
    expect(other.requests).toEqual([]);
  });

  it('is stopped with the run', async () => {
    const controller = new AbortController();
    const { agent, other, structuredOutput } = setUp(
      ['4 in Oslo.'],
      [[text(good, { pieces: ['{"city":', '"Oslo","temp":4}'] })]],
    );
    const stream = await agent.stream('?', {
      structuredOutput,
      abortSignal: controller.signal,
      onChunk: ({ type }) => type === 'object' && controller.abort(),
    });
    const output = await stream.getFullOutput();
    expect([output.object, output.finishReason]).toEqual([undefined, 'aborted']);
    expect(output.text).toBe('4 in Oslo.');
    expect(other.openStreams).toBe(0);
  });
});
