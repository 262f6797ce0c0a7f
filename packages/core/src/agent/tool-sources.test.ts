import {
  call,
  collect,
  type Step,
  scriptedModel,
  textOf,
  toolCallsIn,
  toolResultsIn,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RequestContext } from '../base/request-context.ts';
import type { PrepareStepContext } from '../loop/index.ts';
import type { MessageInput } from '../messages/index.ts';
import { createTool } from '../tools/index.ts';
import type { AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const named = (answer: string) =>
  createTool({ id: `tool-${answer}`, description: answer, execute: async () => answer });
const own = named('own');
const onClient = createTool({
  id: 'pick',
  description: 'Picks',
  inputSchema: z.object({ n: z.number() }),
});

function agentWith(steps: readonly Step[], config: Partial<AgentConfig> = {}) {
  return quietAgent(scriptedModel(steps), { tools: { own }, ...config });
}

describe('tools of a call', () => {
  it('are known by their inner keys, whatever their set is called', async () => {
    const { agent, model, warnings } = agentWith([[call('a'), call('b'), call('own')], 'Done.']);
    const { toolResults } = await agent.generate('?', {
      toolsets: { one: { a: named('A') }, two: { b: named('B') } },
    });
    expect(model.requests[0]?.toolNames).toEqual(['own', 'a', 'b']);
    expect(toolResults.map(({ payload }) => payload.result)).toEqual(['A', 'B', 'own']);
    expect(warnings).toEqual([]);
  });

  it('override those of the agent with one warning, the later set winning', async () => {
    const { agent, model, warnings } = agentWith([[call('own')], 'Done.']);
    const { toolResults } = await agent.generate('?', {
      toolsets: { one: { own: named('first') }, two: { own: named('second') } },
    });
    expect(toolResults[0]?.payload.result).toBe('second');
    expect(model.requests[0]?.toolNames).toEqual(['own']);
    expect(warnings).toEqual([expect.stringMatching(/"own".*toolset "one".*toolset "two"/)]);
  });

  it('may be absent', async () => {
    const { agent, model } = agentWith(['hi']);
    const toolsets = { one: undefined, two: { a: undefined, b: named('B') } };
    await agent.generate('?', { toolsets: toolsets as never });
    expect(model.requests[0]?.toolNames).toEqual(['own', 'b']);
  });

  it('are not there in the next call', async () => {
    const { agent, model } = agentWith(['hi', 'hi']);
    await agent.generate('?', { toolsets: { one: { a: named('A') } } });
    await agent.generate('?');
    expect(model.requests.map(({ toolNames }) => toolNames)).toEqual([['own', 'a'], ['own']]);
  });

  it('do not warn when they are the same tool', async () => {
    const { agent, warnings } = agentWith(['hi']);
    await agent.generate('?', { toolsets: { one: { own } } });
    expect(warnings).toEqual([]);
  });
});

describe('client tools', () => {
  it('end the run with `tool-calls`, without a result and without being run', async () => {
    let runs = 0;
    const local = createTool({
      id: 'local',
      description: '',
      execute: async () => {
        runs++;
        return 1;
      },
    });
    const { agent, model, warnings } = agentWith([[call('pick', { n: 1 }), call('local')]]);
    const stream = await agent.stream('?', { clientTools: { pick: onClient, local } });
    const chunks = await collect(stream.fullStream);
    expect(chunks.map(({ type }) => type).filter((type) => !/delta|streaming/.test(type))).toEqual([
      'start',
      'step-start',
      'tool-call',
      'tool-call',
      'step-finish',
      'finish',
    ]);
    expect(chunks.at(-2)).toMatchObject({
      payload: { stepResult: { reason: 'tool-calls', isContinued: false } },
    });
    expect(await stream.finishReason).toBe('tool-calls');
    expect(await stream.stoppedBy).toBeUndefined();
    expect(await stream.toolCalls).toHaveLength(2);
    expect(await stream.toolResults).toEqual([]);
    expect(model.requests).toHaveLength(1);
    expect(runs).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('do not start early either, nor do those that their provider runs', async () => {
    const ran: string[] = [];
    const quick = (name: string) =>
      createTool({
        id: name,
        description: '',
        idempotent: true,
        execute: async () => void ran.push(name),
      });
    const { agent } = agentWith(
      [[call('local'), call('theirs', {}, { providerExecuted: true }), call('own')]],
      { tools: { own: quick('own'), theirs: quick('theirs') } },
    );
    const stream = await agent.stream('?', {
      clientTools: { local: quick('local') },
      eagerToolExecution: true,
    });
    expect(await stream.finishReason).toBe('tool-calls');
    expect(ran).toEqual(['own']);
  });

  it('leave the results of others in the run that they end', async () => {
    const step: Step = [call('pick', { n: 1 }, { id: 'c' }), call('own', {}, { id: 's' })];
    const first = agentWith([step]);
    const seen: unknown[] = [];
    const output = await first.agent.generate('?', {
      clientTools: { pick: onClient },
      onStepFinish: ({ content, response }) => {
        seen.push(content, response.messages);
      },
    });
    expect(output.toolResults).toMatchObject([{ payload: { toolCallId: 's', result: 'own' } }]);
    expect(output.steps[0]?.content.map(({ type }) => type)).toEqual([
      'tool-call',
      'tool-call',
      'tool-result',
    ]);
    expect(seen).toEqual([output.steps[0]?.content, output.steps[0]?.response.messages]);
    expect(output.response.messages).toHaveLength(2);

    const second = agentWith(['Done.']);
    await second.agent.generate(
      [
        '?',
        ...output.response.messages,
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 'pick',
              output: { type: 'json', value: 7 },
            },
          ],
        },
      ],
      { clientTools: { pick: onClient } },
    );
    expect(toolResultsIn(second.model.lastPrompt)).toMatchObject([
      { toolCallId: 's', value: 'own' },
      { toolCallId: 'c', value: 7 },
    ]);
    expect(second.model.lastPrompt.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
    ]);
  });

  it('end the run after one step however many of them are called', async () => {
    const { agent, model } = agentWith([
      [call('pick', { n: 1 }), call('pick', { n: 2 }), call('pick', { n: 3 })],
    ]);
    const { toolCalls, response } = await agent.generate('?', { clientTools: { pick: onClient } });
    expect(toolCalls).toHaveLength(3);
    const next = agentWith(['Done.']);
    await next.agent.generate([
      '?',
      ...response.messages,
      ...toolCalls.map(({ payload }) => ({
        role: 'tool' as const,
        content: [
          {
            type: 'tool-result' as const,
            toolCallId: payload.toolCallId,
            toolName: 'pick',
            output: { type: 'json' as const, value: 1 },
          },
        ],
      })),
    ]);
    expect(toolResultsIn(next.model.lastPrompt)).toHaveLength(3);
    expect([model, next.model].map(({ requests }) => requests.length)).toEqual([1, 1]);
  });

  it('with bad arguments are an error that the model sees, and the run goes on', async () => {
    const { agent, model } = agentWith([[call('pick', { n: 'x' })], 'Sorry.']);
    const { text } = await agent.generate('?', { clientTools: { pick: onClient } });
    expect(text).toBe('Sorry.');
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ isError: true }]);
  });

  it('may be agent tools without execute', async () => {
    const { agent, model } = agentWith([[call('pick', { n: 1 })]], { tools: { pick: onClient } });
    expect((await agent.generate('?')).finishReason).toBe('tool-calls');
    expect(model.requests).toHaveLength(1);
  });

  it('override those of the agent with a warning', async () => {
    const { agent, warnings } = agentWith([[call('own')]]);
    const { finishReason } = await agent.generate('?', { clientTools: { own: named('mine') } });
    expect(finishReason).toBe('tool-calls');
    expect(warnings).toEqual([expect.stringContaining('clientTools')]);
  });
});

