import { breakStream, call, failWith, scriptedModel, text } from '@tenon/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import type { AgentChunk } from '../chunks/index.ts';
import type {
  ProcessAPIErrorArgs,
  ProcessOutputResultArgs,
  Processor,
} from '../processors/index.ts';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig, joinRegistry, type RunOptions } from './index.ts';

type Steps = Parameters<typeof scriptedModel>[0];
type Mode = 'generate' | 'stream';

const look = createTool({ id: 'look', description: '', execute: async () => ({ seen: 1 }) });

/** What was logged as an error. */
const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
});

function agentWith(steps: Steps, more: object) {
  const model = scriptedModel(steps);
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Help.',
    model,
    maxRetries: 0,
    tools: { look },
    ...more,
  } as AgentConfig);
  const logger = { ...silentLogger, error: (words: string) => void logged.push(words) };
  agent[joinRegistry]({ logger, tenon: undefined, generateId: undefined });
  return { agent, model };
}

const onEnd = (id: string, processOutputResult: (args: ProcessOutputResultArgs) => unknown) =>
  ({ id, processOutputResult }) as Processor;
const onError = (id: string, processAPIError: (args: ProcessAPIErrorArgs) => unknown) =>
  ({ id, processAPIError }) as Processor;

async function told(agent: Agent, mode: Mode, options: RunOptions = {}) {
  const chunks: AgentChunk[] = [];
  const all = { ...options, onChunk: (chunk: AgentChunk) => void chunks.push(chunk) };
  const output =
    mode === 'generate'
      ? await agent.generate('Hi', all)
      : await (await agent.stream('Hi', all)).getFullOutput();
  return { output, chunks };
}

/** Changes each text of the last message. */
const rewrite = (id: string, change: (words: string) => string): Processor =>
  onEnd(id, ({ messages }) => {
    for (const part of messages.at(-1)?.content.parts ?? []) {
      if (part.type === 'text') part.text = change(part.text);
    }
    return messages;
  });

const modes = ['generate', 'stream'] as const;

