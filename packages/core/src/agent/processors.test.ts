import { call, collect, scriptedModel } from '@tenon/testing';
import { describe, expect, it, vi } from 'vitest';
import { RequestContext } from '../base/request-context.ts';
import type { MessageInput } from '../messages/index.ts';
import { type Processor, TripWire } from '../processors/index.ts';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig, type RunOptions } from './index.ts';

type Steps = Parameters<typeof scriptedModel>[0];

function agentWith(steps: Steps, inputProcessors: readonly Processor[], more: object = {}) {
  const model = scriptedModel(steps);
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Help.',
    model,
    inputProcessors,
    ...more,
  } as AgentConfig);
  return { agent, model };
}

const textsOf = (prompt: readonly { role: string; content: unknown }[]): string[] =>
  prompt.map(({ role, content }) =>
    typeof content === 'string'
      ? `${role}: ${content}`
      : `${role}: ${(content as { text?: string }[]).map(({ text }) => text).join('')}`,
  );

/** What a run gives, by `generate` or `stream`. */
async function outcomeOf(
  agent: Agent,
  mode: 'generate' | 'stream',
  input: MessageInput = 'Hi',
  options?: RunOptions,
) {
  if (mode === 'generate') return agent.generate(input, options);
  return (await agent.stream(input, options)).getFullOutput();
}

const modes = ['generate', 'stream'] as const;

