import { context, trace } from '@opentelemetry/api';
import { call, type Step, scriptedModel } from '@tenon/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../base/logger.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import type { AgentConfig } from './index.ts';
import { event } from './testing/event.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { registerTracing } from './testing/traced.ts';

const spans = registerTracing();
const library = trace.getTracer('a library that tools use');
afterEach(() => spans.reset());

const agentWith = (steps: readonly Step[], config: Partial<AgentConfig> = {}) =>
  quietAgent(scriptedModel(steps), config).agent;

const alone = { logger: silentLogger, tenon: undefined, generateId: undefined };

/** As an instrumented `fetch` or database driver does. */
const useLibrary = async () => library.startActiveSpan('query', async (span) => span.end());

describe('in a process with a tracer provider', () => {
  it('runs are traced without being told to, below what is active where they are called', async () => {
    const agent = agentWith(['Hi.', 'Hi.']);
    await library.startActiveSpan('request', async (span) => {
      await agent.generate('?');
      const stream = await agent.stream('?');
      await stream.consumeStream();
      span.end();
    });
    const run = 'invoke_agent Helper(chat scripted-model)';
    expect(spans.tree).toBe(`request(${run}, ${run})`);
    expect(spans.named('request').spanContext().traceId).toBe(spans.all[0]?.spanContext().traceId);
    expect(spans.all[0]?.instrumentationScope.name).toBe('@tenon/core');
  });

  it('a run that is not to be traced is not', async () => {
    const agent = agentWith(['Hi.', 'Hi.', 'Hi.'], { tracing: false });
    expect((await agent.generate('?')).traceId).toBeUndefined();
    expect(spans.names).toEqual([]);
    agent[joinRegistry]({ ...alone, tracing: true });
    await agent.generate('?');
    expect(spans.names).toEqual([]);
  });

  it('spans of libraries come under the tool, the hook and the model that use them', async () => {
    const model = scriptedModel(async ({ index }) => {
      await useLibrary();
      return index === 0 ? call('fetch') : 'Done.';
    });
    const fetch = createTool({
      id: 'fetch',
      description: 'Fetches',
      execute: async () => {
        await null;
        await useLibrary();
      },
    });
    const { agent } = quietAgent(model, {
      tools: { fetch },
      hooks: { beforeToolCall: useLibrary, afterToolCall: useLibrary },
    });
    await agent.generate('?', { onStepFinish: useLibrary });
    expect(spans.tree).toBe(
      'invoke_agent Helper(chat scripted-model(query), execute_tool fetch(query, query, query), query, chat scripted-model(query), query)',
    );
  });

  it('an agent that a tool asks is traced below the call', async () => {
    const inner = agentWith(['Inner.'], { name: 'Inner' });
    const ask = createTool({
      id: 'ask',
      description: 'Asks',
      execute: async () => (await inner.generate('?')).text,
    });
    await agentWith([[call('ask')], 'Done.'], { tools: { ask } }).generate('?');
    expect(spans.tree).toContain('execute_tool ask(invoke_agent Inner(chat scripted-model))');
  });

  it('sections within sections stand below them, and so do libraries', async () => {
    const work = createTool({
      id: 'work',
      description: 'Works',
      execute: (_input, { observe }) =>
        observe.span('outer', async () => {
          await Promise.all([
            observe.span('left', useLibrary),
            observe.span('right', () => 'right'),
          ]);
        }),
    });
    await agentWith([[call('work')], 'Done.'], { tools: { work } }).generate('?');
    expect(spans.tree).toContain('execute_tool work(outer(left(query), right))');
  });

  it('a section that is begun in another trace stands below its call', async () => {
    const work = createTool({
      id: 'work',
      description: 'Works',
      execute: (_input, { observe }) =>
        context.with(trace.deleteSpan(context.active()), () =>
          library.startActiveSpan('elsewhere', async (span) => {
            await observe.span('section', () => {});
            span.end();
          }),
        ),
    });
    await agentWith([[call('work')], 'Done.'], { tools: { work } }).generate('?');
    expect(spans.tree).toContain('execute_tool work(section)');
  });

  it('two runs at once keep to their own traces', async () => {
    const both = event();
    let waiting = 0;
    const meet = createTool({
      id: 'meet',
      description: 'Waits for the other',
      execute: async () => {
        if (++waiting === 2) both.happen();
        await both.happened;
        await useLibrary();
      },
    });
    const runs = ['A', 'B'].map(async (name) => {
      const agent = agentWith([[call('meet')], 'Done.'], { name, tools: { meet } });
      const stream = await agent.stream('?');
      await stream.consumeStream();
      return stream.traceId;
    });
    const ids = await Promise.all(runs);
    expect(new Set(ids).size).toBe(2);
    const below = '(chat scripted-model, execute_tool meet(query), chat scripted-model)';
    expect(spans.tree).toBe(`invoke_agent A${below}, invoke_agent B${below}`);
    for (const span of spans.all) expect(ids).toContain(span.spanContext().traceId);
  });

  it('nothing of a call is active after it', async () => {
    const seen: unknown[] = [];
    const agent = agentWith(['Hi.']);
    await agent.generate('?');
    seen.push(trace.getActiveSpan());
    expect(seen).toEqual([undefined]);
  });
});