describe('a tool without execute of the agent that clientTools names too', () => {
  const seen: unknown[] = [];
  const place = createTool({
    id: 'place',
    description: 'Where the user is',
    inputSchema: z.object({ exact: z.boolean().default(true) }),
    onInputStart: () => void seen.push('start'),
    onInputDelta: ({ inputTextDelta }) => void seen.push(inputTextDelta),
    onInputAvailable: ({ input }) => void seen.push(input),
    onOutput: ({ output }) => void seen.push(output),
    toModelOutput: (output) => `in ${output}`,
    transform: { display: { input: () => 'shown' } },
  });
  // what a client sends over a network
  const clientTools = {
    place: { id: 'place', description: 'Theirs', inputSchema: { type: 'object' } },
  };

  it('keeps its schema, its callbacks and its transforms', async () => {
    seen.length = 0;
    const asking = agentWith([[call('place', '{}', { id: 'c', pieces: ['{', '}'] })]], {
      tools: { place },
    });
    const stream = await asking.agent.stream('?', { clientTools });
    const shown = await collect(stream.toDisplayStream());
    expect(shown.find(({ type }) => type === 'tool-call')).toMatchObject({
      payload: { args: 'shown' },
    });
    expect(asking.model.requests[0]?.tools?.[0]).toMatchObject({
      description: 'Where the user is',
      inputSchema: { properties: { exact: {} } },
    });
    expect(asking.warnings).toEqual([]);

    const following = agentWith(['Done.'], { tools: { place } });
    const { messages } = await stream.response;
    const result = { toolCallId: 'c', toolName: 'place', output: { type: 'text', value: 'Oslo' } };
    await following.agent.generate(
      ['?', ...messages, { role: 'tool', content: [{ type: 'tool-result', ...result }] }] as never,
      { clientTools },
    );
    expect(toolResultsIn(following.model.lastPrompt)).toMatchObject([{ value: 'in Oslo' }]);
    expect(seen).toEqual(['start', '{', '}', { exact: true }, 'Oslo']);
  });
});

