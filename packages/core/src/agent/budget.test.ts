import { call, finish, raw, type Step, scriptedModel, toolResultsIn } from '@tenon/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { StoppedBy } from '../base/finish-reason.ts';
import { createTool } from '../tools/index.ts';
import type { AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

/** A tool that keeps what it was called with; its schema is slow for odd numbers. */
function counting() {
  const ran: number[] = [];
  const inputSchema = z.object({
    n: z.number().refine(async (n) => {
      for (let turn = 0; turn < n % 2; turn++) await new Promise(setImmediate);
      return true;
    }),
  });
  const tool = createTool({
    id: 'count',
    description: '',
    inputSchema,
    execute: async ({ n }) => void ran.push(n),
  });
  return { ran, tool };
}

const calls = (...numbers: number[]) => numbers.map((n) => call('count', { n }));
const tokens = (count: number) => finish('tool-calls', { usage: { input: count - 1, output: 1 } });

describe.each(['generate', 'stream'] as const)('the budget of a run, in %s()', (mode) => {
  async function run(
    steps: readonly Step[],
    options: RunOptions,
    config: Partial<AgentConfig> = {},
  ) {
    const { ran, tool } = counting();
    const model = scriptedModel(steps);
    const refused: string[] = [];
    const { agent, warnings } = quietAgent(model, {
      tools: { count: tool, other: counting().tool },
      hooks: { onToolRefused: ({ error }) => void refused.push(error.message) },
      ...config,
    });
    const output =
      mode === 'generate'
        ? await agent.generate('?', options)
        : await (await agent.stream('?', options)).getFullOutput();
    const results = toolResultsIn(output.response.messages as never);
    return { ran, model, warnings, refused, output, results };
  }

  it('runs no call beyond maxToolCalls, and ends the run after that step', async () => {
    const { ran, model, output, results, refused, warnings } = await run(
      [calls(1, 2), calls(3, 4), 'Never.'],
      { budget: { maxToolCalls: 3 } },
    );
    expect(ran).toEqual([1, 2, 3]);
    expect(model.requests).toHaveLength(2);
    expect(output).toMatchObject({ finishReason: 'tool-calls', stoppedBy: 'budget', text: '' });
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, true]);
    expect(refused).toEqual([
      'Tool "count" was not run: this run may make 3 tool calls (maxToolCalls). Answer with what there is.',
    ]);
    expect(warnings).toEqual([expect.stringContaining('budget (4 of 3 tool calls)')]);
  });

  it('lets the model answer after exactly as many calls as there may be', async () => {
    const { output, warnings } = await run([calls(1, 2), 'Done.'], { budget: { maxToolCalls: 2 } });
    expect(output).toMatchObject({ text: 'Done.', finishReason: 'stop', stoppedBy: undefined });
    expect(warnings).toEqual([]);
  });

  it('refuses the same calls of a step whichever is ready first', async () => {
    const { ran } = await run([calls(1, 3, 2, 4), 'Never.'], { budget: { maxToolCalls: 2 } });
    expect(ran).toEqual([1, 3]);
  });

  it('counts calls that were refused, so that a model cannot go on for ever', async () => {
    const bad = [call('count', { n: 'x' })];
    const { output, model } = await run([bad, bad, bad, 'Never.'], { budget: { maxToolCalls: 2 } });
    expect(model.requests).toHaveLength(3);
    expect(output.stoppedBy).toBe('budget');
  });

  it('runs no call at all when there may be none', async () => {
    const { ran, output } = await run([calls(2), 'Never.'], { budget: { maxToolCalls: 0 } });
    expect(ran).toEqual([]);
    expect(output.stoppedBy).toBe('budget');
  });

  it('asks for an answer with what there is when finalAnswerStep is set', async () => {
    const { output, model } = await run([calls(2, 4), 'What there is.'], {
      budget: { maxToolCalls: 1 },
      finalAnswerStep: true,
    });
    expect(output).toMatchObject({ text: 'What there is.', stoppedBy: 'budget' });
    expect(model.requests[1]?.toolNames).toEqual([]);
  });

  it('tells the model of a tool that is used up, and goes on', async () => {
    const { ran, output, refused } = await run(
      [[...calls(2, 4, 6), call('other', { n: 2 })], calls(8), 'Done.'],
      { budget: { perTool: { count: 2 } } },
    );
    expect(ran).toEqual([2, 4]);
    expect(output).toMatchObject({ text: 'Done.', stoppedBy: undefined });
    expect(refused).toEqual(
      Array(2).fill(
        'Tool "count" was not run: it may be called 2 times in this run (perTool). Go on without it.',
      ),
    );
  });

  it('asks no model and runs no tool once the tokens are used up', async () => {
    const { ran, model, output, results, warnings } = await run(
      [[...calls(2), tokens(60)], [...calls(4), tokens(40)], 'Never.'],
      { budget: { maxTokens: 100 } },
    );
    expect(ran).toEqual([2]);
    expect(model.requests).toHaveLength(2);
    expect(output).toMatchObject({ finishReason: 'tool-calls', stoppedBy: 'budget' });
    expect(results[1]).toMatchObject({
      isError: true,
      value: 'Tool "count" was not run: the run has used up its tokens (100 of 100).',
    });
    expect(warnings).toEqual([expect.stringContaining('budget (100 of 100 tokens)')]);
  });

  it('goes on while there are tokens, and asks for no final answer without any', async () => {
    const steps = [[...calls(2), tokens(99)], 'Done.'];
    expect((await run(steps, { budget: { maxTokens: 100 } })).output.text).toBe('Done.');
    const { model } = await run(steps, { budget: { maxTokens: 99 }, finalAnswerStep: true });
    expect(model.requests).toHaveLength(1);
  });

  it('lets an answer be that used up the tokens', async () => {
    const answer = ['Done.', finish('stop', { usage: { input: 500 } })];
    const { output } = await run([answer], { budget: { maxTokens: 100 } });
    expect(output.stoppedBy).toBeUndefined();
  });

  it('takes each field of the call over that of the agent', async () => {
    const { output } = await run(
      [[...calls(2, 4, 6), call('other', { n: 2 })], 'Done.'],
      { budget: { maxToolCalls: Number.POSITIVE_INFINITY, perTool: { count: 1 } } },
      { defaultOptions: { budget: { maxToolCalls: 1, perTool: { count: 9, other: 0 } } } },
    );
    expect(output.toolResults).toHaveLength(1);
    expect(output.text).toBe('Done.');
  });

  it('does not count what the provider runs itself', async () => {
    const search = { toolCallId: 's', toolName: 'search', providerExecuted: true };
    const { ran, output } = await run(
      [
        [
          raw({ type: 'tool-call', ...search, input: '{}' }),
          raw({ type: 'tool-result', ...search, result: [] }),
          ...calls(2),
        ],
        'Done.',
      ],
      { budget: { maxToolCalls: 1 } },
    );
    expect(ran).toEqual([2]);
    expect(output.text).toBe('Done.');
  });

  it('leaves no call of a client tool open that is beyond', async () => {
    const pick = createTool({ id: 'pick', description: '', inputSchema: z.object({}) });
    const { output, results } = await run([[call('pick'), call('pick')], 'Never.'], {
      budget: { perTool: { pick: 1 } },
      clientTools: { pick },
    });
    expect(output.finishReason).toBe('tool-calls');
    expect(results).toMatchObject([{ isError: true }]);
  });
});

