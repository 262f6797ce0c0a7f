import {
  call,
  finish,
  type Step,
  scriptedModel,
  text,
  textOf,
  toolResultsIn,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RequestContext } from '../base/request-context.ts';
import { hasToolCall, stepCountIs } from '../loop/index.ts';
import { createTool } from '../tools/index.ts';
import type { AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const tick = createTool({ id: 'tick', description: 'Ticks', execute: async () => 'tock' });
const other = createTool({ id: 'other', description: 'Other', execute: async () => 'done' });

function agentWith(steps: readonly Step[], config: Partial<AgentConfig> = {}) {
  return quietAgent(scriptedModel(steps, { afterwards: 'repeat-last' }), {
    tools: { tick, other },
    ...config,
  });
}

const always: readonly Step[] = [[text('.'), call('tick')]];

describe('the number of steps', () => {
  it('is 5 when nobody says', async () => {
    const { agent, model, warnings } = agentWith(always);
    const output = await agent.generate('?');
    expect(model.requests).toHaveLength(5);
    expect(output).toMatchObject({ finishReason: 'tool-calls', stoppedBy: 'max-steps' });
    expect(output.steps.at(-1)?.toolResults).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining('stopped after 5 steps (maxSteps)')]);
  });

  it('is `maxSteps`, and a stream tells what stopped it', async () => {
    const { agent, model, warnings } = agentWith(always);
    const stream = await agent.stream('?', { maxSteps: 3 });
    expect(await stream.stoppedBy).toBe('max-steps');
    expect(await stream.finishReason).toBe('tool-calls');
    expect(model.requests).toHaveLength(3);
    expect(warnings).toHaveLength(1);
  });

  it('may be infinite, until the model answers', async () => {
    const { agent, model, warnings } = agentWith([
      ...Array.from({ length: 120 }, (): Step => [call('tick')]),
      'Done.',
    ]);
    const output = await agent.generate('?', { maxSteps: Number.POSITIVE_INFINITY });
    expect(output).toMatchObject({ text: 'Done.', stoppedBy: undefined });
    expect(model.requests).toHaveLength(121);
    expect(warnings).toEqual([]);
  });

  it('differs: a run with only stopWhen is bounded by a safety limit', async () => {
    const { agent, model, warnings } = agentWith(always);
    const output = await agent.generate('?', { stopWhen: () => false, safetyLimit: 7 });
    expect(output).toMatchObject({ finishReason: 'tool-calls', stoppedBy: 'safety-limit' });
    expect(model.requests).toHaveLength(7);
    expect(warnings).toEqual([expect.stringContaining('safetyLimit')]);

    const unlimited = agentWith(always);
    await unlimited.agent.generate('?', { stopWhen: [() => false] });
    expect(unlimited.model.requests).toHaveLength(100);
  });

  it.each([0, -1, 1.5, Number.NaN, '3'])('cannot be %s', async (value) => {
    const { agent, model } = agentWith(always);
    for (const option of ['maxSteps', 'safetyLimit', 'toolCallConcurrency']) {
      const options = { [option]: value } as RunOptions;
      await expect(agent.generate('?', options), option).rejects.toMatchObject({
        id: 'AGENT_OPTION_INVALID',
        message: expect.stringContaining(option),
      });
      await expect(agent.stream('?', options)).rejects.toMatchObject({
        id: 'AGENT_OPTION_INVALID',
      });
    }
    expect(model.requests).toHaveLength(0);
  });

  it('may be one more for an answer without tools', async () => {
    const { agent, model, warnings } = agentWith([[call('tick')], [call('tick')], 'An answer.']);
    const output = await agent.generate('?', { maxSteps: 2, finalAnswerStep: true });
    expect(output).toMatchObject({
      text: 'An answer.',
      finishReason: 'stop',
      stoppedBy: 'max-steps',
    });
    expect(model.requests).toHaveLength(3);
    expect(model.requests[2]).toMatchObject({ toolNames: [], toolChoice: { type: 'none' } });
    expect(warnings).toEqual([]);
  });

  it('is not raised again by a call in the final step', async () => {
    const { agent, model } = agentWith(always);
    const output = await agent.generate('?', { maxSteps: 1, finalAnswerStep: true });
    expect(model.requests).toHaveLength(2);
    expect(output.stoppedBy).toBe('max-steps');
    expect(output.steps[1]?.content.at(-1)).toMatchObject({ output: { type: 'error-text' } });
  });
});

