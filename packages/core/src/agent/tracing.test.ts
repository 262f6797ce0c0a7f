import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import {
  breakStream,
  call,
  errorPart,
  failWith,
  finish,
  metadata,
  raw,
  type Step,
  scriptedModel,
  text,
  waitFor,
} from '@tenon/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import { RequestContext } from '../base/request-context.ts';
import { createTool } from '../tools/index.ts';
import type { OtelTracer } from '../trace/index.ts';
import { joinRegistry } from './host.ts';
import { Agent, type AgentConfig, type RunOptions } from './index.ts';
import { event, never, nextTurn } from './testing/event.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { startTracer } from './testing/traced.ts';

const add = createTool({
  id: 'add',
  description: 'Adds',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => a + b,
});
const fails = createTool({
  id: 'fails',
  description: 'Fails',
  execute: async () => {
    throw new RangeError('S3CRET is out of range');
  },
});

function tracedAgent(steps: readonly Step[], config: Partial<AgentConfig> = {}) {
  const { tracer, spans } = startTracer();
  const own = quietAgent(config.model ?? scriptedModel(steps), {
    tools: { add, fails },
    tracing: { tracer },
    ...config,
  });
  return { ...own, tracer, spans };
}

const failed = { code: SpanStatusCode.ERROR };

