import { call, collect, failWith, scriptedModel } from '@tenon/testing';
import { describe, expect, it, vi } from 'vitest';
import type { MessageInput } from '../messages/index.ts';
import type { ModelAnswer } from '../models/index.ts';
import type { ProcessLLMRequestArgs, Processor } from '../processors/index.ts';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig, type RunOptions } from './index.ts';

type Steps = Parameters<typeof scriptedModel>[0];

const look = createTool({ id: 'look', description: '', execute: async () => ({ seen: 1 }) });

function agentWith(steps: Steps, inputProcessors: readonly Processor[], more: object = {}) {
  const model = scriptedModel(steps);
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Help.',
    model,
    tools: { look },
    inputProcessors,
    ...more,
  } as AgentConfig);
  return { agent, model };
}

const request = (
  id: string,
  processLLMRequest: NonNullable<Processor['processLLMRequest']>,
): Processor => ({ id, processLLMRequest });

const answer = (content: ModelAnswer['content'], finishReason = 'stop'): ModelAnswer => ({
  content,
  finishReason,
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
});

async function outcomeOf(
  agent: Agent,
  mode: 'generate' | 'stream',
  options?: RunOptions,
  input: MessageInput = 'Hi',
) {
  if (mode === 'generate') return agent.generate(input, options);
  return (await agent.stream(input, options)).getFullOutput();
}

