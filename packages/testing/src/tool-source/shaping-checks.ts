import assert from 'node:assert/strict';
import type { ToolHooks } from '@tenon/core/agent';
import { createTool } from '@tenon/core/tools';
import { double } from './double.ts';
import type { ToolSourceChecks } from './tool-source.ts';
import { attempt, callOf, only } from './trial.ts';

/** What of a result the model reads and what people are shown. */
export const shapingChecks: ToolSourceChecks = {
  'tells the model what toModelOutput gives, and the app the result': async (source) => {
    const tools = {
      double: double(undefined, {
        toModelOutput: () => ({ type: 'text', value: 'for the model' }),
      }),
    };
    const trial = await attempt(source, { tools, calls: [callOf(source, 'double', { n: 4 })] });
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 8 });
    assert.match(JSON.stringify(trial.results), /for the model/);
    assert.doesNotMatch(JSON.stringify(trial.results), /doubled/);
  },

  'shows people what its transform gives, for the arguments and the result': async (source) => {
    const shown = { input: () => 'an input', output: () => 'an output' };
    const tools = { double: double(undefined, { transform: { display: shown } }) };
    const trial = await attempt(source, { tools, calls: [callOf(source, 'double', { n: 4321 })] });
    const { args, result } = only(trial.shown, 'tool-result').payload ?? {};
    assert.deepEqual([args, result], ['an input', 'an output']);
    assert.doesNotMatch(JSON.stringify(trial.shown), /4321|8642/);
    assert.match(JSON.stringify(trial.results), /8642/);
  },

  'shows the model no more than `maxResultChars`, and everybody else all of it': async (source) => {
    const outputs: unknown[] = [];
    const hooks: ToolHooks = { afterToolCall: ({ output }) => void outputs.push(output) };
    const long = 'x'.repeat(50);
    const tells = createTool({
      id: 'tells',
      description: 'Tells much',
      maxResultChars: 10,
      execute: async () => long,
    });
    const trial = await attempt(source, {
      tools: { tells },
      hooks,
      calls: [callOf(source, 'tells', {})],
    });
    assert.deepEqual(outputs, [long]);
    assert.equal(only(trial.chunks, 'tool-result').payload?.result, long);
    assert.match(String(trial.results[0]?.value), /^x{10}\n… 40 of 50 characters left out/);
  },
};
