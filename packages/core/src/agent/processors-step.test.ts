import { setImmediate } from 'node:timers/promises';
import { call, scriptedModel } from '@tenon/testing';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ProcessInputStepArgs, Processor } from '../processors/index.ts';
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

const step = (
  id: string,
  processInputStep: NonNullable<Processor['processInputStep']>,
): Processor => ({ id, processInputStep });

const systemIn = (prompt: readonly { role: string; content: unknown }[]) =>
  prompt.filter(({ role }) => role === 'system').map(({ content }) => content);

const toolsIn = (request: { readonly tools?: readonly { name?: unknown }[] | undefined }) =>
  (request.tools ?? []).map(({ name }) => name);

async function outcomeOf(agent: Agent, mode: 'generate' | 'stream', options?: RunOptions) {
  if (mode === 'generate') return agent.generate('Hi', options);
  return (await agent.stream('Hi', options)).getFullOutput();
}

describe.each(['generate', 'stream'] as const)('processInputStep of %s', (mode) => {
  it('may ask for a value in one step, and sees what the call asks for', async () => {
    const asked = { schema: z.object({ n: z.number() }), errorStrategy: 'warn' };
    const seen: unknown[] = [];
    const last = step('last', ({ stepNumber, structuredOutput }) => {
      seen.push(structuredOutput);
      return stepNumber === 0 ? {} : { structuredOutput: asked };
    });
    const after = step('after', ({ structuredOutput }) => void seen.push(structuredOutput));
    const { agent, model } = agentWith([[call('look')], '{"n":3}'], [last, after]);
    const { object } = await outcomeOf(agent, mode);
    expect(object).toEqual({ n: 3 });
    expect(model.requests.map(({ responseFormat }) => responseFormat?.type)).toEqual([
      undefined,
      'json',
    ]);
    expect(seen).toEqual([undefined, undefined, undefined, asked]);

    const schema = z.object({ other: z.string() });
    const { agent: told } = agentWith(['{"other":"x"}'], [after]);
    await outcomeOf(told, mode, { structuredOutput: { schema } });
    expect(seen.at(-1)).toMatchObject({
      schema: { properties: { other: { type: 'string' } } },
      errorStrategy: 'strict',
    });
    const bad = step('bad', () => ({ structuredOutput: 'json' as never }));
    await expect(outcomeOf(agentWith(['x'], [bad]).agent, 'generate')).rejects.toMatchObject({
      id: 'PROCESSOR_RESULT_INVALID',
    });
  });

  it('sees each step before it is taken, with what the steps before gave', async () => {
    const seen: unknown[] = [];
    const watch = step('watch', ({ stepNumber, steps, messages, tools, toolChoice, model }) => {
      seen.push({
        stepNumber,
        steps: steps.length,
        parts: messages.map(({ id, content }) => [id, content.parts]),
        tools,
        toolChoice,
        model,
      });
    });
    const { agent } = agentWith([[call('look', { at: 1 }, { id: 'c1' })], 'Ok'], [watch]);
    const { messageId } = await outcomeOf(agent, mode, { toolChoice: 'auto' });
    const names = { provider: 'scripted', modelId: 'scripted-model' };
    expect(seen).toMatchObject([
      { stepNumber: 0, steps: 0, tools: { look }, toolChoice: 'auto', model: names },
      { stepNumber: 1, steps: 1 },
    ]);
    const { parts } = seen[1] as { parts: unknown[] };
    expect(parts[1]).toMatchObject([
      messageId,
      [
        {
          type: 'tool-invocation',
          toolInvocation: {
            state: 'result',
            toolCallId: 'c1',
            toolName: 'look',
            args: { at: 1 },
            result: { seen: 1 },
          },
        },
      ],
    ]);
  });

  it('changes the step, and each processor sees what the one before made of it', async () => {
    const other = scriptedModel(['Ok']);
    const extra = createTool({ id: 'extra', description: '', execute: async () => 1 });
    const seen: unknown[] = [];
    const { agent, model } = agentWith(
      ['no'],
      [
        step('first', ({ tools }) => ({
          model: other,
          tools: { ...tools, extra },
          toolChoice: 'required',
          modelSettings: { temperature: 0 },
          providerOptions: { p: { x: 1 } },
          systemMessages: ['Be short.'],
        })),
        step('second', (args) => {
          const { tools, toolChoice, modelSettings, providerOptions, systemMessages } = args;
          seen.push(Object.keys(tools), toolChoice, modelSettings, providerOptions, args.model);
          seen.push(systemMessages);
          return { activeTools: ['extra'], modelSettings: { topP: 1 } };
        }),
      ],
    );
    await outcomeOf(agent, mode);
    expect(seen).toEqual([
      ['look', 'extra'],
      'required',
      { temperature: 0 },
      { p: { x: 1 } },
      other,
      [{ role: 'system', content: 'Be short.' }],
    ]);
    expect(model.requests).toEqual([]);
    expect(other.requests[0]).toMatchObject({
      toolChoice: { type: 'required' },
      providerOptions: { p: { x: 1 } },
      temperature: 0,
      topP: 1,
    });
    expect(toolsIn(other.requests[0] as never)).toEqual(['extra']);
    expect(systemIn(other.lastPrompt)).toEqual(['Be short.']);
  });

  it('holds for that step alone, but for changes of the conversation', async () => {
    const once = step('once', ({ stepNumber, messages, messageList }) => {
      if (stepNumber > 0) return;
      messageList.addSystem('Only now.');
      return { messages: [...messages, { role: 'user', content: 'And more' }] };
    });
    const { agent, model } = agentWith([[call('look', {})], 'Ok'], [once]);
    await outcomeOf(agent, mode);
    expect(model.prompts.map(systemIn)).toEqual([['Help.', 'Only now.'], ['Help.']]);
    expect(model.prompts.map((prompt) => prompt.map(({ role }) => role).slice(-4))).toEqual([
      ['system', 'system', 'user', 'user'],
      ['user', 'user', 'assistant', 'tool'],
    ]);
  });

  it('offers all tools that it gives, whatever was chosen from those before', async () => {
    const extra = createTool({ id: 'extra', description: '', execute: async () => 1 });
    const { agent, model } = agentWith(
      ['Ok'],
      [
        step('choose', () => ({ activeTools: ['look'] })),
        step('give', () => ({ tools: { extra } })),
      ],
    );
    await outcomeOf(agent, mode);
    expect(toolsIn(model.requests[0] as never)).toEqual(['extra']);
  });

  it('comes before prepareStep, which sees and may change what it gave', async () => {
    const seen: unknown[] = [];
    const extra = createTool({ id: 'extra', description: '', execute: async () => 1 });
    const { agent, model } = agentWith(
      ['Ok'],
      [step('give', ({ tools }) => ({ tools: { ...tools, extra }, toolChoice: 'required' }))],
    );
    await outcomeOf(agent, mode, {
      prepareStep: ({ tools, toolChoice }) => {
        seen.push(Object.keys(tools), toolChoice);
        return { activeTools: ['extra'] };
      },
    });
    expect(seen).toEqual([['look', 'extra'], 'required']);
    expect(toolsIn(model.requests[0] as never)).toEqual(['extra']);
    expect(model.requests[0]?.toolChoice).toEqual({ type: 'required' });
  });

  it('leaves a tool of the client to the client when it gives it on', async () => {
    const execute = vi.fn(async () => 1);
    const pick = createTool({ id: 'pick', description: '', execute });
    const { agent } = agentWith(
      [[call('pick', {})]],
      [step('on', ({ tools }) => ({ tools: { ...tools } }))],
    );
    const { finishReason } = await outcomeOf(agent, mode, { clientTools: { pick } });
    expect(finishReason).toBe('tool-calls');
    expect(execute).not.toHaveBeenCalled();
  });

  it('never leaves a call without its result, or a result without its call', async () => {
    const cut = step('cut', ({ messages, stepNumber }) =>
      stepNumber === 0
        ? undefined
        : messages.map((message) => ({
            ...message,
            content: {
              ...message.content,
              parts: message.content.parts.map((part) =>
                part.type === 'tool-invocation'
                  ? { ...part, toolInvocation: { ...part.toolInvocation, state: 'call' as const } }
                  : part,
              ),
            },
          })),
    );
    const { agent, model } = agentWith([[call('look', {})], 'Ok'], [cut]);
    await outcomeOf(agent, mode);
    expect(model.lastPrompt.at(-1)).toMatchObject({
      role: 'tool',
      content: [{ type: 'tool-result', output: { type: 'error-text' } }],
    });
  });

  it.each([
    ['a number', () => 5, 'but gave a number'],
    ['tools that are no record', () => ({ tools: [] }), '"tools"'],
    ['what it cannot change', () => ({ tool: {} }), '"tool"'],
    [
      'both messages and messageList',
      ({ messages, messageList }: ProcessInputStepArgs) => ({ messages, messageList }),
      'both messages and messageList',
    ],
    ['a messageList of its own', () => ({ messageList: {} }), 'MessageList instance other than'],
  ])('fails the run when it gives %s', async (_, hook, words) => {
    const { agent, model } = agentWith(['Ok'], [step('odd', hook as never)]);
    const error = await outcomeOf(agent, mode, { onError: () => {} }).catch((thrown) => thrown);
    expect(error).toMatchObject({ id: 'PROCESSOR_RESULT_INVALID' });
    expect(error.message).toContain(words);
    expect(error.message).toContain('odd');
    expect(model.requests).toEqual([]);
  });

  it('fails the run when it throws, with processor and hook in the message', async () => {
    const broken = step('broken', () => Promise.reject(new Error('no index')));
    const { agent } = agentWith(['Ok'], [broken]);
    await expect(outcomeOf(agent, mode, { onError: () => {} })).rejects.toThrow(
      'Processor "broken" failed in processInputStep: no index',
    );
  });

  it('is no longer waited for when the run is stopped, and changes nothing afterwards', async () => {
    const controller = new AbortController();
    let finish = (): void => {};
    const late = step('late', () => {
      controller.abort();
      return new Promise((resolve) => {
        finish = () => resolve({ messages: [] });
      });
    });
    const after = vi.fn();
    const { agent, model } = agentWith(['Ok'], [late, step('after', after)]);
    const output = await outcomeOf(agent, mode, { abortSignal: controller.signal });
    finish();
    await setImmediate();
    expect(output.finishReason).toBe('aborted');
    expect(after).not.toHaveBeenCalled();
    expect(model.requests).toEqual([]);
  });
});