describe('stopWhen', () => {
  it('ends the run after a step for which any condition holds', async () => {
    const { agent, model, warnings } = agentWith(always);
    const output = await agent.generate('?', {
      stopWhen: [() => false, async ({ steps }) => steps.length === 2],
    });
    expect(output).toMatchObject({ finishReason: 'tool-calls', stoppedBy: 'stop-when' });
    expect(output.steps.at(-1)?.toolResults).toHaveLength(1);
    expect(model.requests).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  it('takes the conditions that count steps and look for a tool', async () => {
    const counted = agentWith(always);
    await counted.agent.generate('?', { stopWhen: stepCountIs(8) });
    expect(counted.model.requests).toHaveLength(8);

    const found = agentWith([[call('tick')], [call('other')], [call('tick')]]);
    const output = await found.agent.generate('?', { stopWhen: hasToolCall('other') });
    expect(found.model.requests).toHaveLength(2);
    expect(output.stoppedBy).toBe('stop-when');
  });

  it('is joined with maxSteps', async () => {
    const { agent, model } = agentWith(always);
    const output = await agent.generate('?', { maxSteps: 2, stopWhen: stepCountIs(4) });
    expect(model.requests).toHaveLength(2);
    expect(output.stoppedBy).toBe('max-steps');
  });

  it('is asked only where the run would go on', async () => {
    let asked = 0;
    const { agent } = agentWith([[call('tick')], 'Done.']);
    await agent.generate('?', {
      stopWhen: () => {
        asked++;
        return false;
      },
    });
    expect(asked).toBe(1);
  });

  it('finds the fields of the AI SDK at the top of calls and results', async () => {
    const { agent } = agentWith([[call('tick', { a: 1 })]]);
    let step: unknown;
    await agent.generate('?', {
      stopWhen: ({ steps }) => {
        step = steps[0];
        return true;
      },
    });
    expect(step).toMatchObject({
      text: '',
      finishReason: 'tool-calls',
      toolCalls: [{ toolCallId: 'call-1', toolName: 'tick', input: { a: 1 } }],
      toolResults: [
        {
          toolCallId: 'call-1',
          toolName: 'tick',
          input: { a: 1 },
          output: { type: 'text', value: 'tock' },
        },
      ],
    });
  });

  it('that throws fails the run', async () => {
    const { agent } = agentWith(always);
    const error = new Error('condition');
    const stopWhen = () => {
      throw error;
    };
    await expect(agent.generate('?', { stopWhen })).rejects.toBe(error);
  });
});

describe('whether a run goes on', () => {
  it('depends on calls, not on the word of the model', async () => {
    const { agent, model } = agentWith([[call('tick'), finish('stop')], 'Done.']);
    const { text, steps } = await agent.generate('?');
    expect(text).toBe('Done.');
    expect(steps[0]?.finishReason).toBe('tool-calls');
    expect(model.requests).toHaveLength(2);
  });

  it.each(['length', 'content-filter'] as const)(
    'ends with %s, nothing being run',
    async (reason) => {
      let runs = 0;
      const run = createTool({
        id: 'run',
        description: '',
        execute: async () => {
          runs++;
          return 1;
        },
      });
      for (const version of ['v2', 'v3', 'v4'] as const) {
        const model = scriptedModel([[call('run'), finish(reason)]], { version });
        const { agent } = agentWith([], { model, tools: { run } });
        const output = await agent.generate('?');
        expect(output.finishReason).toBe(reason);
        expect(output.content.at(-1)).toMatchObject({ output: { type: 'error-text' } });
      }
      expect(runs).toBe(0);
    },
  );

  it('ends after tools that returned nothing only when the model says so', async () => {
    const nothing = createTool({ id: 'n', description: '', execute: async () => undefined });
    const { agent, model } = agentWith([[call('nothing')], 'Done.'], { tools: { nothing } });
    expect((await agent.generate('?')).text).toBe('Done.');
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ type: 'json', value: null }]);
  });
});

