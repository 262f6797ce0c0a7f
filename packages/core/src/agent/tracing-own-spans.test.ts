import { SpanStatusCode } from '@opentelemetry/api';
import { call, scriptedModel } from '@tenon/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createTool, type ToolContext, type ToolTracing } from '../tools/index.ts';
import type { TracingSettings } from '../trace/index.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { startTracer } from './testing/traced.ts';

/** What one call of a tool leaves in the trace. */
async function spansOf(
  execute: (context: ToolContext) => unknown,
  settings: TracingSettings = {},
  more: object = {},
) {
  const { tracer, spans } = startTracer();
  const work = createTool({
    id: 'work',
    description: 'Works',
    ...more,
    execute: async (_input, context) => execute(context),
  });
  const own = quietAgent(scriptedModel([[call('work', { given: 'S3CRET' })], 'Done.']), {
    tools: { work },
    tracing: { tracer, ...settings },
  });
  await own.agent.generate('?');
  expect(spans.open).toBe(0);
  return { spans, ...own };
}

describe('a section of a tool', () => {
  it('is a span below the call, with attributes of the tool', async () => {
    const { spans } = await spansOf(async ({ observe }) => {
      const attributes = { rows: 3, ok: true, parts: ['a'], where: { n: 1 }, apiKey: 'S3CRET' };
      return observe.span('query', async () => 'given', { ...attributes, none: undefined });
    });
    expect(spans.tree).toContain('execute_tool work(query)');
    expect(spans.named('query').attributes).toEqual({
      rows: 3,
      ok: true,
      parts: ['a'],
      where: '{"n":1}',
      apiKey: '[MASKED]',
    });
  });

  it('gives what its work gives, and throws what that throws', async () => {
    const seen: unknown[] = [];
    const problem = new RangeError('S3CRET');
    const { spans } = await spansOf(async ({ observe }) => {
      seen.push(await observe.span('gives', () => 7));
      await observe
        .span('throws', () => Promise.reject(problem))
        .catch((error) => seen.push(error));
    });
    expect(seen).toEqual([7, problem]);
    expect(spans.named('throws').status).toEqual({ code: SpanStatusCode.ERROR });
    expect(spans.named('throws').attributes).toEqual({ 'error.type': 'RangeError' });
    expect(spans.text).not.toContain('S3CRET');
  });

  it('that fails says why where outputs are recorded', async () => {
    const { spans } = await spansOf(
      ({ observe }) => observe.span('throws', () => Promise.reject(new Error('out of paper'))),
      { recordOutputs: true },
    );
    expect(spans.named('throws').status.message).toBe('out of paper');
    expect(spans.named('execute_tool work').status.message).toBe('out of paper');
  });
});

it('a note of a tool is an event of its span, and goes to the logger', async () => {
  const note = ({ observe }: ToolContext) => observe.log('warn', 'low on ink', { left: 'S3CRET' });
  const { spans, warnings } = await spansOf(note);
  expect(warnings).toEqual(['low on ink']);
  expect(spans.named('execute_tool work').events).toMatchObject([
    { name: 'low on ink', attributes: { 'log.level': 'warn' } },
  ]);
  expect(spans.text).not.toContain('S3CRET');
  const recorded = await spansOf(note, { recordOutputs: true });
  expect(recorded.spans.text).toContain('S3CRET');
});