describe.each(['generate', 'stream'] as const)('a step that is taken again by %s', (mode) => {
  const strict = (seen: unknown[], most: number): Processor =>
    step('strict', ({ abort, retryCount, stepNumber, messageList }) => {
      seen.push([stepNumber, retryCount]);
      if (retryCount < most) {
        messageList.add('Not kept');
        abort(`Try ${retryCount + 1}`, { retry: true });
      }
    });

  it('tells the model why, in a system message of that step alone', async () => {
    const seen: unknown[] = [];
    const { agent, model } = agentWith(
      [[call('look', {})], 'Ok'],
      [
        step('strict', ({ abort, retryCount, stepNumber, messageList }) => {
          seen.push([stepNumber, retryCount]);
          if (stepNumber > 0 || retryCount > 0) return;
          messageList.add('Not kept');
          abort('Mind the tone.', { retry: true });
        }),
      ],
      { maxProcessorRetries: 1 },
    );
    const output = await outcomeOf(agent, mode);
    expect(output).toMatchObject({ text: 'Ok', tripwire: undefined, finishReason: 'stop' });
    expect(seen).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
    const [first, second] = model.prompts.map(systemIn);
    expect(first).toEqual(['Help.', expect.stringContaining('Mind the tone.')]);
    expect(second).toEqual(['Help.']);
    expect(JSON.stringify(model.prompts)).not.toContain('Not kept');
  });

  it('ends the run once it has been taken as often as maxProcessorRetries says', async () => {
    const seen: unknown[] = [];
    const { agent, model } = agentWith(['Ok'], [strict(seen, 9)]);
    const { tripwire } = await outcomeOf(agent, mode, { maxProcessorRetries: 2 });
    expect(tripwire).toEqual({ reason: 'Try 3', retry: true, processorId: 'strict' });
    expect(seen).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
    expect(model.requests).toEqual([]);
  });

  it('is none where maxProcessorRetries is not given', async () => {
    const { agent } = agentWith(['Ok'], [strict([], 1)]);
    expect((await outcomeOf(agent, mode)).tripwire?.reason).toBe('Try 1');
  });
});