describe('the budget of a run', () => {
  it('holds for calls that start while the model still speaks', async () => {
    const ran: unknown[] = [];
    const read = createTool({
      id: 'read',
      description: '',
      idempotent: true,
      execute: async (input) => void ran.push(input),
    });
    const { agent } = quietAgent(
      scriptedModel([[1, 2, 3].map((n) => call('read', { n })), 'Never.']),
      { tools: { read } },
    );
    const stream = await agent.stream('?', {
      eagerToolExecution: true,
      toolCallConcurrency: 1,
      budget: { maxToolCalls: 2 },
    });
    expect(await stream.stoppedBy).toBe('budget');
    expect(ran).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it.each<[object, RegExp]>([
    [{ maxTokens: 0 }, /"budget": the option "maxTokens" must be a whole number from 1/],
    [{ maxTokens: '5' }, /"maxTokens"/],
    [{ maxToolCalls: -1 }, /"maxToolCalls" must be a whole number from 0/],
    [{ maxToolCalls: 1.5 }, /"maxToolCalls"/],
    [{ perTool: 5 }, /"perTool"/],
    [{ perTool: null }, /"perTool"/],
    [{ perTool: { count: -1 } }, /"budget.perTool": the option "count"/],
    [{ maxCost: 5 }, /"budget" has no field "maxCost".*maxTokens, maxToolCalls, perTool/],
  ])('refuses what it cannot keep: %j', async (budget, message) => {
    const { agent } = quietAgent(scriptedModel(['Never.']));
    await expect(agent.generate('?', { budget })).rejects.toMatchObject({
      id: 'AGENT_OPTION_INVALID',
      message: expect.stringMatching(message),
    });
    await expect(agent.generate('?', { budget: 5 as never })).rejects.toThrow('"budget"');
  });

  it('warns of a tool that nobody has, unless prepareStep may bring it', async () => {
    const { agent, warnings } = quietAgent(scriptedModel(['Hi.', 'Hi.']), {
      tools: { count: counting().tool },
    });
    const budget = { perTool: { cuont: 1, count: 1 } };
    await agent.generate('?', { budget, prepareStep: () => undefined });
    expect(warnings).toEqual([]);
    await agent.generate('?', { budget });
    expect(warnings).toEqual([
      'Agent "helper": budget.perTool names "cuont", which no source has. Did you mean count?',
    ]);
  });

  it('is a way in which a run may have been stopped', () => {
    expectTypeOf<'budget'>().toExtend<StoppedBy>();
  });
});