describe.each(modes)('processInput of %s', (mode) => {
  it('sees the conversation in the form of threads, with the ids that the caller gave', async () => {
    const seen: unknown[] = [];
    const look: Processor = {
      id: 'look',
      processInput: ({ messages, systemMessages, retryCount }) => {
        seen.push({ messages, systemMessages, retryCount });
      },
    };
    const { agent, model } = agentWith(['Ok'], [look]);
    const input = [
      { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Look' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'find', input: { q: 1 } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'find',
            output: { type: 'json', value: [2] },
          },
        ],
      },
      { role: 'assistant', content: 'Found' },
      { role: 'user', content: 'Thanks' },
    ] as const;
    await outcomeOf(agent, mode, input as MessageInput);
    expect(seen).toMatchObject([
      {
        retryCount: 0,
        systemMessages: [{ role: 'system', content: 'Help.' }],
        messages: [
          {
            id: 'm1',
            role: 'user',
            content: { format: 2, parts: [{ type: 'text', text: 'Look' }] },
          },
          {
            role: 'assistant',
            content: {
              parts: [
                {
                  type: 'tool-invocation',
                  toolInvocation: {
                    state: 'result',
                    toolName: 'find',
                    args: { q: 1 },
                    result: [2],
                  },
                },
                { type: 'step-start' },
                { type: 'text', text: 'Found' },
              ],
            },
          },
          { role: 'user' },
        ],
      },
    ]);
    expect(model.lastPrompt.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('shows each processor what the one before made of it, and sends the model the last', async () => {
    const seen: string[] = [];
    const add = (id: string): Processor => ({
      id,
      processInput: ({ messages }) => {
        const last = messages.at(-1);
        const part = last?.content.parts[0];
        if (part?.type !== 'text') return;
        seen.push(part.text);
        part.text += ` ${id}`;
        return messages;
      },
    });
    const { agent, model } = agentWith(['Ok'], [add('one'), add('two')]);
    await outcomeOf(agent, mode);
    expect(seen).toEqual(['Hi', 'Hi one']);
    expect(textsOf(model.lastPrompt)).toEqual(['system: Help.', 'user: Hi one two']);
  });

  it('changes nothing by what it does to messages that it does not return', async () => {
    const spoil: Processor = {
      id: 'spoil',
      processInput: ({ messages, systemMessages }) => {
        for (const { content } of messages) content.parts.length = 0;
        messages.length = 0;
        systemMessages.length = 0;
      },
    };
    const { agent, model } = agentWith(['Ok'], [spoil]);
    await outcomeOf(agent, mode);
    expect(textsOf(model.lastPrompt)).toEqual(['system: Help.', 'user: Hi']);
  });

  it('takes messages out that are missing, and system messages in', async () => {
    const cut: Processor = {
      id: 'cut',
      processInput: ({ messages }) => ({
        messages: messages.slice(-1),
        systemMessages: ['Be short.', { role: 'system', content: 'Be kind.' }],
      }),
    };
    const { agent, model } = agentWith([[call('look', {})], 'Ok'], [cut], {
      tools: { look: createTool({ id: 'look', description: '', execute: async () => 1 }) },
    });
    await outcomeOf(agent, mode, ['first', 'second']);
    const begin = ['system: Be short.', 'system: Be kind.', 'user: second'];
    expect(model.prompts.map((prompt) => textsOf(prompt).slice(0, 3))).toEqual([begin, begin]);
  });

  it('lets tools see the conversation as it left it', async () => {
    let seen: unknown;
    const hide: Processor = {
      id: 'hide',
      processInput: ({ messageList }) => {
        messageList.replaceAll([{ role: 'user', content: 'hidden' }]);
        return messageList;
      },
    };
    const look = createTool({
      id: 'look',
      description: '',
      execute: async (_, { messages }) => {
        seen = messages;
      },
    });
    const { agent } = agentWith([[call('look', {})], 'Ok'], [hide], { tools: { look } });
    await outcomeOf(agent, mode, 'secret');
    expect(JSON.stringify(seen)).toContain('hidden');
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it('ends the run with a tripwire and asks no model when a processor aborts', async () => {
    const ended: unknown[] = [];
    const block: Processor = {
      id: 'block',
      processInput: ({ abort }) => abort('Not here.', { metadata: { rule: 7 } }),
    };
    const { agent, model } = agentWith(['Ok'], [block]);
    const output = await outcomeOf(agent, mode, 'Hi', {
      onFinish: ({ tripwire }) => ended.push(tripwire),
    });
    const tripwire = { reason: 'Not here.', metadata: { rule: 7 }, processorId: 'block' };
    expect(output).toMatchObject({ tripwire, finishReason: 'other', text: '', steps: [] });
    expect(output.error).toBeUndefined();
    expect(ended).toEqual([tripwire]);
    expect(model.requests).toEqual([]);
  });

  it('fails the run with an error that names processor and hook when one throws', async () => {
    const cause = new Error('database is down');
    const broken: Processor = {
      id: 'broken',
      processInput: () => {
        throw cause;
      },
    };
    const { agent } = agentWith(['Ok'], [broken]);
    const error = await outcomeOf(agent, mode, 'Hi', { onError: () => {} }).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({
      id: 'PROCESSOR_FAILED',
      message: 'Processor "broken" failed in processInput: database is down',
    });
    expect(error.cause).toBe(cause);
  });

  it.each([
    ['a number', () => 5, 'but gave a number'],
    ['an empty object', () => ({}), 'but gave an object'],
    ['messages of no form', () => [{ role: 'robot' }], 'messages that cannot be read'],
    ['system messages of no form', () => ({ messages: [], systemMessages: [5] }), 'cannot be read'],
  ])('fails the run when it gives %s', async (_, processInput, words) => {
    const { agent } = agentWith(['Ok'], [{ id: 'odd', processInput } as unknown as Processor]);
    const run = outcomeOf(agent, mode, 'Hi', { onError: () => {} });
    await expect(run).rejects.toMatchObject({
      id: 'PROCESSOR_RESULT_INVALID',
      message: expect.stringContaining(words),
    });
  });

  it('refuses a list of messages of another run', async () => {
    let other: unknown;
    const swap: Processor = {
      id: 'swap',
      processInput: ({ messageList }) => {
        const given = other ?? messageList;
        other = messageList;
        return given as typeof messageList;
      },
    };
    const { agent } = agentWith(['Ok', 'Ok'], [swap]);
    await outcomeOf(agent, mode);
    await expect(outcomeOf(agent, mode, 'Hi', { onError: () => {} })).rejects.toThrow(
      'Processor swap returned a MessageList instance other than the one passed in. Use the messageList argument instead.',
    );
  });

  it('is no longer waited for when the run is stopped', async () => {
    const controller = new AbortController();
    const hangs: Processor = {
      id: 'hangs',
      processInput: () => {
        controller.abort();
        return new Promise<never>(() => {});
      },
    };
    const after = vi.fn();
    const { agent, model } = agentWith(['Ok'], [hangs, { id: 'after', processInput: after }]);
    const output = await outcomeOf(agent, mode, 'Hi', { abortSignal: controller.signal });
    expect(output.finishReason).toBe('aborted');
    expect(after).not.toHaveBeenCalled();
    expect(model.requests).toEqual([]);
  });

  it('keeps state for one run alone, also of runs at the same time and of odd ids', async () => {
    const counts: unknown[] = [];
    const count: Processor = {
      id: '__proto__',
      processInput: async ({ state }) => {
        await Promise.resolve();
        state.count = ((state.count as number | undefined) ?? 0) + 1;
        counts.push(state.count);
      },
    };
    const { agent } = agentWith(['Ok', 'Ok'], [count]);
    await Promise.all([outcomeOf(agent, mode), outcomeOf(agent, mode)]);
    expect(counts).toEqual([1, 1]);
  });
});

describe('a run that a processor stops', () => {
  it('says so in the last chunk, and settles every promise', async () => {
    const block: Processor = { id: 'block', processInput: ({ abort }) => abort() };
    const { agent } = agentWith(['Ok'], [block]);
    const stream = await agent.stream('Hi');
    const chunks = await collect(stream.fullStream);
    const tripwire = { reason: 'Tripwire triggered by block', processorId: 'block' };
    expect(chunks.map(({ type }) => type)).toEqual(['start', 'tripwire']);
    expect(chunks.at(-1)).toEqual({
      type: 'tripwire',
      runId: stream.runId,
      from: 'AGENT',
      payload: tripwire,
    });
    expect(stream.tripwire).toEqual(tripwire);
    expect(
      await Promise.all([stream.text, stream.finishReason, stream.steps, stream.object]),
    ).toEqual(['', 'other', [], undefined]);
    expect((await collect(stream.toDisplayStream())).at(-1)).toMatchObject({ payload: tripwire });
  });

  it('is one too when the processor throws a TripWire of another copy of the package', async () => {
    vi.resetModules();
    const other = await import('../processors/index.ts');
    expect(other.TripWire).not.toBe(TripWire);
    const block: Processor = {
      id: 'block',
      processInput: () => {
        throw new other.TripWire('no', { retry: true });
      },
    };
    const { agent } = agentWith(['Ok'], [block]);
    const { tripwire } = await agent.generate('Hi');
    expect(tripwire).toEqual({ reason: 'no', retry: true, processorId: 'block' });
  });
});

describe('chunks of a processor', () => {
  it('go on the stream as they are', async () => {
    const note: Processor = {
      id: 'note',
      processInput: async ({ writer }) => {
        await writer.custom({ type: 'data-note', data: 1 });
      },
    };
    const { agent } = agentWith(['Ok', 'Ok'], [note]);
    const chunks = await collect((await agent.stream('Hi')).fullStream);
    expect(chunks[1]).toEqual({ type: 'data-note', data: 1 });
    expect((await agent.generate('Hi')).text).toBe('Ok');
  });
});

describe('the processors of a call', () => {
  const named = (id: string, seen: string[]): Processor => ({
    id,
    processInput: () => void seen.push(id),
  });

  it('take the place of those of the agent, kind by kind', async () => {
    const seen: string[] = [];
    const { agent } = agentWith(['Ok', 'Ok', 'Ok'], [named('agent', seen)]);
    await agent.generate('Hi');
    await agent.generate('Hi', { inputProcessors: [named('call', seen)] });
    await agent.generate('Hi', { inputProcessors: [] });
    expect(seen).toEqual(['agent', 'call']);
  });

  it('may be a function of the request', async () => {
    const seen: string[] = [];
    const model = scriptedModel(['Ok']);
    const agent = new Agent({
      id: 'a',
      name: 'A',
      instructions: '',
      model,
      inputProcessors: async ({ requestContext }) => [
        named(requestContext.get('who') as string, seen),
      ],
    });
    await agent.generate('Hi', { requestContext: new RequestContext({ who: 'ann' }) });
    expect(seen).toEqual(['ann']);
  });

  it.each([
    [{ inputProcessors: {} }, 'AGENT_OPTION_INVALID', 'inputProcessors'],
    [{ inputProcessors: [5] }, 'PROCESSOR_INVALID', 'inputProcessors[0]'],
    [{ inputProcessors: [{ processInput() {} }] }, 'PROCESSOR_INVALID', '`id`'],
    [{ inputProcessors: [{ id: 'x' }] }, 'PROCESSOR_INVALID', 'processInput, '],
    [{ inputProcessors: [{ id: 'x', processInput: 1 }] }, 'PROCESSOR_INVALID', 'a function'],
    [
      { outputProcessors: [{ id: 'x', processOutputStream() {}, failClosed: 'yes' }] },
      'PROCESSOR_INVALID',
      'failClosed',
    ],
    [{ errorProcessors: [{ id: 'x', processInput() {} }] }, 'PROCESSOR_INVALID', 'processAPIError'],
    [{ maxProcessorRetries: -1 }, 'AGENT_OPTION_INVALID', 'maxProcessorRetries'],
    [
      { inputProcessors: [{ id: 'x', processInput() {}, computeStateSignal() {} }] },
      'PROCESSOR_HOOK_NOT_SUPPORTED',
      'computeStateSignal',
    ],
    [
      {
        inputProcessors: [
          { id: 'x', processInput() {} },
          { id: 'x', processInput() {} },
        ],
      },
      'PROCESSOR_ID_DUPLICATE',
      'inputProcessors[0] and inputProcessors[1]',
    ],
  ])('are checked before anything is sent: %j', async (options, id, words) => {
    const { agent, model } = agentWith(['Ok'], []);
    const error = await agent.generate('Hi', options as never).catch((thrown) => thrown);
    expect(error).toMatchObject({ id, message: expect.stringContaining(words) });
    expect(model.requests).toEqual([]);
  });
});
