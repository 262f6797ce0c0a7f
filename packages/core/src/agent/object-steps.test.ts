import { call, collect, finish, scriptedModel, text } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const schema = z.object({ city: z.string() });
const answer = '{"city":"Oslo"}';
const look = createTool({ id: 'look', description: '', execute: async () => 'Oslo' });

function agentWith(steps: Parameters<typeof scriptedModel>[0], provider?: string) {
  return quietAgent(scriptedModel(steps, provider === undefined ? {} : { provider }), {
    tools: { look },
  });
}
const lastStep = { schema, applyTo: 'last-step' } as const;

describe('structuredOutput with applyTo: last-step', () => {
  it('asks for the value once the tools are done and the model has answered in words', async () => {
    const { agent, model } = agentWith([[call('look', {})], 'It is Oslo.', answer]);
    const output = await agent.generate('Where?', { structuredOutput: lastStep });
    expect(output.object).toEqual({ city: 'Oslo' });
    expect(output.steps.map((step) => step.text)).toEqual(['', 'It is Oslo.', answer]);
    expect(output.totalUsage.totalTokens).toBe(45);
    expect(
      model.requests.map(({ responseFormat, tools }) => [responseFormat?.type, tools?.length]),
    ).toEqual([
      [undefined, 1],
      [undefined, 1],
      ['json', undefined],
    ]);
    expect(model.lastPrompt.slice(-2)).toMatchObject([
      { role: 'assistant', content: [{ text: 'It is Oslo.' }] },
      { role: 'user' },
    ]);
    expect(output.response.messages.map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
      'assistant',
    ]);
  });

  it('shows of the last step alone what is there of the value', async () => {
    const { agent } = agentWith(['It is {"city":"Rome"}.', [text(answer, { pieces: 2 })]]);
    const stream = await agent.stream('?', { structuredOutput: lastStep });
    const cities = (await collect(stream.objectStream)).map(({ city }) => city);
    expect(cities).not.toContain('Rome');
    expect(cities.at(-1)).toBe('Oslo');
    const chunks = await collect(stream.fullStream);
    const continued = chunks.flatMap((chunk) =>
      chunk.type === 'step-finish' ? [chunk.payload.stepResult.isContinued] : [],
    );
    expect(continued).toEqual([true, false]);
  });

  it('tells the schema in the message that asks for the value, where words do', async () => {
    const { agent, model } = agentWith(['Oslo.', answer]);
    const structuredOutput = { ...lastStep, jsonPromptInjection: 'inline' } as const;
    await agent.generate('?', { structuredOutput });
    const [first, second] = model.prompts;
    expect(JSON.stringify(first)).not.toContain('JSON Schema');
    expect(JSON.stringify(second?.at(-1))).toContain('JSON Schema');
  });

  it('comes on top of maxSteps', async () => {
    const { agent } = agentWith(['Oslo.', answer]);
    const { object, steps } = await agent.generate('?', {
      structuredOutput: lastStep,
      maxSteps: 1,
    });
    expect([object, steps.length]).toEqual([{ city: 'Oslo' }, 2]);
  });

  it('follows the answer that finalAnswerStep asks for', async () => {
    const { agent } = agentWith([[call('look', {})], 'Oslo.', answer]);
    const output = await agent.generate('?', {
      structuredOutput: lastStep,
      maxSteps: 1,
      finalAnswerStep: true,
    });
    expect(output).toMatchObject({ object: { city: 'Oslo' }, stoppedBy: 'max-steps' });
  });

  it('has the provider options of the value, over those of the run', async () => {
    const { agent, model } = agentWith(['Oslo.', answer]);
    await agent.generate('?', {
      structuredOutput: { ...lastStep, providerOptions: { openai: { effort: 'low' } } },
      providerOptions: { openai: { effort: 'high', user: 'u' } },
    });
    expect(model.requests.map(({ providerOptions }) => providerOptions)).toEqual([
      { openai: { effort: 'high', user: 'u' } },
      { openai: { effort: 'low', user: 'u' } },
    ]);
  });

  it.each([
    ['the limit of steps', { maxSteps: 1 }, [[call('look', {})]], 'OBJECT_UNDEFINED'],
    ['an answer that was cut off', {}, [['It is', finish('length')]], 'TRUNCATED'],
    ['the limit of tokens', { budget: { maxTokens: 5 } }, ['Oslo.'], 'OBJECT_UNDEFINED'],
  ])('does not ask after %s, which is a failure', async (_, options, steps, id) => {
    const { agent, model } = agentWith(steps.map((step) => step) as never);
    const failing = agent.generate('?', { structuredOutput: lastStep, ...options });
    await expect(failing).rejects.toMatchObject({ id: `STRUCTURED_OUTPUT_${id}` });
    expect(model.requests).toHaveLength(1);
  });

  it('says that the tokens were used up', async () => {
    const { agent } = agentWith(['Oslo.']);
    const failing = agent.generate('?', { structuredOutput: lastStep, budget: { maxTokens: 5 } });
    await expect(failing).rejects.toThrow('had used up its tokens (15 of 5)');
  });

  it('does not ask while the client has a call to run', async () => {
    const { agent, model } = agentWith([[call('ask', {})]]);
    const clientTools = { ask: createTool({ id: 'ask', description: '' }) };
    const output = await agent.generate('?', { structuredOutput: lastStep, clientTools });
    expect([output.object, output.finishReason]).toEqual([undefined, 'tool-calls']);
    expect(model.requests).toHaveLength(1);
  });

  it('does not ask once the run is stopped', async () => {
    const controller = new AbortController();
    const { agent, model } = agentWith(['Oslo.']);
    const stream = await agent.stream('?', {
      structuredOutput: lastStep,
      abortSignal: controller.signal,
      onStepFinish: () => controller.abort(),
    });
    expect([await stream.object, await stream.finishReason]).toEqual([undefined, 'aborted']);
    expect(model.requests).toHaveLength(1);
  });
});

