import { call, reasoning, scriptedModel, text } from '@tenon/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import type {
  ProcessLLMResponseArgs,
  ProcessOutputStepArgs,
  Processor,
} from '../processors/index.ts';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig, joinRegistry, type RunOptions } from './index.ts';

type Steps = Parameters<typeof scriptedModel>[0];
type Mode = 'generate' | 'stream';

const runs: string[] = [];
const look = createTool({
  id: 'look',
  description: '',
  execute: async () => {
    runs.push('look');
    return { seen: 1 };
  },
});
beforeEach(() => {
  runs.length = 0;
});

function agentWith(steps: Steps, outputProcessors: readonly Processor[], more: object = {}) {
  const model = scriptedModel(steps);
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Help.',
    model,
    tools: { look },
    outputProcessors,
    ...more,
  } as AgentConfig);
  agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
  return { agent, model };
}

const onStep = (
  id: string,
  processOutputStep: (args: ProcessOutputStepArgs) => unknown,
): Processor => ({ id, processOutputStep }) as Processor;
const onResponse = (
  id: string,
  processLLMResponse: (args: ProcessLLMResponseArgs) => unknown,
): Processor => ({ id, processLLMResponse }) as Processor;

async function outcomeOf(agent: Agent, mode: Mode, options?: RunOptions) {
  if (mode === 'generate') return agent.generate('Hi', options);
  return (await agent.stream('Hi', options)).getFullOutput();
}

/** Changes each text of the latest message. */
const rewrite = (id: string, change: (words: string) => string): Processor =>
  onStep(id, ({ messages }) => {
    for (const part of messages.at(-1)?.content.parts ?? []) {
      if (part.type === 'text') part.text = change(part.text);
    }
    return messages;
  });

const modes = ['generate', 'stream'] as const;

describe.each(modes)('processLLMResponse of %s', (mode) => {
  it('sees what a model said, part by part, before output processors change it', async () => {
    const seen: ProcessLLMResponseArgs[] = [];
    const hide: Processor = { id: 'hide', processOutputStream: () => null } as Processor;
    const watch = onResponse('watch', (args) => void seen.push(args));
    const { agent } = agentWith([[text('Hm'), call('look', {})], 'Ok'], [hide, watch]);
    await outcomeOf(agent, mode);
    expect(seen).toHaveLength(2);
    const [first, second] = seen as [ProcessLLMResponseArgs, ProcessLLMResponseArgs];
    const types = first.chunks.map(({ type }) => type);
    expect(types).toContain('tool-call');
    expect(types.at(-1)).toBe('finish');
    expect(JSON.stringify(first.chunks)).toContain('Hm');
    expect(JSON.stringify(second.chunks)).not.toContain('Hm');
    expect(first).toMatchObject({
      fromCache: false,
      warnings: [],
      stepNumber: 0,
      model: { provider: 'scripted', modelId: 'scripted-model' },
      rawResponse: { modelId: 'scripted-model' },
    });
    expect(second).toMatchObject({ stepNumber: 1, steps: [{ stepType: 'initial' }] });
  });

  it('is told when a processor answered for the model', async () => {
    const seen: boolean[] = [];
    const content = [{ type: 'text', text: 'Known' }];
    const known = {
      id: 'known',
      processLLMRequest: () => ({ response: { content, finishReason: 'stop', usage: {} } }),
    } as unknown as Processor;
    const { agent, model } = agentWith(
      [],
      [onResponse('watch', ({ fromCache }) => void seen.push(fromCache))],
      { inputProcessors: [known] },
    );
    expect((await outcomeOf(agent, mode)).text).toBe('Known');
    expect(seen).toEqual([true]);
    expect(model.requests).toEqual([]);
  });

  it('stops the run, or has the step taken again', async () => {
    const stop = onResponse('stop', ({ abort, chunks, retryCount }) => {
      if (JSON.stringify(chunks).includes('bad')) abort('No.', { retry: retryCount === 0 });
    });
    const { agent } = agentWith(['bad', 'bad again'], [stop], { maxProcessorRetries: 5 });
    const output = await outcomeOf(agent, mode);
    expect(output).toMatchObject({ text: '', tripwire: { reason: 'No.', processorId: 'stop' } });
    expect(output.steps.map(({ finishReason }) => finishReason)).toEqual(['retry', 'tripwire']);
  });

  it('fails the run when it throws, and the model is not asked again', async () => {
    const broken = onResponse('broken', () => Promise.reject(new Error('no index')));
    const { agent, model } = agentWith(['Ok'], [broken]);
    await expect(outcomeOf(agent, mode, { onError: () => {} })).rejects.toThrow(
      'Processor "broken" failed in processLLMResponse: no index',
    );
    expect(model.requests).toHaveLength(1);
  });
});