describe.each(modes)('processOutputResult of %s', (mode) => {
  const script: Steps = [[text('let me look'), call('look', {})], 'found'];

  it('sees once what the run gave, and changes its words step by step', async () => {
    const seen: unknown[] = [];
    const watch = onEnd('watch', ({ result, messages }) => {
      const { text: words, usage, finishReason, steps } = result;
      const parts = messages.at(-1)?.content.parts.map(({ type }) => type);
      seen.push({ words, total: usage.totalTokens, finishReason, steps: steps.length, parts });
    });
    const outputProcessors = [rewrite('shout', (words) => words.toUpperCase()), watch];
    const { agent } = agentWith(script, { outputProcessors });
    const { output, chunks } = await told(agent, mode);
    expect(seen).toEqual([
      {
        words: 'LET ME LOOKFOUND',
        total: 30,
        finishReason: 'stop',
        steps: 2,
        parts: ['text', 'tool-invocation', 'step-start', 'text'],
      },
    ]);
    expect(output.text).toBe('LET ME LOOKFOUND');
    expect(output.steps.map((step) => step.text)).toEqual(['LET ME LOOK', 'FOUND']);
    expect(JSON.stringify([output.steps, output.response])).not.toMatch(/let me|found/);
    expect(chunks.at(-1)).toMatchObject({ payload: { output: { text: 'LET ME LOOKFOUND' } } });
  });

  it('may write the answer anew, add a message to it, or take it away', async () => {
    const anew = onEnd('anew', ({ messages }) => [
      ...messages.slice(0, -1),
      { ...messages.at(-1), content: { format: 2, parts: [{ type: 'text', text: 'All new.' }] } },
    ]);
    const add = onEnd('add', ({ messageList }) => {
      messageList.add({ role: 'assistant', content: ' Beware.' }, 'response');
    });
    const first = agentWith(script, { outputProcessors: [anew, add] });
    const { output } = await told(first.agent, mode);
    expect(output.text).toBe('All new. Beware.');
    expect(output.steps.map((step) => step.text)).toEqual(['', 'All new. Beware.']);
    const gone = onEnd('gone', ({ messages }) => messages.slice(0, -1));
    const second = agentWith(script, { outputProcessors: [gone] });
    expect((await told(second.agent, mode)).output.text).toBe('');
  });

  it('leaves the value of structured output to what is left of the text', async () => {
    const swap = rewrite('swap', (words) => words.replace('Ada', 'Bob'));
    const { agent } = agentWith(['{"name":"Ada"}'], { outputProcessors: [swap], tools: {} });
    const structuredOutput = { schema: z.object({ name: z.string() }) };
    const { output } = await told(agent, mode, { structuredOutput } as RunOptions);
    expect(output.object).toEqual({ name: 'Bob' });
  });

  it('stops the run, and does not have a step taken again', async () => {
    const stop = onEnd('stop', ({ abort }) => abort(undefined, { retry: true }));
    const { agent, model } = agentWith(['Ok'], { outputProcessors: [stop] });
    const { output, chunks } = await told(agent, mode, { maxProcessorRetries: 3 });
    const reason = 'Output processor blocked content';
    expect(output).toMatchObject({ text: '', tripwire: { reason, processorId: 'stop' } });
    expect(chunks.at(-1)?.type).toBe('tripwire');
    expect(model.requests).toHaveLength(1);
  });

  it('sees a run whose calls the client is still to run', async () => {
    const pick = createTool({ id: 'pick', description: '' });
    const { agent } = agentWith([[text('hm'), call('pick', {})]], {
      outputProcessors: [rewrite('shout', (words) => words.toUpperCase())],
    });
    const { output } = await told(agent, mode, { clientTools: { pick } } as RunOptions);
    expect(output).toMatchObject({ text: 'HM', finishReason: 'tool-calls' });
    expect(output.toolCalls).toHaveLength(1);
  });

  it('fails the run when it throws or gives what it must not', async () => {
    const odd = agentWith(['Ok'], { outputProcessors: [onEnd('odd', () => 5)] });
    const options = { onError: () => {} };
    const id = 'PROCESSOR_RESULT_INVALID';
    await expect(told(odd.agent, mode, options)).rejects.toMatchObject({ id });
    const down = onEnd('down', () => Promise.reject(new Error('no index')));
    const broken = agentWith(['Ok'], { outputProcessors: [down] });
    await expect(told(broken.agent, mode, options)).rejects.toThrow(
      'Processor "down" failed in processOutputResult: no index',
    );
  });

  it('is not called for a run that failed, and no longer waited for in one that is stopped', async () => {
    const hook = vi.fn();
    const failing = agentWith([failWith(new Error('gone'))], {
      outputProcessors: [onEnd('watch', hook)],
    });
    await expect(told(failing.agent, mode, { onError: () => {} })).rejects.toThrow('gone');
    expect(hook).not.toHaveBeenCalled();
    const controller = new AbortController();
    const late = onEnd('late', () => {
      controller.abort();
      return new Promise(() => {});
    });
    const stopped = agentWith(['Ok'], { outputProcessors: [late] });
    const { output } = await told(stopped.agent, mode, { abortSignal: controller.signal });
    expect(output.finishReason).toBe('aborted');
  });
});