describe('a call of an old turn without a result', () => {
  it('is told as an error, so that no call stands alone', async () => {
    const { agent, model } = agentWith(['Done.']);
    await agent.generate([
      '?',
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'old', toolName: 'own', input: {} }],
      },
      'And now?',
    ]);
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ toolCallId: 'old', isError: true }]);
  });

  it('keeps its result apart from a later call with the same id', async () => {
    const turn = (args: object, value: string) => [
      {
        role: 'assistant' as const,
        content: [
          {
            type: 'tool-call' as const,
            toolCallId: 'functions.get:0',
            toolName: 'own',
            input: args,
          },
        ],
      },
      {
        role: 'tool' as const,
        content: [
          {
            type: 'tool-result' as const,
            toolCallId: 'functions.get:0',
            toolName: 'own',
            output: { type: 'text' as const, value },
          },
        ],
      },
    ];
    const { agent, model } = agentWith([[call('own', {}, { id: 'functions.get:0' })], 'Done.']);
    await agent.generate(['a', ...turn({ n: 1 }, 'one'), 'b', ...turn({ n: 2 }, 'two'), 'c']);
    expect(toolResultsIn(model.lastPrompt).map(({ value }) => value)).toEqual([
      'one',
      'two',
      'own',
    ]);
    const ids = ['functions.get:0', 'functions.get:0_2', 'functions.get:0_3'];
    expect(toolResultsIn(model.lastPrompt).map(({ toolCallId }) => toolCallId)).toEqual(ids);
    expect(toolCallsIn(model.lastPrompt).map(({ toolCallId }) => toolCallId)).toEqual(ids);
  });
});