describe('structuredOutput of prepareStep', () => {
  it('holds for its step alone', async () => {
    const { agent, model } = agentWith([[call('look', {})], answer]);
    const { object } = await agent.generate('?', {
      prepareStep: ({ stepNumber }) =>
        stepNumber === 0 ? {} : { structuredOutput: { schema }, toolChoice: 'none' },
    });
    expect(object).toEqual({ city: 'Oslo' });
    expect(
      model.requests.map((request) => [request.responseFormat?.type, request.tools?.length]),
    ).toEqual([
      [undefined, 1],
      ['json', undefined],
    ]);
  });

  it('takes the place of that of the run', async () => {
    const { agent, model } = agentWith(['{"n":4}']);
    const { object } = await agent.generate('?', {
      structuredOutput: { schema: z.object({ city: z.string() }) },
      prepareStep: () => ({
        structuredOutput: { schema: z.object({ n: z.number() }), jsonPromptInjection: true },
      }),
    });
    expect(object).toEqual({ n: 4 });
    expect(model.requests[0]?.responseFormat).toBeUndefined();
  });

  it('is read in the form in which its own model was told of it', async () => {
    const { agent } = agentWith([]);
    const wide = z.object({ city: z.string(), note: z.string().optional() });
    const other = scriptedModel(['{"city":"Oslo","note":null}'], { provider: 'openai.chat' });
    const { object } = await agent.generate('?', {
      prepareStep: () => ({ model: other, structuredOutput: { schema: wide } }),
    });
    expect(object).toEqual({ city: 'Oslo' });
  });

  it('may ask for the value in a step after it', async () => {
    const { agent, model } = agentWith(['Oslo.', answer]);
    const { object } = await agent.generate('?', {
      prepareStep: ({ stepNumber }) => (stepNumber === 0 ? { structuredOutput: lastStep } : {}),
    });
    expect(object).toEqual({ city: 'Oslo' });
    expect(model.requests).toHaveLength(2);
  });

  it('fails the run where it cannot be used, and says whose it is', async () => {
    const { agent } = agentWith([]);
    const structuredOutput = { schema, errorStrategy: 'fallback' } as const;
    await expect(
      agent.generate('?', { prepareStep: () => ({ structuredOutput }) }),
    ).rejects.toMatchObject({
      id: 'AGENT_OPTION_INVALID',
      message: expect.stringContaining('prepareStep'),
    });
  });
});