describe('toolChoice', () => {
  const choices = (model: ReturnType<typeof agentWith>['model']) =>
    model.requests.map(({ toolChoice }) => toolChoice);

  it('is auto when nobody says', async () => {
    const { agent, model } = agentWith(['hi']);
    await agent.generate('?');
    expect(choices(model)).toEqual([{ type: 'auto' }]);
  });

  it('is left out with the tools when there are none', async () => {
    const { agent, model } = agentWith(['hi'], { tools: {} });
    await agent.generate('?');
    expect(model.requests[0]).not.toHaveProperty('toolChoice');
    expect(model.requests[0]).not.toHaveProperty('tools');
  });

  it('`none` sends no tools, and a call that comes anyway is not run', async () => {
    const { agent, model } = agentWith([[call('tick')], 'Done.']);
    const { toolResults, text } = await agent.generate('?', { toolChoice: 'none' });
    expect(model.requests[0]).toMatchObject({ toolNames: [], toolChoice: { type: 'none' } });
    expect(toolResults).toEqual([]);
    expect(text).toBe('Done.');
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ isError: true }]);
  });

  it('differs: a forced tool choice holds until it was followed', async () => {
    const { agent, model } = agentWith(['not yet', 'Done.']);
    await agent.generate('?', { toolChoice: 'required' });
    expect(choices(model)).toEqual([{ type: 'required' }]);

    const calling = agentWith([[call('tick')], 'Done.']);
    await calling.agent.generate('?', { toolChoice: 'required' });
    expect(choices(calling.model)).toEqual([{ type: 'required' }, { type: 'auto' }]);
  });

  it('forces a named tool until it was called', async () => {
    const { agent, model } = agentWith([[call('tick')], [call('other')], 'Done.']);
    const forced = { type: 'tool', toolName: 'other' } as const;
    await agent.generate('?', { toolChoice: forced });
    expect(choices(model)).toEqual([forced, forced, { type: 'auto' }]);
  });

  it('holds on every step when its scope is `all`, and the step limit ends it', async () => {
    const { agent, model } = agentWith(always);
    await agent.generate('?', {
      toolChoice: 'required',
      toolChoiceScope: 'all',
      maxSteps: 3,
    });
    expect(choices(model)).toEqual(Array(3).fill({ type: 'required' }));
  });

  it('of a tool that is not active is an error before anything is sent', async () => {
    const { agent, model } = agentWith(['hi']);
    const toolChoice = { type: 'tool', toolName: 'other' } as const;
    for (const ask of [agent.generate.bind(agent), agent.stream.bind(agent)]) {
      await expect(ask('?', { toolChoice, activeTools: ['tick'] })).rejects.toMatchObject({
        id: 'AGENT_FORCED_TOOL_NOT_ACTIVE',
        message: expect.stringContaining('tick'),
      });
    }
    expect(model.requests).toHaveLength(0);
  });

  it('names a tool by its key, and the model by the name it was given', async () => {
    const { agent, model } = agentWith([[call('my_tool')], 'Done.'], {
      tools: { 'my tool': tick },
    });
    const output = await agent.generate('?', {
      toolChoice: { type: 'tool', toolName: 'my tool' },
    });
    expect(choices(model)).toEqual([{ type: 'tool', toolName: 'my_tool' }, { type: 'auto' }]);
    expect(output.toolCalls[0]?.payload.toolName).toBe('my tool');
  });
});

describe('activeTools', () => {
  it('are all that the model sees and may call, in both ways to ask', async () => {
    for (const mode of ['generate', 'stream'] as const) {
      const { agent, model } = agentWith([[call('other')], 'Done.']);
      const options: RunOptions = { activeTools: ['tick'] };
      if (mode === 'generate') await agent.generate('?', options);
      else await (await agent.stream('?', options)).consumeStream();
      expect(model.requests.map(({ toolNames }) => toolNames)).toEqual([['tick'], ['tick']]);
      expect(toolResultsIn(model.lastPrompt)).toMatchObject([
        { isError: true, value: expect.stringContaining('Known tools: tick') },
      ]);
    }
  });

  it('that no source knows are an error before anything is sent', async () => {
    const { agent, model } = agentWith(['hi']);
    const options: RunOptions = { activeTools: ['tick', 'tik'] };
    await expect(agent.generate('?', options)).rejects.toMatchObject({
      id: 'AGENT_ACTIVE_TOOL_UNKNOWN',
      message: expect.stringMatching(/"tik".*tick/),
    });
    await expect(agent.stream('?', options)).rejects.toMatchObject({
      id: 'AGENT_ACTIVE_TOOL_UNKNOWN',
    });
    expect(model.requests).toHaveLength(0);
  });

  it('may be none', async () => {
    const { agent, model } = agentWith(['hi']);
    await agent.generate('?', { activeTools: [] });
    expect(model.requests[0]?.toolNames).toEqual([]);
  });
});