describe('tools as a function', () => {
  it('are asked for anew with each call and its request context', async () => {
    const { agent, model } = agentWith(['hi', 'hi'], {
      tools: async ({ requestContext }) => ({ [String(requestContext.getRaw('name'))]: own }),
    });
    for (const name of ['a', 'b']) {
      await agent.generate('?', { requestContext: new RequestContext({ name }) });
    }
    expect(model.requests.map(({ toolNames }) => toolNames)).toEqual([['a'], ['b']]);
  });

  it('may be none, but must be something', async () => {
    const none = agentWith(['hi'], { tools: () => ({}) });
    expect((await none.agent.generate('?')).text).toBe('hi');
    for (const nothing of [undefined, null]) {
      const { agent, model } = agentWith(['hi'], { tools: (() => nothing) as never });
      for (const ask of [agent.generate.bind(agent), agent.stream.bind(agent)]) {
        await expect(ask('?')).rejects.toMatchObject({
          id: 'AGENT_GET_TOOLS_FUNCTION_EMPTY_RETURN',
        });
      }
      expect(model.requests).toHaveLength(0);
    }
  });

  it('reject the call with what they throw', async () => {
    const error = new Error('no tools today');
    const { agent } = agentWith(['hi'], { tools: () => Promise.reject(error) });
    await expect(agent.generate('?')).rejects.toBe(error);
  });
});

describe('keys that providers do not take', () => {
  it('are sent in a form that they take, while chunks and hooks show the key', async () => {
    const keys = ['my.tool', 'get page', 'погода', 'a-b', '1st'];
    const tools = Object.fromEntries(keys.map((key) => [key, named(key)]));
    let sent: readonly string[] = [];
    const hooked: string[] = [];
    const model = scriptedModel((request, index) => {
      sent = request.toolNames;
      return index === 0 ? sent.map((name) => call(name)) : 'Done.';
    });
    const { agent } = agentWith([], { model, tools });
    const { toolResults } = await agent.generate('?', {
      hooks: {
        beforeToolCall: ({ toolName }) => {
          hooked.push(toolName);
        },
      },
    });
    for (const name of sent) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(toolResults.map(({ payload }) => [payload.toolName, payload.result])).toEqual(
      keys.map((key) => [key, key]),
    );
    expect(hooked).toEqual(keys);
    expect(toolResultsIn(model.lastPrompt).map(({ toolName }) => toolName)).toEqual(sent);
  });
});

it('names the tools there are as the model was told them', async () => {
  const { agent, model } = agentWith([[call('nope')], 'Done.'], { tools: { 'my.tool': own } });
  await agent.generate('?');
  const [{ value } = { value: '' }] = toolResultsIn(model.lastPrompt);
  expect(value).toContain('Known tools: my_tool.');
});

describe('messages of a run whose tools were sent under other names', () => {
  it('show the keys, and are sent under safe names again, also when the tools are gone', async () => {
    const tools = { 'my.tool': own, погода: named('W') };
    const first = agentWith([[call('my_tool'), call('______'), call('no.tool')], 'Done.'], {
      tools,
    });
    const { response, steps, content } = await first.agent.generate('?');
    const namesIn = (parts: readonly object[]) =>
      parts.flatMap((part) => ('toolName' in part ? [part.toolName] : []));
    const keys = ['my.tool', 'погода', 'no.tool'];
    expect(namesIn(content)).toEqual([...keys, ...keys]);
    expect(steps[0]?.response.messages).toEqual(response.messages.slice(0, 2));

    for (const config of [{ tools }, { tools: {} }]) {
      const next = agentWith(['Hi.'], config);
      await next.agent.generate(['?', ...response.messages, 'And?']);
      const sent = toolCallsIn(next.model.lastPrompt).map(({ toolName }) => toolName);
      expect(sent).toEqual(['my_tool', '______', 'no_tool']);
      expect(toolResultsIn(next.model.lastPrompt).map(({ toolName }) => toolName)).toEqual(sent);
    }
  });
});