describe.each(modes)('processAPIError of %s', (mode) => {
  const gone = () => failWith(Object.assign(new Error('gone'), { statusCode: 400 }));

  it('is called when a model call failed, and has the step taken again', async () => {
    const seen: unknown[] = [];
    const again = onError('again', ({ error, retryCount, stepNumber, steps, messages }) => {
      const { message } = error as Error;
      seen.push([message, retryCount, stepNumber, steps.length, messages.length]);
      return { retry: true };
    });
    const { agent, model } = agentWith([[call('look', {})], gone(), gone(), 'Ok'], {
      errorProcessors: [again],
    });
    const { output } = await told(agent, mode);
    expect(output).toMatchObject({ text: 'Ok', finishReason: 'stop' });
    expect(output.steps).toHaveLength(2);
    expect(seen).toEqual([
      ['gone', 0, 1, 1, 2],
      ['gone', 1, 1, 1, 2],
    ]);
    expect(JSON.stringify(model.lastPrompt)).not.toContain('not accepted');
  });

  it('may change the conversation for it', async () => {
    const mend = onError('mend', ({ messageList, messages }) => {
      messageList.removeByIds([messages[0]?.id ?? '']);
      messageList.add('Hello');
      return { retry: true };
    });
    const { agent, model } = agentWith([gone(), 'Ok'], { errorProcessors: [mend] });
    await told(agent, mode);
    expect(JSON.stringify(model.prompts.at(-1))).toContain('Hello');
    expect(JSON.stringify(model.prompts.at(-1))).not.toContain('"Hi"');
  });

  it('keeps what it changed when another processor has the step taken once more', async () => {
    const mend = onError('mend', ({ messageList }) => {
      messageList.add('Mended');
      return { retry: true };
    });
    const strict = {
      id: 'strict',
      processOutputStep: ({ text: words, abort }) => {
        if (words === 'bad') abort('Be kind.', { retry: true });
      },
    } as Processor;
    const { agent, model } = agentWith([gone(), 'bad', 'good'], {
      errorProcessors: [mend],
      outputProcessors: [strict],
    });
    expect((await told(agent, mode)).output.text).toBe('good');
    expect(JSON.stringify(model.lastPrompt)).toContain('Mended');
  });

  it.each([
    [undefined, 11],
    [2, 3],
    [0, 1],
  ])('with maxProcessorRetries %s lets a model be asked %i times', async (most, times) => {
    const again = onError('again', () => ({ retry: true }));
    const { agent, model } = agentWith(gone, { errorProcessors: [again] });
    const options = { onError: () => {}, ...(most !== undefined && { maxProcessorRetries: most }) };
    await expect(told(agent, mode, options)).rejects.toThrow('gone');
    expect(model.requests).toHaveLength(times);
  });

  it('leaves the run failed where none says otherwise, also by failing itself', async () => {
    const { agent, model } = agentWith(gone, {
      errorProcessors: [
        onError('no', () => ({ retry: false })),
        onError('nothing', () => undefined),
        onError('odd', () => ({ retry: 'yes' })),
        onError('down', () => Promise.reject(new Error('no index'))),
      ],
    });
    await expect(told(agent, mode, { onError: () => {} })).rejects.toThrow('gone');
    expect(model.requests).toHaveLength(1);
    expect(logged).toEqual([
      expect.stringContaining('Processor "odd": processAPIError must give'),
      'Processor "down" failed in processAPIError: no index',
    ]);
  });

  it('ends the run with a tripwire by abort', async () => {
    const stop = onError('stop', ({ abort }) => abort('Closed.'));
    const { agent } = agentWith(gone, { errorProcessors: [stop] });
    const { output } = await told(agent, mode);
    expect(output).toMatchObject({ tripwire: { reason: 'Closed.' }, error: undefined });
  });

  it('is no longer waited for when the run is stopped', async () => {
    const controller = new AbortController();
    const late = onError('late', () => {
      controller.abort();
      return new Promise(() => {});
    });
    const { agent } = agentWith(gone, { errorProcessors: [late] });
    const { output } = await told(agent, mode, { abortSignal: controller.signal });
    expect(output.finishReason).toBe('aborted');
  });

  it('is not called for a tool that failed', async () => {
    const hook = vi.fn();
    const broken = createTool({
      id: 'broken',
      description: '',
      execute: () => Promise.reject(new Error('down')),
    });
    const { agent } = agentWith([[call('broken', {})], 'Ok'], {
      errorProcessors: [onError('watch', hook)],
      tools: { broken },
    });
    expect((await told(agent, mode)).output.text).toBe('Ok');
    expect(hook).not.toHaveBeenCalled();
  });
});

describe('processAPIError of stream', () => {
  it('takes back what was said before the answer broke off', async () => {
    const again = onError('again', () => ({ retry: true }));
    const { agent, model } = agentWith([[text('Half'), breakStream(new Error('cut'))], 'Whole'], {
      errorProcessors: [again],
    });
    const { output, chunks } = await told(agent, 'stream');
    expect(output.text).toBe('Whole');
    expect(output.steps).toMatchObject([
      { text: '', finishReason: 'retry', tripwire: { reason: 'cut', processorId: 'again' } },
      { text: 'Whole' },
    ]);
    expect(chunks.filter(({ type }) => type === 'step-finish')).toHaveLength(2);
    expect(JSON.stringify(model.lastPrompt)).not.toContain('Half');
  });
});
