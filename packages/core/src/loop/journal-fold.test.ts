import { breakStream, call, raw, type Step, scriptedModel, text, waitFor } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import { RequestContext } from '../base/request-context.ts';
import type { Chunk } from '../chunks/index.ts';
import type { PromptMessage } from '../messages/index.ts';
import { resolveModels } from '../models/index.ts';
import { TripWire } from '../processors/index.ts';
import { createTool, ToolSet } from '../tools/index.ts';
import { Run, type RunConfig, RunOutput, runLoop } from './index.ts';
import { toObjectPlan } from './object-plan.ts';
import { applyEvent, emptyState, type RunState } from './state.ts';

const read = createTool({ id: 'read', description: '', execute: async (input) => input });
const fails = createTool({
  id: 'fails',
  description: '',
  execute: () => {
    throw new Error('broken');
  },
});
const pick = createTool({ id: 'pick', description: '' } as never);
const tools = ToolSet.ofAgent([{ name: 'tools', tools: { read, fails, pick } }]);

async function configOf(steps: readonly Step[], more: Partial<RunConfig> = {}) {
  const model = scriptedModel(steps, { record: false });
  const requestContext = new RequestContext();
  const prompt: PromptMessage[] = [
    { role: 'system', content: 'Help.' },
    { role: 'user', content: [{ type: 'text', text: '?' }] },
  ];
  const config: RunConfig = {
    mode: 'stream',
    runId: 'run',
    messageId: 'message',
    agentId: 'agent',
    agentName: 'Agent',
    prompt,
    candidates: await resolveModels(
      model,
      { requestContext },
      { owner: 'Test', load: () => model },
    ),
    toolSet: tools,
    allTools: tools,
    structured: undefined,
    processors: undefined,
    answerRetries: 0,
    activeTools: undefined,
    toolChoice: undefined,
    toolChoiceScope: 'first',
    budget: undefined,
    hooks: {},
    transform: undefined,
    requestContext,
    abortSignal: undefined,
    logger: silentLogger,
    host: undefined,
    tracing: undefined,
    maxSteps: 20,
    stopWhen: [],
    safetyLimit: 100,
    finalAnswerStep: false,
    toolCallConcurrency: 10,
    eagerToolExecution: false,
    modelSettings: { maxRetries: 0 },
    providerOptions: undefined,
    includeRawChunks: false,
    prepareStep: undefined,
    resolveModel: () => [],
    callbacks: {},
    ...more,
  };
  return { config, model };
}

function fold(run: Run): RunState {
  const state = emptyState();
  for (const { event } of run.journal.records) applyEvent(state, event);
  return state;
}

const seen = ({ prompt, inputLength, steps, calls, usage, ended, ...ids }: RunState) => ({
  ...ids,
  prompt,
  inputLength,
  steps: steps.map((step) => step.view('run')),
  calls: [...calls],
  usage,
  ended,
});

const never = new Promise<never>(() => {});
const runs: Record<string, { steps: readonly Step[]; stop?: boolean }> = {
  'that answers': { steps: ['Hi.'] },
  'with tools, results and failures': {
    steps: [
      [text('Let me.'), call('read', { n: 1 }), call('fails'), call('nope')],
      [call('read', '{"n"')],
      'Done.',
    ],
  },
  'that waits for its client': { steps: [[call('read'), call('pick')]] },
  'with calls of the provider': {
    steps: [
      [call('search', {}, { id: 'p', providerExecuted: true }), call('read')],
      [raw({ type: 'tool-result', toolCallId: 'p', toolName: 'search', result: 1 }), 'Done.'],
    ],
  },
  'that breaks': { steps: [[call('read')], ['a', call('read'), breakStream(new Error('lost'))]] },
  'that is stopped': { steps: [[call('read')], ['a', call('read'), waitFor(never)]], stop: true },
};

