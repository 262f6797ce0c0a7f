import assert from 'node:assert/strict';
import type { ToolHooks } from '@tenon/core/agent';
import { createTool } from '@tenon/core/tools';
import { double } from './double.ts';
import { type NotedSpan, noteTracer } from './note-tracer.ts';
import type { ToolSource, ToolSourceChecks } from './tool-source.ts';
import { attempt, callOf, named } from './trial.ts';

/** What a call leaves in a trace. */
export const traceChecks: ToolSourceChecks = {
  'has one span for each call, below that of the run, and ends it once': async (source) => {
    const { tracer, spans } = noteTracer();
    const calls = [callOf(source, 'double', { n: 1 }), callOf(source, 'double', { n: 'many' })];
    await attempt(source, { tools: { double: double() }, calls, tracing: { tracer } });
    const [ran, refused, ...more] = spansOf(source, spans);
    assert.deepEqual([ran?.hasFailed, refused?.hasFailed, more.length], [false, true, 0]);
    assert.equal(refused?.attributes['error.type'], 'TOOL_INPUT_INVALID');
    assert.equal(ran?.attributes['gen_ai.tool.name'], named(source, 'double'));
    assert.equal(ran?.attributes['gen_ai.tool.description'], 'Doubles a number');
    assert.match(String(ran?.parent?.name), /^invoke_agent /);
    assert.deepEqual(
      spans.map((span) => span.timesEnded),
      spans.map(() => 1),
    );
    assert.doesNotMatch(JSON.stringify(spans.map(({ attributes }) => attributes)), /many/);
  },

  'has a span for a call that a hook answers': async (source) => {
    const { tracer, spans } = noteTracer();
    const hooks: ToolHooks = { beforeToolCall: () => ({ proceed: false, output: 'not today' }) };
    const calls = [callOf(source, 'double', { n: 1 })];
    await attempt(source, { tools: { double: double() }, calls, hooks, tracing: { tracer } });
    const [span, ...more] = spansOf(source, spans);
    assert.deepEqual([span?.hasFailed, span?.timesEnded, more.length], [false, 1, 0]);
  },

  'lets the tool add spans below that of its call': async (source) => {
    const { tracer, spans } = noteTracer();
    const looks = createTool({
      id: 'looks',
      description: 'Looks',
      execute: async (_input, { tracing, observe }) => {
        tracing.currentSpan?.createChildSpan({ name: 'by hand' }).end();
        return observe.span('section', () => 'seen');
      },
    });
    const calls = [callOf(source, 'looks', {})];
    await attempt(source, { tools: { looks }, calls, tracing: { tracer } });
    for (const name of ['by hand', 'section']) {
      const span = spans.find((noted) => noted.name === name);
      assert.equal(span?.parent?.name, `execute_tool ${named(source, 'looks')}`);
      assert.equal(span?.timesEnded, 1);
    }
  },

  'records arguments and results when it is asked to, as the transcript shows them': async (
    source,
  ) => {
    const { tracer, spans } = noteTracer();
    const transcript = { input: () => 'an input', output: () => 'an output' };
    const tools = { double: double(undefined, { transform: { transcript } }) };
    const calls = [callOf(source, 'double', { n: 4321 })];
    const tracing = { tracer, recordInputs: true, recordOutputs: true };
    await attempt(source, { tools, calls, tracing });
    const [span] = spansOf(source, spans);
    assert.equal(span?.attributes['gen_ai.tool.call.arguments'], 'an input');
    assert.equal(span?.attributes['gen_ai.tool.call.result'], 'an output');
    assert.doesNotMatch(JSON.stringify(spans.map(({ attributes }) => attributes)), /4321|8642/);
  },
};

const spansOf = (source: ToolSource, spans: readonly NotedSpan[]): readonly NotedSpan[] =>
  spans.filter(({ name }) => name === `execute_tool ${named(source, 'double')}`);