describe.each(modes)('processOutputStep of %s', (mode) => {
  it('sees each answer before its tools run', async () => {
    const seen: unknown[] = [];
    const watch = onStep('watch', (args) => {
      const { stepNumber, finishReason, text, toolCalls, usage, steps, messages } = args;
      const parts = messages.at(-1)?.content.parts.map(({ type }) => type);
      const total = usage.totalTokens;
      seen.push({ stepNumber, finishReason, text, toolCalls, total, steps: steps.length, parts });
      runs.push(`step ${stepNumber}`);
    });
    const { agent } = agentWith(
      [[text('Hm'), call('look', { at: 1 }, { id: 'c' })], 'Ok'],
      [watch],
    );
    await outcomeOf(agent, mode);
    expect(seen).toEqual([
      {
        stepNumber: 0,
        finishReason: 'tool-calls',
        text: 'Hm',
        toolCalls: [{ toolName: 'look', toolCallId: 'c', args: { at: 1 } }],
        total: 15,
        steps: 0,
        parts: ['text', 'tool-invocation'],
      },
      {
        stepNumber: 1,
        finishReason: 'stop',
        text: 'Ok',
        toolCalls: [],
        total: 15,
        steps: 1,
        parts: ['text', 'tool-invocation', 'step-start', 'text'],
      },
    ]);
    expect(runs).toEqual(['step 0', 'look', 'step 1']);
  });

  it('changes the text of the step for result, steps, messages and later prompts', async () => {
    const seen: string[] = [];
    const { agent, model } = agentWith(
      [[text('let me '), text('look'), call('look', {})], 'found'],
      [
        rewrite('shout', (words) => words.toUpperCase()),
        onStep('after', (args) => void seen.push(args.text)),
      ],
    );
    const output = await outcomeOf(agent, mode);
    expect(output.text).toBe('LET ME LOOKFOUND');
    expect(seen).toEqual(['LET ME LOOK', 'FOUND']);
    expect(output.steps.map((step) => step.text)).toEqual(['LET ME LOOK', 'FOUND']);
    expect(JSON.stringify([output.steps, output.response])).not.toMatch(/let me|found/);
    expect(JSON.stringify(model.lastPrompt)).toContain('"LET ME "');
    expect(runs).toEqual(['look']);
  });

  it('may take words out, add some, and change thoughts, which lose their signature', async () => {
    const mine = { p: { signature: 's' } };
    const edit = onStep('edit', ({ messages, stepNumber }) => {
      const last = messages.at(-1);
      if (last === undefined) return;
      const { content } = last;
      content.parts = content.parts.filter(({ type }) => type !== 'text');
      for (const part of content.parts) if (part.type === 'reasoning') part.text = 'Well';
      if (stepNumber > 0) last.content.parts.push({ type: 'text', text: 'Mine' });
      return messages;
    });
    const { agent, model } = agentWith(
      [[reasoning('Hm', { providerMetadata: mine }), text('yours'), call('look', {})], []],
      [edit],
    );
    const output = await outcomeOf(agent, mode);
    expect(output).toMatchObject({ text: 'Mine', reasoningText: 'Well' });
    expect(output.toolCalls).toHaveLength(1);
    expect(JSON.stringify(model.lastPrompt)).not.toMatch(/yours|signature|Hm/);
  });

  it('changes the conversation before the step too, and calls of the step stay as they are', async () => {
    const edit = onStep('edit', ({ messageList, messages, stepNumber }) => {
      if (stepNumber > 0) return;
      messageList.removeByIds([messages.at(-1)?.id ?? '']);
      messageList.add('Another question');
    });
    const { agent, model } = agentWith([[text('Hm'), call('look', {})], 'Ok'], [edit]);
    const output = await outcomeOf(agent, mode);
    expect(model.lastPrompt.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'user',
      'assistant',
      'tool',
    ]);
    expect(output.steps.map((step) => step.text)).toEqual(['', 'Ok']);
    expect(runs).toEqual(['look']);
  });

  it('has the step taken again, and its tools do not run', async () => {
    const stop = onStep('stop', ({ abort, toolCalls, messageList }) => {
      messageList.add('Not kept');
      if (toolCalls.length > 0) abort('No tools, please.', { retry: true });
    });
    const { agent, model } = agentWith([[text('Hm'), call('look', {})], 'Ok'], [stop], {
      maxProcessorRetries: 1,
    });
    const output = await outcomeOf(agent, mode);
    expect(output).toMatchObject({ text: 'Ok', tripwire: undefined });
    expect(output.steps).toMatchObject([
      { text: '', finishReason: 'retry', tripwire: { reason: 'No tools, please.' } },
      { text: 'Ok' },
    ]);
    expect(runs).toEqual([]);
    expect(JSON.stringify(model.lastPrompt)).toContain('No tools, please.');
    expect(JSON.stringify(model.lastPrompt)).not.toMatch(/Hm|Not kept/);
  });

  it('stops the run for good, with a reason of its own or the usual one', async () => {
    const stop = onStep('stop', ({ abort }) => abort());
    const { agent } = agentWith([[text('Hm'), call('look', {})]], [stop]);
    const output = await outcomeOf(agent, mode);
    const tripwire = { reason: 'Output processor blocked content', processorId: 'stop' };
    expect(output).toMatchObject({ text: '', tripwire, finishReason: 'other' });
    expect(runs).toEqual([]);
  });

  it.each([
    ['a number', () => 5, 'but gave a number'],
    ['an object', () => ({ messages: [] }), 'but gave an object'],
  ])('fails the run when it gives %s, and keeps no word of the answer', async (_, give, words) => {
    const onFinish = vi.fn();
    const { agent } = agentWith(['secret'], [onStep('odd', give)]);
    const options = { onError: () => {}, onFinish };
    const error = await outcomeOf(agent, mode, options).catch((thrown) => thrown);
    expect(error).toMatchObject({ id: 'PROCESSOR_RESULT_INVALID' });
    expect(error.message).toContain(words);
    const [output] = onFinish.mock.calls[0] ?? [];
    expect(output).toMatchObject({ text: '', usage: { totalTokens: 15 } });
    expect(JSON.stringify(output.steps)).not.toContain('secret');
  });

  it('is no longer waited for when the run is stopped, and no tool runs then', async () => {
    const controller = new AbortController();
    const late = onStep('late', () => {
      controller.abort();
      return new Promise(() => {});
    });
    const after = vi.fn();
    const { agent } = agentWith([[text('Hm'), call('look', {})]], [late, onStep('after', after)]);
    const output = await outcomeOf(agent, mode, { abortSignal: controller.signal });
    expect(output).toMatchObject({ finishReason: 'aborted', text: '' });
    expect(after).not.toHaveBeenCalled();
    expect(runs).toEqual([]);
  });

  it('leaves the value of structured output to what is left of the text', async () => {
    const swap = rewrite('swap', (words) => words.replace('Ada', 'Bob'));
    const { agent } = agentWith(['{"name":"Ada"}'], [swap], { tools: {} });
    const structuredOutput = { schema: z.object({ name: z.string() }) };
    const output = await outcomeOf(agent, mode, { structuredOutput } as RunOptions);
    expect(output.object).toEqual({ name: 'Bob' });
  });

  it('sees calls that a client runs, and tools that only read wait for it', async () => {
    const pick = createTool({ id: 'pick', description: '' });
    const early = createTool({
      id: 'early',
      description: '',
      idempotent: true,
      execute: async () => {
        runs.push('early');
        return 1;
      },
    });
    const stop = onStep('stop', ({ toolCalls, abort }) => {
      expect(toolCalls.map(({ toolName }) => toolName)).toEqual(['early', 'pick']);
      abort('No.');
    });
    const { agent } = agentWith([[call('early', {}), call('pick', {})]], [stop], {
      tools: { early },
    });
    const options = { clientTools: { pick }, eagerToolExecution: true };
    const output = await outcomeOf(agent, mode, options as RunOptions);
    expect(output.tripwire?.reason).toBe('No.');
    expect(runs).toEqual([]);
  });

  it('keeps two runs apart', async () => {
    const count = onStep('count', ({ state, messages }) => {
      state.count = ((state.count as number | undefined) ?? 0) + 1;
      for (const part of messages.at(-1)?.content.parts ?? []) {
        if (part.type === 'text') part.text = `${state.count}`;
      }
      return messages;
    });
    const { agent } = agentWith(['a', 'b'], [count]);
    const both = await Promise.all([outcomeOf(agent, mode), outcomeOf(agent, mode)]);
    expect(both.map((output) => output.text)).toEqual(['1', '1']);
  });
});