describe.each(['generate', 'stream'] as const)('processLLMRequest of %s', (mode) => {
  it('sees and changes what the model is sent in one call, and nothing else', async () => {
    const seen: unknown[] = [];
    const first = request('first', ({ prompt, model, stepNumber, steps }) => {
      seen.push([model, stepNumber, steps.length]);
      return { prompt: [...prompt, { role: 'user', content: [{ type: 'text', text: 'one' }] }] };
    });
    const second = request('second', ({ prompt }) => {
      seen.push(prompt.at(-1));
      return undefined;
    });
    const { agent, model } = agentWith([[call('look', {})], 'Ok'], [first, second]);
    const { response } = await outcomeOf(agent, mode);
    const names = { provider: 'scripted', modelId: 'scripted-model' };
    const one = { role: 'user', content: [{ type: 'text', text: 'one' }] };
    expect(seen).toEqual([[names, 0, 0], one, [names, 1, 1], one]);
    expect(
      model.prompts.map((prompt) => prompt.filter(({ role }) => role === 'user').length),
    ).toEqual([2, 2]);
    expect(JSON.stringify(response.messages)).not.toContain('"one"');
  });

  it('changes nothing by what it does to a prompt that it does not return', async () => {
    const spoil = request('spoil', ({ prompt }) => {
      prompt.length = 1;
      (prompt[0] as { content: string }).content = 'spoilt';
    });
    const { agent, model } = agentWith(['Ok'], [spoil]);
    await outcomeOf(agent, mode);
    expect(model.lastPrompt.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(JSON.stringify(model.lastPrompt)).not.toContain('spoilt');
  });

  it('sends what it gives back unchanged as it was', async () => {
    const input = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See', providerOptions: { p: { a: 1 } } },
          { type: 'file', data: new Uint8Array([1, 2]), mediaType: 'image/png' },
          {
            type: 'file',
            data: new URL('https://example.org/a.pdf'),
            mediaType: 'application/pdf',
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: '', providerOptions: { p: { redacted: 'x' } } },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { a: [1] } },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'look', input: {} },
          {
            type: 'tool-call',
            toolCallId: 's1',
            toolName: 'web',
            input: {},
            providerExecuted: true,
            providerOptions: { mastra: { provider: 'scripted' }, scripted: { k: 1 } },
          },
          {
            type: 'tool-result',
            toolCallId: 's1',
            toolName: 'web',
            output: { type: 'json', value: [] },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'look',
            output: { type: 'content', value: [{ type: 'text', text: 'a' }] },
          },
          {
            type: 'tool-result',
            toolCallId: 'c2',
            toolName: 'look',
            output: { type: 'error-text', value: 'no' },
          },
        ],
      },
      { role: 'user', content: 'Go' },
    ] as unknown as MessageInput;
    const plain = agentWith(['Ok'], []);
    await outcomeOf(plain.agent, mode, {}, input);
    const same = agentWith(['Ok'], [request('same', ({ prompt }) => ({ prompt }))]);
    await outcomeOf(same.agent, mode, {}, input);
    expect(same.model.lastPrompt).toEqual(plain.model.lastPrompt);
  });

  it('never sends a call without its result', async () => {
    const cut = request('cut', ({ prompt }) => ({
      prompt: prompt.filter(({ role }) => role !== 'tool'),
    }));
    const { agent, model } = agentWith([[call('look', {})], 'Ok'], [cut]);
    await outcomeOf(agent, mode);
    expect(model.lastPrompt.at(-1)).toMatchObject({
      role: 'tool',
      content: [{ output: { type: 'error-text' } }],
    });
  });

  it('answers in place of the model, tools included', async () => {
    const calls = answer(
      [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: '{}' }],
      'tool-calls',
    );
    const cache = request('cache', ({ stepNumber }) => ({
      response: stepNumber === 0 ? calls : answer([{ type: 'text', text: 'From the cache' }]),
    }));
    const after = vi.fn();
    const { agent, model } = agentWith([], [cache, request('after', after)]);
    const output = await outcomeOf(agent, mode);
    expect(output).toMatchObject({ text: 'From the cache', finishReason: 'stop' });
    expect(output.toolResults.map(({ payload }) => payload.result)).toEqual([{ seen: 1 }]);
    expect(model.requests).toEqual([]);
    expect(after).not.toHaveBeenCalled();
  });

  it('comes before each try of a model', async () => {
    const models: string[] = [];
    const watch = request('watch', ({ model }) => void models.push(model.modelId));
    const fallen = scriptedModel([failWith(new Error('down'))], { modelId: 'one' });
    const { agent } = agentWith([], [watch], {
      model: [
        { model: fallen, maxRetries: 0 },
        { model: scriptedModel(['Ok'], { modelId: 'two' }) },
      ],
    });
    await outcomeOf(agent, mode);
    expect(models).toEqual(['one', 'two']);
  });

  it('ends the run with a tripwire, or has the step taken again, when it aborts', async () => {
    const strict = request('strict', ({ abort, retryCount }) => {
      if (retryCount === 0) abort('Too long.', { retry: true });
    });
    const stopped = agentWith(['Ok'], [strict]);
    expect((await outcomeOf(stopped.agent, mode)).tripwire).toEqual({
      reason: 'Too long.',
      retry: true,
      processorId: 'strict',
    });
    expect(stopped.model.requests).toEqual([]);
    const again = agentWith(['Ok'], [strict], { maxProcessorRetries: 1 });
    expect((await outcomeOf(again.agent, mode)).text).toBe('Ok');
    expect(JSON.stringify(again.model.lastPrompt)).toContain('Too long.');
  });

  it.each([
    ['a list', () => [], 'but gave a list'],
    ['neither of both', () => ({}), 'but gave an object'],
    [
      'both',
      ({ prompt }: ProcessLLMRequestArgs) => ({ prompt, response: answer([]) }),
      'with both',
    ],
    ['a prompt that is a text', () => ({ prompt: 'Hi' }), 'as a list, but gave a string'],
    ['a prompt of no form', () => ({ prompt: [{ role: 'robot' }] }), 'cannot be read'],
    ['a response without content', () => ({ response: { text: 'Hi' } }), '`content`'],
  ])('fails the run when it gives %s', async (_, hook, words) => {
    const { agent, model } = agentWith(['Ok'], [request('odd', hook as never)]);
    const error = await outcomeOf(agent, mode, { onError: () => {} }).catch((thrown) => thrown);
    expect(error).toMatchObject({ id: 'PROCESSOR_RESULT_INVALID' });
    expect(error.message).toContain(words);
    expect(model.requests).toEqual([]);
  });

  it('fails the run when it throws, and no other model is asked', async () => {
    const broken = request('broken', () => {
      throw new Error('no cache');
    });
    const { agent, model } = agentWith(['Ok'], [broken]);
    await expect(outcomeOf(agent, mode, { onError: () => {} })).rejects.toThrow(
      'Processor "broken" failed in processLLMRequest: no cache',
    );
    expect(model.requests).toEqual([]);
  });

  it('is no longer waited for when the run is stopped', async () => {
    const controller = new AbortController();
    const hangs = request('hangs', () => {
      controller.abort();
      return new Promise<never>(() => {});
    });
    const { agent, model } = agentWith(['Ok'], [hangs]);
    const output = await outcomeOf(agent, mode, { abortSignal: controller.signal });
    expect(output.finishReason).toBe('aborted');
    expect(model.requests).toEqual([]);
  });
});

describe('an answer that a processor gives', () => {
  it('is on the stream like one of a model', async () => {
    const cache = request('cache', () => ({ response: answer([{ type: 'text', text: 'Hi' }]) }));
    const { agent } = agentWith([], [cache]);
    const chunks = await collect((await agent.stream('?')).fullStream);
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'step-start',
      'text-start',
      'text-delta',
      'text-end',
      'step-finish',
      'finish',
    ]);
  });
});