describe('prepareStep', () => {
  const prepared = async (
    prepareStep: RunOptions['prepareStep'],
    steps: readonly Step[] = [[call('own')], 'Done.'],
    config: Partial<AgentConfig> = {},
  ) => {
    const made = agentWith(steps, config);
    const output = await made.agent.generate('Hello', {
      prepareStep,
      system: 'Also.',
    } as RunOptions);
    return { ...made, output };
  };

  it('is told how the run stands before each model call', async () => {
    const seen: PrepareStepContext[] = [];
    const { output, model } = await prepared((context) => {
      seen.push(context);
    });
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({
      stepNumber: 0,
      steps: [],
      runId: output.runId,
      messageId: output.messageId,
      tools: { own },
      toolChoice: undefined,
      activeTools: undefined,
      model: { provider: 'scripted', modelId: 'scripted-model' },
      systemMessages: [{ content: 'Help.' }, { content: 'Also.' }],
      messages: [{ role: 'user' }],
    });
    expect(seen[1]).toMatchObject({ stepNumber: 1, steps: [{ text: '' }] });
    expect(seen[1]?.steps[0]?.toolResults).toHaveLength(1);
    expect(seen[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(seen[1]?.abortSignal).toBeInstanceOf(AbortSignal);
    expect(seen[1]?.requestContext).toBeInstanceOf(RequestContext);
    expect(model.requests).toHaveLength(2);
  });

  it('changes one step only', async () => {
    const { model } = await prepared(({ stepNumber }) =>
      stepNumber === 0
        ? {
            toolChoice: 'required',
            systemMessages: ['Just this.'],
            messages: [{ role: 'user', content: 'Other.' }],
            providerOptions: { some: { a: 1 } },
            modelSettings: { temperature: 0 },
          }
        : undefined,
    );
    expect(model.requests[0]).toMatchObject({
      toolChoice: { type: 'required' },
      temperature: 0,
      providerOptions: { some: { a: 1 } },
    });
    expect(model.prompts[0]?.map(textOf)).toEqual(['Just this.', 'Other.']);
    expect(model.requests[1]).toMatchObject({ toolChoice: { type: 'auto' } });
    expect(model.requests[1]).not.toHaveProperty('temperature');
    expect(model.prompts[1]?.map(({ role }) => role)).toEqual([
      'system',
      'system',
      'user',
      'assistant',
      'tool',
    ]);
  });

  it('sets single settings over those of the call', async () => {
    const { agent, model } = agentWith(['Done.']);
    await agent.generate('?', {
      modelSettings: { temperature: 1, topP: 0.5 },
      prepareStep: () => ({ modelSettings: { temperature: 0 } }),
    });
    expect(model.requests[0]).toMatchObject({ temperature: 0, topP: 0.5 });
  });

  it('may give messages that name tools by their keys', async () => {
    const first = agentWith([[call('my_tool')], 'Done.'], { tools: { 'my.tool': own } });
    const { response } = await first.agent.generate('?');
    const second = agentWith(['Hi.'], { tools: { my_tool: named('other'), 'my.tool': own } });
    await second.agent.generate('?', {
      prepareStep: () => ({ messages: ['?', ...response.messages, 'And?'] as MessageInput }),
    });
    expect(toolCallsIn(second.model.lastPrompt)).toMatchObject([{ toolName: 'my_tool_2' }]);
  });

  it('may shorten the history, which is then made whole', async () => {
    const { model } = await prepared(({ messages }) => ({ messages: messages.slice(-1) }));
    expect(model.lastPrompt.map(({ role }) => role)).toEqual(['system', 'system']);
  });

  it('gives a step another model, of which the step tells', async () => {
    const strong = scriptedModel([[call('own')]], { modelId: 'strong', version: 'v2' });
    const { model, output } = await prepared(
      ({ stepNumber }) => (stepNumber === 0 ? { model: strong } : {}),
      ['Done.'],
    );
    expect(strong.requests).toHaveLength(1);
    expect(model.requests).toHaveLength(1);
    expect(output.steps.map((step) => step.model.modelId)).toEqual(['strong', 'scripted-model']);
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ value: 'own' }]);
  });

  it('gives a step fewer or other tools, which run like any', async () => {
    const fewer = await prepared(({ stepNumber }) => ({ activeTools: stepNumber ? [] : ['own'] }));
    expect(fewer.model.requests.map(({ toolNames }) => toolNames)).toEqual([['own'], []]);

    const other = await prepared(
      ({ stepNumber }) => (stepNumber === 0 ? { tools: { extra: named('x') } } : {}),
      [[call('extra'), call('own')], 'Done.'],
    );
    expect(other.model.requests.map(({ toolNames }) => toolNames)).toEqual([['extra'], ['own']]);
    expect(other.output.toolResults.map(({ payload }) => payload.result)).toEqual(['x']);
    expect(toolResultsIn(other.model.lastPrompt)[1]).toMatchObject({ isError: true });

    const both = await prepared(
      () => ({ tools: { a: named('a'), b: named('b') }, activeTools: ['b'] }),
      ['Done.'],
    );
    expect(both.model.requests[0]?.toolNames).toEqual(['b']);
  });

  it.each([
    ['AGENT_ACTIVE_TOOL_UNKNOWN', { activeTools: ['nope'] }],
    ['AGENT_FORCED_TOOL_NOT_ACTIVE', { toolChoice: { type: 'tool', toolName: 'nope' } }],
    ['MODEL_PROVIDER_UNKNOWN', { model: 'some/model' }],
    ['AGENT_MESSAGES_INVALID', { messages: [{ role: 'robot' }] }],
  ])('fails the run with %s for what cannot be used', async (id, given) => {
    const { agent, model } = agentWith(['hi']);
    const stream = await agent.stream('?', { prepareStep: () => given as never });
    await expect(stream.text).rejects.toMatchObject({ id });
    expect((await collect(stream.fullStream)).map(({ type }) => type)).toEqual([
      'start',
      'error',
      'finish',
    ]);
    expect(model.requests).toHaveLength(0);
  });

  it('may add tools to those of the run, of which a client goes on to run its own', async () => {
    const ran: string[] = [];
    const noted = (name: string) =>
      createTool({ id: name, description: '', execute: async () => void ran.push(name) });
    const { agent, model, warnings } = agentWith([
      [call('own'), call('extra'), call('pick'), call('choose')],
    ]);
    const { finishReason, toolCalls } = await agent.generate('?', {
      clientTools: { pick: noted('pick') },
      prepareStep: ({ tools }) => ({
        tools: { ...tools, extra: noted('extra'), choose: tools.pick },
      }),
    });
    expect(model.requests[0]?.toolNames).toEqual(['own', 'pick', 'extra', 'choose']);
    expect([finishReason, toolCalls.length, ran]).toEqual(['tool-calls', 4, ['extra']]);
    expect(warnings).toEqual([]);
  });

  it('may replace a tool, with one warning', async () => {
    const { warnings, output } = await prepared(
      () => ({ tools: { own: named('other') } }),
      [[call('own')], [call('own')], 'Done.'],
    );
    expect(output.toolResults.map(({ payload }) => payload.result)).toEqual(['other', 'other']);
    expect(warnings).toEqual([expect.stringMatching(/prepareStep: "own"/)]);
  });

  it('that throws fails the run', async () => {
    const { agent } = agentWith(['hi']);
    const error = new Error('not prepared');
    await expect(agent.generate('?', { prepareStep: () => Promise.reject(error) })).rejects.toBe(
      error,
    );
  });

  it('sets how often a failed call is tried again', async () => {
    const busy = Object.assign(new Error('busy'), {
      statusCode: 503,
      responseHeaders: { 'retry-after-ms': '1' },
    });
    const model = scriptedModel(() => {
      throw busy;
    });
    const { agent } = agentWith([], { model });
    const prepareStep = () => ({ modelSettings: { maxRetries: 0 } });
    await expect(agent.generate('?', { prepareStep })).rejects.toBe(busy);
    expect(model.requests).toHaveLength(1);
  });

  it('begins its own list of models at the first, whatever model answered before', async () => {
    const failing = scriptedModel(() => {
      throw new Error('down');
    });
    const answering = scriptedModel([[call('own')]]);
    const first = scriptedModel(['Done.'], { modelId: 'first' });
    const second = scriptedModel(['No.'], { modelId: 'second' });
    const { agent } = agentWith([], {
      model: [
        { model: failing, maxRetries: 0 },
        { model: answering, maxRetries: 0 },
      ],
    });
    const { steps } = await agent.generate('?', {
      prepareStep: ({ stepNumber }) =>
        stepNumber === 1 ? { model: [{ model: first }, { model: second }] } : {},
    });
    expect(steps[1]?.model.modelId).toBe('first');
  });
});