describe('the prompt', () => {
  const systemOf = async (options: RunOptions, config: Partial<AgentConfig> = {}) => {
    const { agent, model } = agentWith(['hi'], config);
    await agent.generate('Hello', options);
    return model.lastPrompt.filter(({ role }) => role === 'system');
  };

  it('begins with the instructions, in each of their forms', async () => {
    const cache = { some: { cache: true } };
    const message = { role: 'system', content: 'a', providerOptions: cache } as const;
    expect(await systemOf({}, { instructions: 'a' })).toMatchObject([{ content: 'a' }]);
    expect(await systemOf({}, { instructions: ['a', 'b'] })).toMatchObject([
      { content: 'a' },
      { content: 'b' },
    ]);
    expect(await systemOf({}, { instructions: message })).toEqual([message]);
    expect(await systemOf({}, { instructions: [message, 'b'] })).toEqual([
      message,
      { role: 'system', content: 'b' },
    ]);
    expect(await systemOf({}, { instructions: '' })).toEqual([]);
    expect(
      await systemOf(
        { requestContext: new RequestContext({ name: 'Ada' }) },
        { instructions: async ({ requestContext }) => `Help ${requestContext.getRaw('name')}.` },
      ),
    ).toMatchObject([{ content: 'Help Ada.' }]);
  });

  it('has the call’s instructions in place of the agent’s, and `system` beside them', async () => {
    expect(await systemOf({ instructions: 'Other.' })).toMatchObject([{ content: 'Other.' }]);
    expect(await systemOf({ system: 'More.' })).toMatchObject([
      { content: 'Help.' },
      { content: 'More.' },
    ]);
    expect(await systemOf({ system: ['x', { role: 'system', content: 'y' }] })).toHaveLength(3);
  });

  it('has `context` before the input', async () => {
    const { agent, model } = agentWith(['hi']);
    await agent.generate(['b', 'c'], { context: [{ role: 'user', content: 'a' }] });
    expect(model.lastPrompt.slice(1).map(textOf)).toEqual(['a', 'b', 'c']);
  });

  it('cannot be made of other instructions', async () => {
    const { agent, model } = agentWith(['hi']);
    const instructions = [{ role: 'user', content: 'x' }] as never;
    await expect(agent.generate('?', { instructions })).rejects.toMatchObject({
      id: 'AGENT_INSTRUCTIONS_INVALID',
    });
    expect(model.requests).toHaveLength(0);
  });
});

