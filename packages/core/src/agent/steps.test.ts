import { call, failWith, reasoning, scriptedModel } from '@tenon/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTool } from '../tools/index.ts';
import { Agent } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const tick = createTool({ id: 'tick', description: 'Ticks', execute: async () => 'tock' });

describe('a step', () => {
  it('sends back what the model thought with what its provider keeps there', async () => {
    const providerMetadata = { anthropic: { signature: 'S1' } };
    const model = scriptedModel([[reasoning('Hm.', { providerMetadata }), call('tick')], 'Done.']);
    await quietAgent(model, { tools: { tick } }).agent.generate('?');
    expect(model.lastPrompt.find(({ role }) => role === 'assistant')).toMatchObject({
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: providerMetadata },
        { type: 'tool-call', toolName: 'tick' },
      ],
    });
  });

  it('reads none of the messages before it again, but for their ids once', async () => {
    let reads = 0;
    const readsBefore: number[] = [];
    const model = scriptedModel([[call('tick')], [call('tick')], [call('tick')], 'Done.']);
    const { doGenerate } = model;
    // what the model is given is what the run keeps, so that whoever walks it again is seen
    const watch = (message: object) => {
      const { content } = message as { content: unknown };
      Object.defineProperty(message, 'content', {
        enumerable: true,
        get: () => {
          reads++;
          return content;
        },
      });
    };
    const watching = Object.assign(Object.create(model), {
      doGenerate: (options: Parameters<typeof doGenerate>[0]) => {
        const isFirst = model.requests.length === 0;
        readsBefore.push(reads);
        const answer = doGenerate.call(model, { ...options, prompt: [] });
        if (isFirst) options.prompt.forEach(watch);
        return answer;
      },
    });
    const history = Array.from({ length: 1_000 }, (_, index) => ({
      role: 'user' as const,
      content: `line ${index}`,
    }));
    await quietAgent(watching as typeof model, { tools: { tick } }).agent.generate(history);
    // once for the ids of its calls, at the first call
    const [, second] = readsBefore;
    expect(readsBefore).toEqual([0, second, second, second]);
    expect(second).toBeLessThan(1_100);
  });

  it('that failed for a while is asked again after the time that the provider asks for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const busy = Object.assign(new Error('busy'), {
      statusCode: 503,
      responseHeaders: { 'retry-after': '7' },
    });
    const model = scriptedModel([failWith(busy), 'There.']);
    const answer = quietAgent(model).agent.generate('?');
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(6_900);
    expect(model.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect((await answer).text).toBe('There.');
    expect(model.requests).toHaveLength(2);
  });
});

describe('an agent without a registry', () => {
  it('logs to the console', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const model = scriptedModel([failWith(new Error('quota'))]);
    const agent = new Agent({ id: 'a', name: 'A', instructions: '', model });
    await (await agent.stream('?')).consumeStream({ onError: () => {} });
    expect(log.mock.calls.flat().join(' ')).toContain('quota');
  });

  it('looks a model up again after its key was set', async () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    const controller = new AbortController();
    const { agent } = quietAgent('openai/gpt-5', {
      defaultOptions: { abortSignal: controller.signal },
      // looked up after the model, before it is asked
      instructions: () => {
        controller.abort();
        return '';
      },
    });
    await expect(agent.generate('?')).rejects.toThrow('OPENAI_API_KEY');
    vi.stubEnv('OPENAI_API_KEY', 'key');
    expect((await agent.generate('?')).finishReason).toBe('aborted');
  });
});
