import assert from 'node:assert/strict';
import type { ToolHooks } from '@tenon/core/agent';
import type { OutputProcessor } from '@tenon/core/processors';
import { createTool } from '@tenon/core/tools';
import { double, numberSchema } from './double.ts';
import type { ToolSourceChecks } from './tool-source.ts';
import { attempt, callOf, errorOf, named, only } from './trial.ts';

/** Who is asked and told of a call: hooks of the agent, callbacks of the tool. */
export const hookChecks: ToolSourceChecks = {
  'calls beforeToolCall and afterToolCall once, with name, parsed input and output': async (
    source,
  ) => {
    const seen: unknown[] = [];
    const hooks: ToolHooks = {
      beforeToolCall: ({ toolName, input }) => void seen.push(['before', toolName, input]),
      afterToolCall: ({ toolName, input, output }) =>
        void seen.push(['after', toolName, input, output]),
    };
    const tools = { double: double() };
    await attempt(source, { tools, hooks, calls: [callOf(source, 'double', { n: '4' })] });
    const name = named(source, 'double');
    assert.deepEqual(seen, [
      ['before', name, { n: 4 }],
      ['after', name, { n: 4 }, { doubled: 8 }],
    ]);
  },

  'lets beforeToolCall answer in place of the tool': async (source) => {
    let runs = 0;
    const hooks: ToolHooks = { beforeToolCall: () => ({ proceed: false, output: 'not today' }) };
    const tools = { double: double(() => runs++) };
    const trial = await attempt(source, {
      tools,
      hooks,
      calls: [callOf(source, 'double', { n: 1 })],
    });
    assert.equal(runs, 0);
    assert.equal(only(trial.chunks, 'tool-result').payload?.result, 'not today');
  },

  "checks input that beforeToolCall puts in place of the model's": async (source) => {
    const inputs: unknown[] = [];
    const tools = { double: double((input) => inputs.push(input)) };
    const calls = [callOf(source, 'double', { n: 1 })];
    const replace = (input: unknown): ToolHooks => ({ beforeToolCall: () => ({ input }) });
    await attempt(source, { tools, calls, hooks: replace({ n: '21' }) });
    assert.deepEqual(inputs, [{ n: 21 }]);
    const refused = await attempt(source, { tools, calls, hooks: replace({ n: 'many' }) });
    assert.equal(inputs.length, 1);
    only(refused.chunks, 'tool-error');
  },

  'shows each result to processors, after afterToolCall, and keeps what they make of it': async (
    source,
  ) => {
    const seen: unknown[] = [];
    const hooks: ToolHooks = { afterToolCall: () => ({ output: { doubled: 1 } }) };
    const hide: OutputProcessor = {
      id: 'hide',
      processToolResult: ({ toolName, toolCallId, result, messageList }) => {
        seen.push([toolName, result]);
        const toolInvocation = { toolCallId, state: 'result', result: { doubled: 2 } } as const;
        messageList.updateToolInvocation({ toolInvocation });
      },
    };
    const trial = await attempt(source, {
      tools: { double: double() },
      hooks,
      outputProcessors: [hide],
      calls: [callOf(source, 'double', { n: 4 })],
    });
    assert.deepEqual(seen, [[named(source, 'double'), { doubled: 1 }]]);
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 2 });
    assert.deepEqual(trial.results[0]?.value, { doubled: 2 });
  },

  'lets afterToolCall replace the output': async (source) => {
    const hooks: ToolHooks = { afterToolCall: () => ({ output: { doubled: 0 } }) };
    const tools = { double: double() };
    const trial = await attempt(source, {
      tools,
      hooks,
      calls: [callOf(source, 'double', { n: 4 })],
    });
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 0 });
  },

  'does not run the tool when beforeToolCall throws': async (source) => {
    let runs = 0;
    const hooks: ToolHooks = {
      beforeToolCall: () => {
        throw new Error('guard is down');
      },
    };
    const tools = { double: double(() => runs++) };
    const trial = await attempt(source, {
      tools,
      hooks,
      calls: [callOf(source, 'double', { n: 1 })],
    });
    assert.equal(runs, 0);
    assert.match(errorOf(only(trial.chunks, 'tool-error')).message, /guard is down/);
  },

  'refuses bad input before hooks and tool, and tells onToolRefused and the model why': async (
    source,
  ) => {
    const seen: string[] = [];
    const hooks: ToolHooks = {
      beforeToolCall: () => void seen.push('before'),
      afterToolCall: () => void seen.push('after'),
      onToolRefused: ({ toolName, error }) => void seen.push(`${toolName}: ${error.message}`),
    };
    const tools = { double: double(() => seen.push('ran')) };
    const trial = await attempt(source, {
      tools,
      hooks,
      calls: [callOf(source, 'double', { n: 'x' })],
    });
    assert.equal(seen.length, 1);
    assert.match(seen[0] ?? '', /\bn\b/);
    only(trial.chunks, 'tool-error');
    assert.match(JSON.stringify(trial.results[0]), /error/);
  },

  'calls the callbacks of the tool in order': async (source) => {
    const seen: string[] = [];
    const tools = {
      double: createTool({
        id: 'double',
        description: 'Doubles a number',
        inputSchema: numberSchema,
        onInputStart: () => void seen.push('start'),
        onInputAvailable: ({ input }) => void seen.push(`available ${JSON.stringify(input)}`),
        onOutput: ({ toolName }) => void seen.push(`output ${toolName}`),
        execute: async ({ n }) => {
          seen.push('execute');
          return { doubled: n * 2 };
        },
      }),
    };
    await attempt(source, { tools, calls: [callOf(source, 'double', { n: 2 })] });
    const output = `output ${named(source, 'double')}`;
    assert.deepEqual(seen, ['start', 'available {"n":2}', 'execute', output]);
  },
};