describe('options', () => {
  it('of the agent lie under those of the call, settings by their names', async () => {
    const { agent, model } = agentWith(always, {
      defaultOptions: {
        maxSteps: 2,
        modelSettings: { temperature: 0, topP: 1, headers: { a: '1', b: '1' } },
        providerOptions: { some: { a: 1, b: 1 }, other: { c: 1 } },
      },
    });
    await agent.generate('?', {
      modelSettings: { temperature: 1, headers: { b: '2' } },
      providerOptions: { some: { b: 2 } },
    });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[0]).toMatchObject({
      temperature: 1,
      topP: 1,
      headers: { a: '1', b: '2' },
      providerOptions: { some: { a: 1, b: 2 }, other: { c: 1 } },
    });
    await agent.generate('?', { maxSteps: 1 });
    expect(model.requests).toHaveLength(3);
  });

  it('of the agent have tools beside those of the call, each by its name', async () => {
    const named = (description: string) =>
      createTool({ id: description, description, execute: async () => description });
    const clientTool = createTool({ id: 'client', description: 'client' });
    const { agent, model } = agentWith(['hi'], {
      tools: {},
      defaultOptions: {
        toolsets: { set: { kept: named('kept'), replaced: named('old') } },
        clientTools: { ofAgent: clientTool },
      },
    });
    await agent.generate('?', {
      toolsets: { set: { replaced: named('new') }, more: { added: named('added') } },
      clientTools: { ofCall: clientTool },
    });
    expect(model.requests[0]?.tools?.map((tool) => [tool.name, tool.description])).toEqual([
      ['kept', 'kept'],
      ['replaced', 'new'],
      ['added', 'added'],
      ['ofAgent', 'client'],
      ['ofCall', 'client'],
    ]);
  });

  it('of the agent may depend on the request', async () => {
    const { agent, model } = agentWith(always, {
      defaultOptions: ({ requestContext }) => ({ maxSteps: requestContext.getRaw('n') as number }),
    });
    await agent.generate('?', { requestContext: new RequestContext({ n: 3 }) });
    expect(model.requests).toHaveLength(3);
  });

  it('of the agent may hold a request context, under that of the call', async () => {
    const seen: unknown[] = [];
    const { agent } = agentWith(['hi', 'hi'], {
      defaultOptions: { requestContext: new RequestContext({ name: 'default' }) },
      instructions: ({ requestContext }) => {
        seen.push(requestContext.getRaw('name'));
        return '';
      },
    });
    await agent.generate('?');
    await agent.generate('?', { requestContext: new RequestContext({ name: 'given' }) });
    expect(seen).toEqual(['default', 'given']);
  });

  it('that are undefined do not hide those of the agent', async () => {
    const { agent, model } = agentWith(always, {
      defaultOptions: { maxSteps: 1, modelSettings: { seed: 7 } },
    });
    await agent.generate('?', { maxSteps: undefined, modelSettings: undefined } as never);
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.seed).toBe(7);
  });

  it('that do not work yet are refused by name', async () => {
    const { agent, model } = agentWith(['hi']);
    await expect(agent.generate('?', { memory: {} } as never)).rejects.toMatchObject({
      id: 'AGENT_OPTION_NOT_SUPPORTED',
      message: expect.stringContaining('memory'),
    });
    const modelSettings = { timeout: { totalMs: 1 } } as never;
    await expect(agent.generate('?', { modelSettings })).rejects.toMatchObject({
      id: 'AGENT_OPTION_NOT_SUPPORTED',
      message: expect.stringContaining('timeout'),
    });
    expect(model.requests).toHaveLength(0);
  });

  it('reach the model', async () => {
    const { agent, model } = agentWith(['hi']);
    const modelSettings = {
      temperature: 0.5,
      maxOutputTokens: 10,
      topP: 0.1,
      topK: 3,
      presencePenalty: 1,
      frequencyPenalty: 2,
      stopSequences: ['x'],
      seed: 4,
      headers: { h: 'v' },
    };
    await agent.generate('?', { modelSettings: { ...modelSettings, maxRetries: 1 } });
    expect(model.requests[0]).toMatchObject(modelSettings);
    expect(model.requests[0]).not.toHaveProperty('maxRetries');
  });
});

describe('the request context', () => {
  const schema = z.object({ tenant: z.string() });

  it('must hold what the agent asks for', async () => {
    const { agent, model } = agentWith(['hi'], { requestContextSchema: schema });
    for (const requestContext of [undefined, new RequestContext({ tenant: 1 })]) {
      const options = requestContext === undefined ? {} : { requestContext };
      await expect(agent.generate('?', options)).rejects.toMatchObject({
        id: 'AGENT_REQUEST_CONTEXT_VALIDATION_FAILED',
        message: expect.stringContaining('tenant'),
      });
      await expect(agent.stream('?', options)).rejects.toMatchObject({
        id: 'AGENT_REQUEST_CONTEXT_VALIDATION_FAILED',
      });
    }
    expect(model.requests).toHaveLength(0);
    await agent.generate('?', { requestContext: new RequestContext({ tenant: 'a' }) });
    expect(model.requests).toHaveLength(1);
  });

  it('travels by reference', async () => {
    const seen: unknown[] = [];
    const look = createTool({
      id: 'look',
      description: '',
      execute: async (_, context) => {
        seen.push(context.requestContext);
        context.requestContext.setRaw('count', 1);
        return 1;
      },
    });
    const requestContext = new RequestContext({ tenant: 'a' });
    const { agent } = agentWith([[call('look')], 'Done.'], { tools: { look } });
    await agent.generate('?', {
      requestContext,
      prepareStep: (context) => {
        seen.push(context.requestContext);
      },
    });
    expect(seen.every((given) => given === requestContext)).toBe(true);
    expect(requestContext.getRaw('count')).toBe(1);
  });
});
