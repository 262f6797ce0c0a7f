import { call, raw, scriptedModel, toolResultsIn } from '@tenon/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../base/logger.ts';
import type { AgentChunk } from '../chunks/index.ts';
import type { Processor, ProcessToolResultArgs } from '../processors/index.ts';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig, joinRegistry, type RunOptions } from './index.ts';

type Steps = Parameters<typeof scriptedModel>[0];
type Mode = 'generate' | 'stream';

const order: string[] = [];
beforeEach(() => {
  order.length = 0;
});
const look = createTool({
  id: 'look',
  description: '',
  execute: async () => ({ pin: 1234, at: new Date(0) }),
  onOutput: ({ output }) => void order.push(`onOutput ${JSON.stringify(output)}`),
});
const broken = createTool({
  id: 'broken',
  description: '',
  execute: async () => {
    throw new Error('down');
  },
});

function agentWith(steps: Steps, outputProcessors: readonly Processor[], more: object = {}) {
  const model = scriptedModel(steps);
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Help.',
    model,
    tools: { look, broken },
    outputProcessors,
    ...more,
  } as AgentConfig);
  agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
  return { agent, model };
}

const onResult = (
  id: string,
  processToolResult: (args: ProcessToolResultArgs) => unknown,
): Processor => ({ id, processToolResult }) as Processor;

/** Puts another result in place of each. */
const swap = (id: string, change: (result: unknown) => unknown): Processor =>
  onResult(id, ({ toolCallId, result, messageList }) =>
    messageList.updateToolInvocation({ toolInvocation: { toolCallId, result: change(result) } }),
  );

async function told(agent: Agent, mode: Mode, options: RunOptions = {}, input: unknown = 'Hi') {
  const chunks: AgentChunk[] = [];
  const all = { ...options, onChunk: (chunk: AgentChunk) => void chunks.push(chunk) };
  const output =
    mode === 'generate'
      ? await agent.generate(input as string, all)
      : await (await agent.stream(input as string, all)).getFullOutput();
  return { output, chunks };
}

