import assert from 'node:assert/strict';
import { RequestContext } from '@tenon/core/request-context';
import { createTool } from '@tenon/core/tools';
import { call } from '../pieces.ts';
import { toolCallsIn } from '../read-prompt.ts';
import { scriptedModel } from '../scripted-model.ts';
import { double } from './double.ts';
import type { ToolSourceChecks } from './tool-source.ts';
import { attempt, callOf, errorOf, isEnd, named, only } from './trial.ts';

/** What a tool is called with, and what comes of the call. */
export const outcomeChecks: ToolSourceChecks = {
  'offers the tool by a name that providers take, with its description and schema': async (
    source,
  ) => {
    const { model } = await attempt(source, { tools: { double: double() }, calls: [] });
    const offered = model.requests[0]?.tools?.find(
      (tool) => tool.description === 'Doubles a number',
    );
    assert.ok(offered, 'the request holds no tool "Doubles a number"');
    assert.match(String(offered.name), /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/);
    assert.match(JSON.stringify(offered.inputSchema), /"n"/);
  },

  'gives execute the parsed input and stream, history and model the result': async (source) => {
    const inputs: unknown[] = [];
    const tools = { double: double((input) => inputs.push(input)) };
    const trial = await attempt(source, { tools, calls: [callOf(source, 'double', { n: '4' })] });
    assert.deepEqual(inputs, [{ n: 4 }]);
    const result = only(trial.chunks, 'tool-result');
    assert.equal(result.payload?.toolName, named(source, 'double'));
    assert.deepEqual(result.payload?.result, { doubled: 8 });
    assert.equal(trial.results.length, 1);
    assert.match(JSON.stringify(trial.results[0]), /8/);
  },

  'turns what the tool throws into an error of that call alone': async (source) => {
    const fails = createTool({
      id: 'fails',
      description: 'Fails',
      execute: async () => {
        throw new Error('out of order');
      },
    });
    const calls = [callOf(source, 'fails', {}), callOf(source, 'double', { n: 3 })];
    const trial = await attempt(source, { tools: { fails, double: double() }, calls });
    assert.match(errorOf(only(trial.chunks, 'tool-error')).message, /out of order/);
    assert.deepEqual(only(trial.chunks, 'tool-result').payload?.result, { doubled: 6 });
    assert.equal(trial.results.length, 2);
    assert.match(JSON.stringify(trial.results[0]), /out of order/);
  },

  'answers a call of an unknown tool with the names that exist': async (source) => {
    const tools = { double: double() };
    const trial = await attempt(source, { tools, calls: [call('dubble', {})] });
    assert.match(
      errorOf(only(trial.chunks, 'tool-error')).message,
      new RegExp(named(source, 'double')),
    );
  },

  'gives each call one outcome, and the model all of them in the order of the calls': async (
    source,
  ) => {
    const calls = [1, 2, 3].map((n) => callOf(source, 'double', { n }));
    const trial = await attempt(source, { tools: { double: double() }, calls });
    const prompt = trial.model.lastPrompt ?? [];
    const asked = toolCallsIn(prompt).map(({ toolCallId }) => toolCallId);
    assert.equal(new Set(asked).size, 3);
    assert.deepEqual(
      trial.results.map(({ toolCallId }) => toolCallId),
      asked,
    );
    for (const id of asked) {
      const ends = trial.chunks.filter(
        ({ type, payload }) => isEnd(type) && payload?.toolCallId === id,
      );
      assert.equal(ends.length, 1);
    }
  },

  'puts what the tool writes on the stream, with the id and name of the call': async (source) => {
    const writes = createTool({
      id: 'writes',
      description: 'Writes',
      execute: async (_input, { writer }) => {
        await writer.write({ half: true });
        return 'done';
      },
    });
    const trial = await attempt(source, {
      tools: { writes },
      calls: [callOf(source, 'writes', {})],
    });
    const output = only(trial.chunks, 'tool-output').payload;
    assert.deepEqual(output?.output, { half: true });
    assert.equal(output?.toolName, named(source, 'writes'));
    assert.equal(output?.toolCallId, only(trial.chunks, 'tool-call').payload?.toolCallId);
  },

  'hands the values of the request to the tool': async (source) => {
    const requestContext = new RequestContext();
    requestContext.set('tenant', 'acme');
    const seen: unknown[] = [];
    const reads = createTool({
      id: 'reads',
      description: 'Reads',
      execute: async (_input, context) => void seen.push(context.requestContext.get('tenant')),
    });
    const calls = [callOf(source, 'reads', {})];
    await attempt(source, { tools: { reads }, calls, requestContext });
    assert.deepEqual(seen, ['acme']);
  },

  'tells the tool when the run is stopped, and emits nothing of it afterwards': async (source) => {
    const controller = new AbortController();
    let heard = false;
    const waits = createTool({
      id: 'waits',
      description: 'Waits',
      execute: (_input, { abortSignal }) =>
        new Promise<string>((resolve) => {
          abortSignal.addEventListener('abort', () => {
            heard = true;
            resolve('late');
          });
          controller.abort();
        }),
    });
    const calls = [callOf(source, 'waits', {})];
    const trial = await attempt(source, {
      tools: { waits },
      calls,
      abortSignal: controller.signal,
    });
    assert.equal(heard, true);
    only(trial.chunks, 'abort');
    assert.equal(trial.chunks.filter(({ type }) => isEnd(type)).length, 0);
    assert.equal(trial.model.requests.length, 1);
  },

  'does the same in generate() as in stream()': async (source) => {
    const model = scriptedModel([[callOf(source, 'double', { n: 5 })], 'Done.']);
    const { agent, options } = await source.offer({
      tools: { double: double() },
      model,
      hooks: {},
    });
    const output = await agent.generate('Go', options);
    assert.equal(output.text, 'Done.');
    assert.deepEqual(
      output.toolResults.map(({ payload }) => payload.result),
      [{ doubled: 10 }],
    );
  },
};