describe('the journal of a run', () => {
  it.each(Object.keys(runs))(
    'gives the state of the run when it is folded anew: one %s',
    async (name) => {
      const { steps, stop } = runs[name] as (typeof runs)[string];
      const controller = new AbortController();
      const { config } = await configOf(steps, {
        ...(stop && { abortSignal: controller.signal }),
        callbacks: {
          onChunk: ({ type }) => {
            if (stop && type === 'text-delta') controller.abort();
          },
        },
      });
      const run = new Run(config);
      await runLoop(run);
      expect(seen(fold(run))).toEqual(seen(run.state));
      expect(run.state.ended).toBeDefined();
      expect(run.journal.records.map(({ seq }) => seq)).toEqual(
        run.journal.records.map((_, index) => index + 1),
      );
    },
  );

  it('tells of a conversation that a processor changed, and of an answer that was rejected', async () => {
    let tries = 0;
    const rejects = (): boolean => {
      if (tries++ > 0) return false;
      throw new TripWire('Not so.', { retry: true }, 'strict');
    };
    const { config } = await configOf([[text('Rude'), call('read')], [call('read')], 'Done.'], {
      processors: {
        input: [
          { id: 'same', processInput: ({ messages }) => messages },
          {
            id: 'strict',
            processInput: ({ messageList }) => messageList.addSystem('Be kind.'),
          },
        ],
        output: [],
        error: [],
        maxRetries: 1,
        origins: new WeakMap(),
      },
      stopWhen: [rejects],
      maxSteps: 2,
    });
    const run = new Run(config);
    const output = await runLoop(run);
    expect(run.journal.records.map(({ event }) => event.type)).toEqual([
      'run-started',
      'prompt-replaced',
      'model-replied',
      'call-started',
      'call-ended',
      'step-rejected',
      'model-replied',
      'call-started',
      'call-ended',
      'model-replied',
      'run-ended',
    ]);
    expect(seen(fold(run))).toEqual(seen(run.state));
    expect(output.text).toBe('Done.');
    expect(output.steps.map(({ finishReason }) => finishReason)).toEqual([
      'retry',
      'tool-calls',
      'stop',
    ]);
    expect(output.toolResults).toHaveLength(1);
    expect(JSON.stringify([run.state.prompt, output.response])).not.toContain('Rude');
    const ends = run.log?.chunks.filter(({ type }) => type === 'step-finish');
    expect(ends?.map((chunk) => (chunk as Chunk<'step-finish'>).payload.stepResult)).toMatchObject([
      { reason: 'retry', isContinued: true },
      { reason: 'tool-calls', isContinued: true },
      { reason: 'stop', isContinued: false },
    ]);
  });

  it('tells of what a model took that made a value out of the answer', async () => {
    const second = scriptedModel([['no value'], '{"n":3}'], { modelId: 'second' });
    const { config } = await configOf([[call('read')], 'Three.']);
    const structured = await toObjectPlan(
      { schema: z.object({ n: z.number() }), model: second },
      {
        owner: 'Test',
        retries: 1,
        resolveModel: () =>
          resolveModels(
            second,
            { requestContext: config.requestContext },
            { owner: 'Test', load: () => second },
          ),
      },
    );
    const run = new Run({ ...config, structured });
    const { object, totalUsage } = await runLoop(run);
    expect(object).toEqual({ n: 3 });
    expect(run.journal.records.map(({ event }) => event.type).slice(-3)).toEqual([
      'answer-structured',
      'answer-structured',
      'run-ended',
    ]);
    expect(seen(fold(run))).toEqual(seen(run.state));
    expect(totalUsage.inputTokens).toBe(40);
  });

  it('tells of no step that is taken again once the tokens of the run are used up', async () => {
    const rejects = (): boolean => {
      throw new TripWire('Not so.', { retry: true }, 'strict');
    };
    const { config } = await configOf([[call('read')], 'Done.'], {
      processors: {
        input: [{ id: 'strict', processInput: () => undefined }],
        output: [],
        error: [],
        maxRetries: 1,
        origins: new WeakMap(),
      },
      stopWhen: [rejects],
      budget: { maxTokens: 1 },
    });
    const output = await runLoop(new Run(config));
    expect(output.tripwire?.reason).toBe('Not so.');
    expect(output.steps.map(({ finishReason }) => finishReason)).toEqual(['tripwire']);
  });

  it('tells what happened in its order, with the outcome of each call once', async () => {
    const { config } = await configOf([[call('read', {}, { id: 'c' })], 'Done.']);
    const run = new Run(config);
    await runLoop(run);
    expect(run.journal.records.map(({ event }) => event)).toMatchObject([
      { type: 'run-started', runId: 'run', agentId: 'agent', messageId: 'message' },
      { type: 'model-replied', step: 0 },
      { type: 'call-started', id: 'c', attempt: 1 },
      { type: 'call-ended', id: 'c', outcome: { type: 'result', value: {} } },
      { type: 'model-replied', step: 1 },
      { type: 'run-ended', finishReason: 'stop' },
    ]);
  });

  it('tells of a result before the stream does', async () => {
    const { config } = await configOf([[call('read', {}, { id: 'c' })], 'Done.']);
    const known: boolean[] = [];
    const run: Run = new Run({
      ...config,
      callbacks: {
        onChunk: ({ type }) => {
          if (type !== 'tool-result') return;
          known.push(run.journal.records.some(({ event }) => event.type === 'call-ended'));
        },
      },
    });
    await runLoop(run);
    expect(known).toEqual([true]);
  });
});