describe.each(['generate', 'stream'] as const)('processToolResult of %s', (mode) => {
  it('changes the result for chunks, steps, messages and later prompts, processor by processor', async () => {
    const seen: unknown[] = [];
    const { agent, model } = agentWith(
      [[call('look', {}, { id: 'c' })], 'Ok'],
      [
        swap('first', (result) => ({ ...(result as object), pin: 'hidden' })),
        onResult('second', (args) => {
          const { toolName, toolCallId, args: input, result, steps, messages, messageList } = args;
          const part = messages.at(-1)?.content.parts[0];
          seen.push({ toolName, toolCallId, input, result, steps: steps.length, part });
          seen.push(messageList.findToolInvocation('c')?.toolInvocation.result);
          (result as { pin: string }).pin = 'spoilt';
        }),
      ],
    );
    const { output, chunks } = await told(agent, mode);
    const hidden = { pin: 'hidden', at: '1970-01-01T00:00:00.000Z' };
    expect(seen).toMatchObject([
      {
        toolName: 'look',
        toolCallId: 'c',
        input: {},
        result: { at: hidden.at },
        steps: 1,
        part: { toolInvocation: { state: 'result', result: hidden } },
      },
      hidden,
    ]);
    expect(chunks.find(({ type }) => type === 'tool-result')).toMatchObject({
      payload: { result: hidden },
    });
    expect(output.toolResults[0]?.payload.result).toEqual(hidden);
    expect(toolResultsIn(model.lastPrompt)[0]?.value).toEqual(hidden);
    expect(order).toEqual([`onOutput ${JSON.stringify(hidden)}`]);
    expect(JSON.stringify([chunks, output.steps, output.response, model.lastPrompt])).not.toMatch(
      /1234|spoilt/,
    );
  });

  it('comes after afterToolCall, and before the tool says what the model is told', async () => {
    const shaped = createTool({
      id: 'shaped',
      description: '',
      execute: async () => 1,
      toModelOutput: (output) => `told ${JSON.stringify(output)}`,
    });
    const { agent, model } = agentWith(
      [[call('shaped', {})], 'Ok'],
      [swap('plus', (result) => (result as number) + 1)],
      { tools: { shaped }, hooks: { afterToolCall: () => ({ output: 10 }) } },
    );
    const { output } = await told(agent, mode);
    expect(output.toolResults[0]?.payload.result).toBe(11);
    expect(toolResultsIn(model.lastPrompt)[0]?.value).toBe('told 11');
  });

  it('is shown no errors, and no calls that a hook answered', async () => {
    const hook = vi.fn();
    const { agent } = agentWith(
      [[call('broken', {}), call('none', {}), call('look', {})], 'Ok'],
      [onResult('watch', hook)],
      {
        hooks: {
          beforeToolCall: ({ toolName }: { toolName: string }) =>
            toolName === 'look' ? { proceed: false, output: 1 } : undefined,
        },
      },
    );
    await told(agent, mode);
    expect(hook).not.toHaveBeenCalled();
  });

  it('sees calls of a step one after the other, though they run side by side', async () => {
    let running = 0;
    const watch = onResult('watch', async ({ toolCallId, messageList, result }) => {
      running++;
      expect(running).toBe(1);
      await Promise.resolve();
      messageList.updateToolInvocation({
        toolInvocation: { toolCallId, result: { ...(result as object), of: toolCallId } },
      });
      running--;
    });
    const { agent, model } = agentWith(
      [[call('look', {}, { id: 'c1' }), call('look', {}, { id: 'c2' })], 'Ok'],
      [watch],
    );
    await told(agent, mode);
    expect(
      toolResultsIn(model.lastPrompt).map(({ value }) => (value as { of: string }).of),
    ).toEqual(['c1', 'c2']);
  });

  it('changes the conversation before the step too', async () => {
    const add = onResult('add', ({ messageList, messages }) => {
      messageList.removeByIds([messages[0]?.id ?? '']);
      messageList.add('Another question');
    });
    const { agent, model } = agentWith([[call('look', {})], 'Ok'], [add]);
    await told(agent, mode);
    const roles = ['system', 'user', 'assistant', 'tool'];
    expect(model.lastPrompt.map(({ role }) => role)).toEqual(roles);
    expect(JSON.stringify(model.lastPrompt)).toContain('Another question');
  });

  it('stops the run, and the result is told to nobody', async () => {
    const stop = onResult('stop', ({ abort }) => abort());
    const { agent, model } = agentWith([[call('look', {})], 'Ok'], [stop]);
    const { output, chunks } = await told(agent, mode);
    const tripwire = { reason: 'Tool result blocked by processor', processorId: 'stop' };
    expect(output).toMatchObject({ text: '', tripwire, finishReason: 'other' });
    expect(model.requests).toHaveLength(1);
    expect(JSON.stringify([chunks, output.steps])).not.toContain('1234');
  });

  it('stops the run at once, although another tool of the step still runs', async () => {
    const never = createTool({
      id: 'never',
      description: '',
      execute: () => new Promise(() => {}),
    });
    const { agent } = agentWith(
      [[call('never', {}), call('look', {})]],
      [onResult('stop', ({ abort }) => abort('No.'))],
      { tools: { look, never } },
    );
    expect((await told(agent, mode)).output.tripwire?.reason).toBe('No.');
  });

  it('has the step taken again', async () => {
    const once = onResult('once', ({ abort, retryCount }) => {
      if (retryCount === 0) abort('Look elsewhere.', { retry: true });
    });
    const { agent, model } = agentWith([[call('look', {})], [call('look', {})], 'Ok'], [once], {
      maxProcessorRetries: 1,
    });
    const { output } = await told(agent, mode);
    expect(output).toMatchObject({ text: 'Ok', tripwire: undefined });
    expect(output.steps.map(({ finishReason }) => finishReason)).toEqual([
      'retry',
      'tool-calls',
      'stop',
    ]);
    expect(JSON.stringify(model.prompts[1])).toContain('Look elsewhere.');
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no index')), 'PROCESSOR_FAILED'],
    [
      'leaves the call without a result',
      ({ toolCallId, messageList }: ProcessToolResultArgs) =>
        messageList.updateToolInvocation({ toolInvocation: { toolCallId, state: 'call' } }),
      'PROCESSOR_RESULT_INVALID',
    ],
    [
      'takes the call out of the conversation',
      ({ messages, messageList }: ProcessToolResultArgs) =>
        void messageList.removeByIds([messages.at(-1)?.id ?? '']),
      'PROCESSOR_RESULT_INVALID',
    ],
  ])('fails the run when it %s, and the result is told to nobody', async (_, hook, id) => {
    const onFinish = vi.fn();
    const { agent, model } = agentWith([[call('look', {})], 'Ok'], [onResult('odd', hook)]);
    const options = { onError: () => {}, onFinish };
    await expect(told(agent, mode, options)).rejects.toMatchObject({ id });
    expect(JSON.stringify(onFinish.mock.calls[0]?.[0].steps)).not.toContain('1234');
    expect(model.requests).toHaveLength(1);
  });

  it.each([5, 'x', {}, true])('takes no notice of %j that it gives', async (odd) => {
    const { agent } = agentWith([[call('look', {})], 'Ok'], [onResult('odd', () => odd)]);
    expect((await told(agent, mode)).output.text).toBe('Ok');
  });

  it('is no longer waited for when the run is stopped', async () => {
    const controller = new AbortController();
    const late = onResult('late', () => {
      controller.abort();
      return new Promise(() => {});
    });
    const { agent } = agentWith([[call('look', {})], 'Ok'], [late]);
    const { output } = await told(agent, mode, { abortSignal: controller.signal });
    expect(output.finishReason).toBe('aborted');
    expect(JSON.stringify(output.steps)).not.toContain('1234');
  });

  it('sees results that a client brings', async () => {
    const pick = createTool({ id: 'pick', description: '' });
    const seen: unknown[] = [];
    const hide = onResult('hide', ({ toolCallId, result, messageList }) => {
      seen.push(result);
      messageList.updateToolInvocation({ toolInvocation: { toolCallId, result: 'hidden' } });
    });
    const inputs: unknown[] = [];
    const look: Processor = {
      id: 'look',
      processInput: ({ messages }) => void inputs.push(structuredClone(messages)),
    };
    const { agent, model } = agentWith(['Ok'], [hide], { inputProcessors: [look] });
    const invocation = { toolCallId: 'c', toolName: 'pick', args: {}, state: 'result' };
    const stored = (result: unknown) => ({
      id: 'm',
      role: 'assistant',
      createdAt: new Date(0),
      content: {
        format: 2,
        parts: [{ type: 'tool-invocation', toolInvocation: { ...invocation, result } }],
      },
    });
    const input = [{ role: 'user', content: 'Pick' }, stored({ city: 'Oslo' })];
    const { output } = await told(agent, mode, { clientTools: { pick } } as RunOptions, input);
    expect(output.text).toBe('Ok');
    expect(seen).toEqual([{ city: 'Oslo' }]);
    expect(toolResultsIn(model.lastPrompt)[0]?.value).toBe('hidden');
    expect(JSON.stringify(inputs)).not.toContain('Oslo');
    expect(inputs[0]).toMatchObject([{}, { id: 'm' }]);
  });

  it('stops a run by a result that a client brings before the model is asked', async () => {
    const pick = createTool({ id: 'pick', description: '' });
    const { agent, model } = agentWith(['Ok'], [onResult('stop', ({ abort }) => abort('No.'))]);
    const messages = [
      { role: 'user', content: 'Pick' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'pick', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'pick',
            output: { type: 'json', value: 1 },
          },
        ],
      },
    ];
    const { output } = await told(agent, mode, { clientTools: { pick } } as RunOptions, messages);
    expect(output.tripwire?.reason).toBe('No.');
    expect(model.requests).toEqual([]);
  });

  it('sees results that a provider gives', async () => {
    const seen: unknown[] = [];
    const hide = onResult('hide', ({ toolCallId, providerExecuted, result, messageList }) => {
      seen.push([providerExecuted, result]);
      messageList.updateToolInvocation({ toolInvocation: { toolCallId, result: ['hidden'] } });
    });
    const { agent, model } = agentWith(
      [
        [
          call('search', { q: 'x' }, { id: 'p', providerExecuted: true }),
          raw({
            type: 'tool-result',
            toolCallId: 'p',
            toolName: 'search',
            result: ['secret'],
          } as never),
          call('look', {}),
        ],
        'Ok',
      ],
      [hide],
    );
    const { output, chunks } = await told(agent, mode);
    expect(seen[0]).toEqual([true, ['secret']]);
    expect(JSON.stringify([chunks, output.steps, output.response, model.lastPrompt])).not.toContain(
      'secret',
    );
    expect(JSON.stringify(model.lastPrompt)).toContain('hidden');
  });

  it('keeps two runs apart', async () => {
    const count = onResult('count', ({ state, toolCallId, messageList }) => {
      state.count = ((state.count as number | undefined) ?? 0) + 1;
      messageList.updateToolInvocation({ toolInvocation: { toolCallId, result: state.count } });
    });
    const script: Steps = ({ prompt }) =>
      prompt.at(-1)?.role === 'tool' ? 'Ok' : [call('look', {})];
    const { agent } = agentWith(script, [count]);
    const both = await Promise.all([told(agent, mode), told(agent, mode)]);
    expect(both.map(({ output }) => output.toolResults[0]?.payload.result)).toEqual([1, 1]);
  });
});