describe('the span of a call, as its tool sees it', () => {
  it('has spans below it that the tool begins and ends', async () => {
    const { spans } = await spansOf(async ({ tracing, tracingContext }) => {
      expect(tracingContext).toBe(tracing);
      const child = tracing.currentSpan?.createChildSpan({
        type: 'generic',
        name: 'outer',
        metadata: { database: 'main' },
        input: { query: 'S3CRET' },
      });
      const inner = child?.createChildSpan({ name: 'inner', attributes: { n: 1 } });
      inner?.error({ error: new TypeError('S3CRET'), metadata: { try: 1 } });
      child?.createEventSpan({ name: 'moment', output: 'S3CRET' });
      child?.update({ attributes: { half: true } });
      child?.end({ output: 'S3CRET', metadata: { rows: 2 } });
      child?.end();
      expect(child?.traceId).toBe(tracing.currentSpan?.traceId);
    });
    expect(spans.tree).toContain('execute_tool work(outer(inner, moment))');
    expect(spans.named('outer').attributes).toEqual({
      'tenon.span.type': 'generic',
      'tenon.metadata.database': 'main',
      'tenon.metadata.rows': 2,
      half: true,
    });
    expect(spans.named('inner').status).toEqual({ code: SpanStatusCode.ERROR });
    expect(spans.named('inner').attributes['error.type']).toBe('TypeError');
    expect(spans.text).not.toContain('S3CRET');
  });

  it('records what they are given and give where that is asked for, without secrets', async () => {
    const { spans } = await spansOf(
      ({ tracing }) => {
        const input = { query: 'SELECT', password: 'S3CRET' };
        const child = tracing.currentSpan?.createChildSpan({ name: 'query', input });
        child?.end({ output: [{ id: 1n, token: 'S3CRET' }] });
      },
      { recordInputs: true, recordOutputs: true },
    );
    expect(spans.named('query').attributes).toEqual({
      'tenon.input': '{"query":"SELECT","password":"[MASKED]"}',
      'tenon.output': '[{"id":"1","token":"[MASKED]"}]',
    });
  });

  it('records nothing of a tool that hides its payloads', async () => {
    const transform = { transcript: { input: () => 'IN', output: () => 'OUT' } };
    const { spans } = await spansOf(
      async ({ tracing, observe }) => {
        const child = tracing.currentSpan?.createChildSpan({ name: 'query', input: 'S3CRET' });
        child?.end({ output: 'S3CRET' });
        observe.log('info', 'asked', { by: 'S3CRET' });
        await observe.span('fails', () => Promise.reject(new Error('S3CRET')));
      },
      { recordInputs: true, recordOutputs: true },
      { transform },
    );
    expect(spans.names).toContain('query');
    expect(spans.text).not.toContain('S3CRET');
  });

  it('ends with the call, whatever the tool does', async () => {
    const { spans } = await spansOf(({ tracing }) => {
      tracing.currentSpan?.end({ metadata: { told: 'early' } });
      tracing.currentSpan?.createChildSpan({ name: 'left open' });
      tracing.currentSpan?.update({ metadata: { told: 'late' } });
    });
    expect(spans.named('execute_tool work').attributes['tenon.metadata.told']).toBe('late');
    expect(spans.named('left open').ended).toBe(true);
  });

  it('is not there where nothing traces, nor in a direct call', async () => {
    const seen: unknown[] = [];
    const look = createTool({
      id: 'look',
      description: 'Looks',
      execute: async (_input, { tracing, tracingContext, observe }) => {
        observe.log('info', 'unheard');
        seen.push(tracing.currentSpan, tracingContext === tracing);
        return observe.span('section', () => 'given', { n: 1 });
      },
    });
    const { agent } = quietAgent(scriptedModel([[call('look')], 'Done.']), { tools: { look } });
    await agent.generate('?');
    expect(await look.execute({})).toBe('given');
    expect(seen).toEqual([undefined, true, undefined, true]);
  });

  it('is handed on to a tool that the tool calls itself', async () => {
    const inner = createTool({
      id: 'inner',
      description: 'Inner',
      execute: async (_input, { tracing }) => {
        tracing.currentSpan?.createChildSpan({ name: 'of the inner tool' }).end();
      },
    });
    const { spans } = await spansOf((context) => inner.execute({}, context));
    expect(spans.tree).toContain('execute_tool work(of the inner tool)');
  });
});

it('types the span as something that may not be there', () => {
  expectTypeOf<ToolContext['tracing']>().toEqualTypeOf<ToolTracing>();
});