describe('the conversation as messageList', () => {
  it('adds, replaces, finds and removes messages by their ids, and updates calls', async () => {
    const seen: unknown[] = [];
    const edit = step('edit', ({ stepNumber, messageList }) => {
      if (stepNumber === 0) {
        messageList.add({ id: 'note', role: 'user', content: 'One' } as never);
        messageList.add({ id: 'note', role: 'user', content: 'Two' } as never);
        seen.push(messageList.get.all.db().map(({ id }) => id === 'note'));
        return messageList;
      }
      seen.push(messageList.findToolInvocation('c1')?.toolInvocation.result);
      const update = { toolCallId: 'c1', state: 'result', result: 'hidden' } as const;
      seen.push(messageList.updateToolInvocation({ toolInvocation: update }));
      seen.push(messageList.updateToolInvocation({ toolInvocation: { toolCallId: 'x' } }));
      seen.push(messageList.removeByIds(['note']).length, messageList.get.response.db().length);
      return;
    });
    const { agent, model } = agentWith([[call('look', {}, { id: 'c1' })], 'Ok'], [edit]);
    await agent.generate('Hi');
    expect(seen).toEqual([[false, true], { seen: 1 }, true, false, 1, 1]);
    expect(JSON.stringify(model.prompts[0])).toContain('Two');
    expect(JSON.stringify(model.prompts[0])).not.toContain('One');
    expect(JSON.stringify(model.lastPrompt)).not.toContain('Two');
    expect(model.lastPrompt.at(-1)).toMatchObject({
      content: [{ type: 'tool-result', output: { type: 'text', value: 'hidden' } }],
    });
  });
});