describe.each(['generate', 'stream'] as const)('a traced run (%s)', (mode) => {
  const run = async (agent: Agent, options: RunOptions = {}) => {
    if (mode === 'generate') return agent.generate('?', options);
    return (await agent.stream('?', options)).getFullOutput();
  };

  it('is a span with one below it for each model call and each tool call', async () => {
    const { agent, spans } = tracedAgent([
      [call('add', { a: 1, b: 2 }), call('add', { a: 3, b: 4 })],
      'Done.',
    ]);
    const { traceId, spanId, runId } = await run(agent);
    expect(spans.tree).toBe(
      'invoke_agent Helper(chat scripted-model, execute_tool add, execute_tool add, chat scripted-model)',
    );
    const root = spans.named('invoke_agent Helper');
    expect(root.kind).toBe(SpanKind.INTERNAL);
    expect(root.spanContext()).toMatchObject({ traceId, spanId });
    expect(root.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.id': 'helper',
      'gen_ai.agent.name': 'Helper',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.request.model': 'scripted-model',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 10,
      'tenon.run.id': runId,
    });
    expect(spans.open).toBe(0);
  });

  it('has the calls of a model that makes the value out of the answer, and no payload of them', async () => {
    const second = scriptedModel(['no value', '{"n":3}'], { modelId: 'second' });
    const { agent, spans, tracer } = tracedAgent([call('add', { a: 1, b: 2 }), 'Three.'], {
      maxProcessorRetries: 1,
    });
    const structuredOutput = { schema: z.object({ n: z.number() }), model: second };
    await run(agent, {
      structuredOutput,
      tracing: { tracer, recordInputs: true, recordOutputs: true },
    });
    expect(spans.tree).toBe(
      'invoke_agent Helper(chat scripted-model, execute_tool add, chat scripted-model, structure_answer Helper(chat second), structure_answer Helper(chat second))',
    );
    const below = spans.all.filter(({ name }) => /second|structure/.test(name));
    expect(JSON.stringify(below.map(({ attributes }) => attributes))).not.toMatch(/messages|Three/);
    expect(spans.open).toBe(0);
  });

  it('tells of a model call what was asked and what came of it', async () => {
    const model = scriptedModel(
      [
        [
          metadata({ id: 'r-1', modelId: 'exact-model' }),
          text('Hi.'),
          finish('stop', {
            usage: { input: 9, output: 4, cached: 3, cacheWrite: 2, reasoning: 1 },
          }),
        ],
      ],
      { provider: 'google.generative-ai', modelId: 'gemini' },
    );
    const { agent, spans } = tracedAgent([], { model });
    await run(agent, {
      modelSettings: {
        temperature: 0.5,
        maxOutputTokens: 100,
        topP: 0.9,
        topK: 3,
        presencePenalty: 0.1,
        frequencyPenalty: 0.2,
        stopSequences: ['END'],
        seed: 7,
      },
      structuredOutput: { schema: z.object({}), errorStrategy: 'warn' },
    });
    const chat = spans.named('chat gemini');
    expect(chat.kind).toBe(SpanKind.CLIENT);
    expect(chat.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.request.model': 'gemini',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.max_tokens': 100,
      'gen_ai.request.top_p': 0.9,
      'gen_ai.request.top_k': 3,
      'gen_ai.request.presence_penalty': 0.1,
      'gen_ai.request.frequency_penalty': 0.2,
      'gen_ai.request.stop_sequences': ['END'],
      'gen_ai.request.seed': 7,
      'gen_ai.output.type': 'json',
      ...(mode === 'stream' && { 'gen_ai.request.stream': true }),
      'gen_ai.response.id': 'r-1',
      'gen_ai.response.model': 'exact-model',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.usage.cache_read.input_tokens': 3,
      'gen_ai.usage.cache_creation.input_tokens': 2,
      'gen_ai.usage.reasoning.output_tokens': 1,
    });
  });

  it('tells which tool was called, and nothing of arguments and results', async () => {
    const { agent, spans } = tracedAgent([[call('add', { a: 1, b: 2 }, { id: 'c' })], 'Done.']);
    await run(agent);
    expect(spans.named('execute_tool add').attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add',
      'gen_ai.tool.call.id': 'c',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Adds',
    });
  });

  it('marks calls that fail or are refused, in words that hold no payload', async () => {
    const { agent, spans } = tracedAgent([
      [call('fails', { given: 'S3CRET' }), call('add', { a: 'S3CRET' }), call('ad')],
      'Done.',
    ]);
    await run(agent);
    const thrown = spans.named('execute_tool fails');
    expect(thrown.status).toEqual(failed);
    expect(thrown.attributes['error.type']).toBe('RangeError');
    const refused = spans.named('execute_tool add');
    expect(refused.status).toMatchObject({
      ...failed,
      message: expect.stringMatching(/\ba\b.*\n.*\bb\b/),
    });
    expect(refused.attributes['error.type']).toBe('TOOL_INPUT_INVALID');
    expect(spans.named('execute_tool ad').attributes['error.type']).toBe('TOOL_NOT_FOUND');
    expect(spans.named('invoke_agent Helper').status).toEqual({ code: SpanStatusCode.UNSET });
    expect(spans.text).not.toContain('S3CRET');
  });

  it('has a span for each try at a model, the next one in the list included', async () => {
    const lost = Object.assign(new TypeError('S3CRET'), { isRetryable: true });
    const { agent, spans } = tracedAgent([], {
      model: [
        { model: scriptedModel([failWith(lost), failWith(new Error('no'))]), maxRetries: 1 },
        { model: scriptedModel(['Done.'], { modelId: 'second' }), maxRetries: 0 },
      ],
    });
    await run(agent);
    expect(spans.tree).toBe(
      'invoke_agent Helper(chat scripted-model, chat scripted-model, chat second)',
    );
    const [first] = spans.all;
    expect(first?.status).toEqual(failed);
    expect(first?.attributes['error.type']).toBe('TypeError');
    expect(spans.named('chat second').status).toEqual({ code: SpanStatusCode.UNSET });
    expect(spans.text).not.toContain('S3CRET');
  });

  it('is marked when it fails', async () => {
    const { agent, spans } = tracedAgent([failWith(new TypeError('S3CRET'))]);
    await run(agent, { onError: () => {} }).catch(() => {});
    const root = spans.named('invoke_agent Helper');
    expect(root.status).toEqual(failed);
    expect(root.attributes['error.type']).toBe('TypeError');
    expect(spans.open).toBe(0);
    expect(spans.text).not.toContain('S3CRET');
  });

  it('ends every span when it is stopped while a model answers', async () => {
    const controller = new AbortController();
    const { agent, spans } = tracedAgent([
      [
        'so ',
        waitFor(() => {
          controller.abort();
          return never;
        }),
      ],
    ]);
    await run(agent, { abortSignal: controller.signal });
    expect(spans.open).toBe(0);
    for (const span of spans.all) {
      expect(span.attributes['gen_ai.response.finish_reasons']).toEqual(['aborted']);
      expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
    }
  });

  it('ends every span when it is stopped while tools run, their own included', async () => {
    const controller = new AbortController();
    const hangs = createTool({
      id: 'hangs',
      description: 'Hangs',
      execute: (_input, { observe, tracing }) => {
        tracing.currentSpan?.createChildSpan({ name: 'by hand' });
        return observe.span('section', () => {
          controller.abort();
          return never;
        });
      },
    });
    const { agent, spans } = tracedAgent([[call('hangs'), call('hangs')]], { tools: { hangs } });
    await run(agent, { abortSignal: controller.signal });
    expect(spans.open).toBe(0);
    expect(spans.tree).toContain('execute_tool hangs(by hand, section), execute_tool hangs');
    const calls = spans.all.filter(({ name }) => name === 'execute_tool hangs');
    for (const span of calls) {
      expect(span.attributes['error.type']).toBe('TOOL_CALL_ABORTED');
    }
    expect(spans.named('section').ended).toBe(true);
  });

  it('has an ended span for a call whose answer is cut off', async () => {
    const { agent, spans } = tracedAgent([[call('add', '{"a":1'), finish('length')]]);
    await run(agent);
    expect(spans.named('execute_tool add').attributes['error.type']).toBe('TOOL_CALL_NOT_RUN');
    expect(spans.open).toBe(0);
  });

  it('ends the span of a call of a client when the call is known', async () => {
    const pick = createTool({ id: 'pick', description: 'Picks' });
    const { agent, spans } = tracedAgent([[call('pick', { n: 1 }, { id: 'c' })], 'Done.']);
    await run(agent, { clientTools: { pick } });
    const span = spans.named('execute_tool pick');
    expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
    expect(spans.open).toBe(0);
  });

  it('has one span for a call that its provider runs, which ends with the result', async () => {
    const search = call('search', { q: 'x' }, { id: 'p', providerExecuted: true });
    const result = (isError: boolean) =>
      raw({ type: 'tool-result', toolCallId: 'p', toolName: 'search', result: 'S3CRET', isError });
    for (const isError of [false, true]) {
      const { agent, spans } = tracedAgent([[search, result(isError), 'Done.']]);
      await run(agent);
      const span = spans.named('execute_tool search');
      expect(span.attributes['gen_ai.tool.type']).toBe('extension');
      expect(span.status.code).toBe(isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET);
      expect(spans.open).toBe(0);
      expect(spans.text).not.toContain('S3CRET');
    }
  });

  it('ends the span of a call whose provider gives no result', async () => {
    const search = call('search', {}, { providerExecuted: true });
    const { agent, spans } = tracedAgent([[search, 'Done.']]);
    await run(agent);
    expect(spans.named('execute_tool search').ended).toBe(true);
    expect(spans.open).toBe(0);
  });

  it('takes nothing amiss that a tracer throws', async () => {
    const broken: OtelTracer = {
      startSpan: () => {
        throw new Error('no spans today');
      },
    };
    const halfway: OtelTracer = {
      startSpan: () =>
        new Proxy({} as ReturnType<OtelTracer['startSpan']>, {
          get: (_, name) => () => {
            if (name === 'spanContext') return { traceId: '1', spanId: '2', traceFlags: 1 };
            throw new Error('down');
          },
        }),
    };
    for (const tracer of [broken, halfway]) {
      const { agent } = quietAgent(scriptedModel([[call('add', { a: 1, b: 2 })], 'Done.']), {
        tools: { add },
        tracing: { tracer, recordInputs: true, recordOutputs: true },
      });
      const { text: said, toolResults } = await run(agent);
      expect(said).toBe('Done.');
      expect(toolResults[0]?.payload.result).toBe(3);
    }
  });
});