describe('the prompt of a step', () => {
  it.each(['generate', 'stream'] as const)(
    'is made of the same messages as the one before, with new ones at its end (%s)',
    async (mode) => {
      const prompts: (readonly unknown[])[] = [];
      const { config } = await configOf(
        Array.from(
          { length: 12 },
          (_, index): Step =>
            (request) => {
              prompts.push(request.prompt);
              return index === 11 ? 'Done.' : [text('.'), call('read', { index }), call('fails')];
            },
        ),
        { mode },
      );
      await runLoop(new Run(config));
      expect(prompts.map(({ length }) => length)).toEqual(prompts.map((_, index) => 2 + 2 * index));
      for (let index = 1; index < prompts.length; index++) {
        const before = prompts[index - 1] ?? [];
        const now = prompts[index] ?? [];
        expect(now).not.toBe(before);
        expect(before.every((message, place) => message === now[place])).toBe(true);
      }
    },
  );

  it('offers the very same tools', async () => {
    const sent: unknown[] = [];
    const { config } = await configOf(
      Array.from(
        { length: 3 },
        (_, index): Step =>
          (request) => {
            sent.push(request.tools);
            return index === 2 ? 'Done.' : [call('read')];
          },
      ),
    );
    await runLoop(new Run(config));
    expect(new Set(sent).size).toBe(1);
  });
});

describe('runLoop', () => {
  it('resolves however the run ends', async () => {
    const { config } = await configOf([breakStream(new Error('lost'))]);
    await expect(runLoop(new Run(config))).resolves.toMatchObject({
      finishReason: 'error',
      error: { message: 'lost' },
    });
  });

  it('leaves no reader waiting when the logger throws', async () => {
    const logger = {
      ...silentLogger,
      error: () => {
        throw new Error('disk full');
      },
    };
    const { config } = await configOf([breakStream(new Error('lost'))], { logger });
    const output = new RunOutput(new Run(config));
    for await (const chunk of output.fullStream) expect(chunk.type).not.toBe('text-delta');
    await expect(output.text).rejects.toThrow('disk full');
  });

  it('of a generate that nobody watches makes no chunks', async () => {
    const { config } = await configOf(['Hi.'], { mode: 'generate' });
    const run = new Run(config);
    expect([run.log, run.emit]).toEqual([undefined, undefined]);
    expect((await runLoop(run)).text).toBe('Hi.');
  });

  it('is started by the making of a RunOutput', async () => {
    const { config } = await configOf(['Hi.']);
    expect(await new RunOutput(new Run(config)).text).toBe('Hi.');
  });
});