describe('what is registered in the process', () => {
  const fails = (): never => {
    throw new Error('no traces today');
  };
  const global = globalThis as { [key: symbol]: unknown };
  const key = Symbol.for('opentelemetry.js.api.1');

  it.each<[string, object]>([
    ['a provider', { trace: { getTracer: fails } }],
    ['a context manager', { context: { active: fails, with: fails } }],
    ['a context manager without a context', { context: { active: () => undefined, with: fails } }],
  ])('changes no run when it fails: %s', async (_, registered) => {
    const { tracer, spans } = startTracer();
    global[key] = { trace: { getTracer: () => tracer }, ...registered };
    onTestFinished(() => {
      delete global[key];
    });
    const watched = createTool({
      id: 'watched',
      description: 'Has a section of its own',
      execute: (_input, { observe }) => observe.span('section', () => 'ran once'),
    });
    const { agent } = quietAgent(scriptedModel([[call('watched', {})], 'Done.']), {
      tools: { watched },
    });
    const { text: said, toolResults } = await agent.generate('?');
    expect(said).toBe('Done.');
    expect(toolResults[0]?.payload.result).toBe('ran once');
    expect(spans.open).toBe(0);
  });
});

describe('a traced run that is streamed', () => {
  it('gives the ids of its span at once', async () => {
    const { agent, spans } = tracedAgent(['Hi.']);
    const { traceId, spanId, consumeStream } = await agent.stream('?');
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    await consumeStream();
    expect(spans.named('invoke_agent Helper').spanContext()).toMatchObject({ traceId, spanId });
  });

  it('ends every span although its reader leaves, and before other readers come to the end', async () => {
    const { agent, spans } = tracedAgent([
      [call('add', { a: 1, b: 2 })],
      text('a b', { pieces: 3 }),
    ]);
    const stream = await agent.stream('?');
    for await (const chunk of stream.fullStream) if (chunk.type === 'tool-result') break;
    for await (const _ of stream.fullStream);
    expect(spans.open).toBe(0);
    expect(spans.names).toHaveLength(4);
  });

  it('has one span for a call that begins while the model still speaks', async () => {
    const { happen, happened } = event();
    const early = createTool({
      id: 'early',
      description: 'Reads',
      idempotent: true,
      execute: async (_input, { tracing }) => {
        happen();
        return tracing.currentSpan?.id;
      },
    });
    const { agent, spans } = tracedAgent([[call('early'), waitFor(happened), 'so'], 'Done.'], {
      tools: { early },
    });
    const stream = await agent.stream('?', { eagerToolExecution: true });
    const [result] = await stream.toolResults;
    const span = spans.named('execute_tool early');
    expect(result?.payload.result).toBe(span.spanContext().spanId);
    expect(spans.tree).toBe(
      'invoke_agent Helper(chat scripted-model, execute_tool early, chat scripted-model)',
    );
  });

  it.each([
    ['breaks', breakStream(new Error('S3CRET'))],
    ['says that it failed', errorPart(new Error('S3CRET'))],
  ])('ends every span when the answer of the model %s after a call', async (_, end) => {
    const { agent, spans } = tracedAgent([[call('add', { a: 1, b: 2 }), end]]);
    const stream = await agent.stream('?', { onError: () => {} });
    await stream.consumeStream({ onError: () => {} });
    expect(spans.open).toBe(0);
    expect(spans.named('execute_tool add').attributes['error.type']).toBe('TOOL_CALL_NOT_RUN');
    expect(spans.named('chat scripted-model').status).toEqual(failed);
    expect(spans.text).not.toContain('S3CRET');
  });
});

describe('a traced run with processors', () => {
  it('ends every span when one stops it before a model is asked', async () => {
    const { agent, spans } = tracedAgent(['Hi.'], {
      inputProcessors: [{ id: 'guard', processInput: ({ abort }) => abort('S3CRET') }],
    });
    const { finishReason } = await agent.generate('?');
    const root = spans.named('invoke_agent Helper');
    expect(root.attributes['gen_ai.response.finish_reasons']).toEqual([finishReason]);
    expect(root.status).toEqual({ code: SpanStatusCode.UNSET });
    expect(spans.open).toBe(0);
    expect(spans.text).not.toContain('S3CRET');
  });

  it('is marked, in words that hold no payload, when one fails', async () => {
    const processInput = () => {
      throw new TypeError('S3CRET');
    };
    const { agent, spans } = tracedAgent(['Hi.'], { inputProcessors: [{ id: 'p', processInput }] });
    await agent.generate('?').catch(() => {});
    expect(spans.named('invoke_agent Helper').attributes['error.type']).toBe('PROCESSOR_FAILED');
    expect(spans.text).not.toContain('S3CRET');
  });
});

describe('the option tracing', () => {
  it('is off without a tracer: results have no ids', async () => {
    const { agent } = quietAgent(scriptedModel(['Hi.', 'Hi.']));
    expect((await agent.generate('?')).traceId).toBeUndefined();
    expect((await agent.generate('?', { tracing: { recordInputs: true } })).spanId).toBeUndefined();
  });

  it('warns once where `true` finds no tracer provider', async () => {
    const { agent, warnings } = quietAgent(scriptedModel(['Hi.', 'Hi.']), { tracing: true });
    await agent.generate('?');
    await agent.generate('?');
    expect(warnings).toEqual([expect.stringMatching(/"helper".*tracer provider/)]);
  });

  it('counts setting by setting, the nearest first', async () => {
    const { tracer, spans } = startTracer();
    const agent = new Agent({
      id: 'a',
      name: 'A',
      instructions: '',
      model: scriptedModel(['Hi.'], { afterwards: 'repeat-last' }),
      tracing: { recordInputs: true },
      defaultOptions: { tracing: { recordOutputs: true } },
    });
    agent[joinRegistry]({
      ...alone,
      tracing: { tracer, recordInputs: false, maskedKeys: ['email'] },
    });
    await agent.generate('{"email":"S3CRET"}');
    const { attributes } = spans.named('chat scripted-model');
    expect(attributes['gen_ai.input.messages']).toContain('email');
    expect(attributes['gen_ai.output.messages']).toContain('Hi.');
    expect(spans.text).not.toContain('S3CRET');
    spans.reset();
    await agent.generate('?', { tracing: { recordInputs: false } });
    expect(spans.text).not.toContain('gen_ai.input.messages');
    expect(spans.text).toContain('gen_ai.output.messages');
    spans.reset();
    await agent.generate('?', { tracing: false });
    expect(spans.names).toEqual([]);
    await agent.generate('?', { tracing: true });
    expect(spans.names).toHaveLength(2);
  });

  it('says which of its settings is wrong', async () => {
    const { agent } = quietAgent(scriptedModel(['Hi.']));
    const refused = (tracing: unknown) =>
      expect(agent.generate('?', { tracing: tracing as never })).rejects;
    await refused('yes').toMatchObject({ id: 'AGENT_OPTION_INVALID' });
    await refused({ tracer: {} }).toThrow(/"tracer" must be a tracer, such as/);
    await refused({ recordInput: true }).toThrow(/has no field "recordInput"/);
    await refused({ maskedKeys: 'email' }).toThrow(/"maskedKeys" must be a list of texts/);
    expect(() => new Agent({ ...bare, tracing: 1 as never })).toThrow(/"tracing" must be/);
  });
});

const alone = { logger: silentLogger, tenon: undefined, generateId: undefined };
const bare = { id: 'a', name: 'A', instructions: '', model: scriptedModel([]) };

describe('the option tracingOptions', () => {
  const requestContext = () =>
    new RequestContext({ apiToken: 'S3CRET', user: { plan: 'gold', email: 'hidden' } });

  it('gives the span of the run a name, facts, tags and values of the request context', async () => {
    const { agent, spans } = tracedAgent(['Hi.']);
    await agent.generate('?', {
      requestContext: requestContext(),
      tracingOptions: {
        rootSpanName: 'answer a ticket',
        metadata: { ticket: 7, open: true, password: 'S3CRET', where: { desk: 'A' } },
        tags: ['beta', 'eu'],
        requestContextKeys: ['user.plan', 'apiToken', 'user.none.at.all'],
      },
    });
    expect(spans.named('answer a ticket').attributes).toMatchObject({
      'tenon.metadata.ticket': 7,
      'tenon.metadata.open': true,
      'tenon.metadata.password': '[MASKED]',
      'tenon.metadata.where': '{"desk":"A"}',
      'tenon.tags': ['beta', 'eu'],
      'tenon.request_context.user.plan': 'gold',
      'tenon.request_context.apiToken': '[MASKED]',
    });
    expect(spans.text).not.toMatch(/S3CRET|hidden|none/);
  });

  it('joins a trace that began elsewhere', async () => {
    const { agent, spans } = tracedAgent(['Hi.', 'Hi.']);
    const traceId = 'ABCDEF0123456789abcdef0123456789';
    const first = await agent.generate('?', { tracingOptions: { traceId, parentSpanId: '1f' } });
    expect(first.traceId).toBe(traceId.toLowerCase());
    const root = spans.named('invoke_agent Helper');
    expect(root.parentSpanContext?.spanId).toBe('000000000000001f');
    expect(root.parentSpanContext?.isRemote).toBe(true);
    const second = await agent.generate('?', { tracingOptions: { traceId: 'f' } });
    expect(second.traceId).toBe(`${'0'.repeat(31)}f`);
  });

  it('hides what is recorded otherwise', async () => {
    const { agent, tracer, spans } = tracedAgent(['Hi.']);
    await agent.generate('?', {
      tracing: { tracer, recordInputs: true, recordOutputs: true },
      tracingOptions: { hideInput: true, hideOutput: true },
    });
    expect(spans.text).not.toMatch(/messages|instructions/);
  });

  it('lies over that of the default options, fact by fact', async () => {
    const { agent, spans } = tracedAgent(['Hi.'], {
      defaultOptions: { tracingOptions: { metadata: { a: 1, b: 1 }, rootSpanName: 'root' } },
    });
    await agent.generate('?', { tracingOptions: { metadata: { b: 2 } } });
    expect(spans.named('root').attributes).toMatchObject({
      'tenon.metadata.a': 1,
      'tenon.metadata.b': 2,
    });
  });

  it.each<[object, RegExp]>([
    [{ traceId: 'xyz' }, /"traceId" must be a text of 1 to 32 hexadecimal digits/],
    [{ traceId: '0' }, /"traceId" must be/],
    [{ parentSpanId: 'f' }, /needs "traceId" beside "parentSpanId"/],
    [{ tag: ['a'] }, /has no field "tag"/],
  ])('is refused where it cannot be kept: %j', async (tracingOptions, message) => {
    const { agent } = tracedAgent(['Hi.']);
    await expect(agent.generate('?', { tracingOptions })).rejects.toThrow(message);
  });
});

describe('a trace without recording', () => {
  it('has no payload, whatever happens', async () => {
    const { agent, spans } = tracedAgent(
      [
        [
          text('S3CRET'),
          call('add', { a: 1, b: 2, note: 'S3CRET' }),
          call('add', 'S3CRET'),
          call('fails', { given: 'S3CRET' }),
        ],
        'S3CRET',
      ],
      { instructions: 'S3CRET' },
    );
    await agent.generate('S3CRET', {
      requestContext: new RequestContext({ apiToken: 'S3CRET' }),
    });
    await nextTurn();
    expect(spans.names).toHaveLength(6);
    expect(spans.text).not.toContain('S3CRET');
  });
});

describe('the words of an error', () => {
  it('are not told of a validation error that a tool gives, which may be of any make', async () => {
    const relay = createTool({
      id: 'relay',
      description: 'Gives what another tool gave',
      outputSchema: z.object({}),
      execute: async () => ({
        error: true as const,
        message: 'S3CRET',
        validationErrors: { errors: [], fields: {} },
      }),
    });
    const { agent, spans } = tracedAgent([[call('relay')], 'Done.'], { tools: { relay } });
    await agent.generate('?');
    const { attributes, status } = spans.named('execute_tool relay');
    expect(attributes['error.type']).toBe('TOOL_OUTPUT_INVALID');
    expect(status).toEqual(failed);
    expect(spans.text).not.toContain('S3CRET');
  });
});
