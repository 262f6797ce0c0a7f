import { call, errorPart, raw, type Step, scriptedModel, text } from '@tenon/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RequestContext } from '../base/request-context.ts';
import { createTool, type ToolTransform } from '../tools/index.ts';
import type { AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { startTracer } from './testing/traced.ts';

/** The spans of a run that records everything. */
async function recorded(
  steps: readonly Step[],
  config: Partial<AgentConfig> = {},
  options: RunOptions = {},
  input: Parameters<ReturnType<typeof quietAgent>['agent']['stream']>[0] = '?',
) {
  const { tracer, spans } = startTracer();
  const everything = { tracer, recordInputs: true, recordOutputs: true };
  const { agent } = quietAgent(scriptedModel(steps), config);
  const stream = await agent.stream(input, {
    onError: () => {},
    ...options,
    tracing: { ...everything, ...(options.tracing as object) },
  });
  await stream.consumeStream({ onError: () => {} });
  expect(spans.open).toBe(0);
  return spans;
}

const lookUp = createTool({
  id: 'look-up',
  description: 'Looks a person up',
  inputSchema: z.object({ name: z.string(), on: z.coerce.date().optional() }),
  execute: async ({ name, on }) => ({ email: 'a@b.example', name, year: on?.getUTCFullYear() }),
});

describe('a trace that records', () => {
  it('has arguments and results of calls as JSON, as the schema read them', async () => {
    const asked = { name: 'Ada', on: '2020-01-02' };
    const spans = await recorded([[call('lookUp', asked)], 'Done.'], { tools: { lookUp } });
    const { attributes } = spans.named('execute_tool lookUp');
    expect(JSON.parse(String(attributes['gen_ai.tool.call.arguments']))).toEqual({
      name: 'Ada',
      on: '2020-01-02T00:00:00.000Z',
    });
    expect(JSON.parse(String(attributes['gen_ai.tool.call.result']))).toEqual({
      email: 'a@b.example',
      name: 'Ada',
      year: 2020,
    });
  });

  it('has messages in the form of the conventions', async () => {
    const asked = call('lookUp', { name: 'Ada' }, { id: 'c' });
    const spans = await recorded([[text('Let me see.'), asked], 'It is Ada.'], {
      tools: { lookUp },
    });
    const [first, , second, root] = spans.all;
    const read = (span: typeof first, name: string) =>
      JSON.parse(String(span?.attributes[`gen_ai.${name}`]));
    const question = { role: 'user', parts: [{ type: 'text', content: '?' }] };
    const said = [
      { type: 'text', content: 'Let me see.' },
      { type: 'tool_call', id: 'c', name: 'lookUp', arguments: { name: 'Ada' } },
    ];
    const response = { email: 'a@b.example', name: 'Ada' };
    expect(read(first, 'system_instructions')).toEqual([{ type: 'text', content: 'Help.' }]);
    expect(read(first, 'input.messages')).toEqual([question]);
    expect(read(first, 'output.messages')).toEqual([
      { role: 'assistant', parts: said, finish_reason: 'tool-calls' },
    ]);
    expect(read(second, 'input.messages')).toEqual([
      question,
      { role: 'assistant', parts: said },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response }] },
    ]);
    expect(read(root, 'input.messages')).toEqual([question]);
    expect(read(root, 'output.messages')).toEqual([
      {
        role: 'assistant',
        parts: [{ type: 'text', content: 'It is Ada.' }],
        finish_reason: 'stop',
      },
    ]);
  });

  it('names files and does not hold them', async () => {
    const image = { type: 'file' as const, mediaType: 'image/png', data: 'UzNDUkVU' };
    const spans = await recorded(['Hi.'], {}, {}, [{ role: 'user', content: [image] }]);
    expect(spans.text).toContain('image/png');
    expect(spans.text).not.toContain('UzNDUkVU');
  });

  it('masks keys that its user names, in spans of tools and of models alike', async () => {
    const steps = () => [[call('lookUp', { name: 'Ada' })], 'Done.'];
    const spans = await recorded(
      steps(),
      { tools: { lookUp } },
      { tracing: { maskedKeys: ['email'] } },
    );
    expect(spans.text).toContain('[MASKED]');
    expect(spans.text).not.toContain('a@b.example');
    expect((await recorded(steps(), { tools: { lookUp } })).text).toContain('a@b.example');
  });

  it('masks secrets in arguments, in results that are JSON in a text, and in those cut off', async () => {
    const sign = createTool({
      id: 'sign',
      description: 'Signs in',
      execute: async () => '{"session_token":"S3CRET","more":"…"}',
    });
    const list = createTool({
      id: 'list',
      description: 'Lists',
      maxResultChars: 30,
      execute: async () => ({ n: 1, password: 'S3CRET'.repeat(9) }),
    });
    const spans = await recorded(
      [[call('sign', { apiKey: 'S3CRET', list: ['{"auth":"S3CRET"}'] }), call('list')], 'Done.'],
      { tools: { sign, list } },
    );
    expect(spans.text).not.toContain('S3CR');
  });

  it('has no value of the request context', async () => {
    const spans = await recorded(
      [[call('lookUp', { name: 'Ada' })], 'Done.'],
      { tools: { lookUp }, requestContextSchema: z.object({ apiToken: z.string() }) },
      { requestContext: new RequestContext({ apiToken: 'S3CRET', plan: 'S3CRET' }) },
    );
    expect(spans.text).not.toContain('S3CRET');
  });

  it('says what went wrong in the words of others too', async () => {
    const fails = createTool({
      id: 'fails',
      description: 'Fails',
      execute: () => Promise.reject(new Error('out of paper')),
    });
    const tools = { fails };
    const spans = await recorded([[call('fails')], errorPart(new Error('out of ink'))], { tools });
    expect(spans.named('execute_tool fails').status.message).toBe('out of paper');
    expect(spans.named('invoke_agent Helper').status.message).toBe('out of ink');
  });
});

const marker = 'RAW-S3CRET';
const shown = { input: () => 'IN', output: () => 'OUT', error: () => ({ message: 'ERR' }) };

/** What the tool does with the marker that it was given. */
const behaviours = {
  'gives it back': (given: unknown) => given,
  'throws it': () => {
    throw new Error(marker);
  },
  'gives what cannot be checked': () => ({ [marker]: marker }),
};

describe('what a transform hides', () => {
  const pay = (transform: ToolTransform, work: (given: unknown) => unknown) =>
    createTool({
      id: 'pay',
      description: 'Pays',
      inputSchema: z.object({ card: z.string() }),
      transform,
      execute: async (given) => work(given),
    });

  it('is recorded as what the transcript shows, in spans of tools and of models', async () => {
    const tools = { pay: pay({ transcript: shown }, (given) => given) };
    const spans = await recorded([[call('pay', { card: marker })], 'Done.'], { tools });
    expect(spans.named('execute_tool pay').attributes).toMatchObject({
      'gen_ai.tool.call.arguments': 'IN',
      'gen_ai.tool.call.result': 'OUT',
    });
    expect(spans.all.at(-2)?.attributes['gen_ai.input.messages']).toMatch(/"IN".*"OUT"/);
    expect(spans.text).not.toContain(marker);
  });

  it('is told of a failure in the words of the transform', async () => {
    const tools = { pay: pay({ transcript: shown }, behaviours['throws it']) };
    const spans = await recorded([[call('pay', { card: marker })], 'Done.'], { tools });
    expect(spans.named('execute_tool pay').status.message).toBe('ERR');
    expect(spans.text).not.toContain(marker);
  });

  it('is hidden in calls of the history, which nobody made ready to be seen', async () => {
    const tools = { pay: pay({ transcript: shown }, (given) => given) };
    const history = [
      { role: 'user' as const, content: 'Pay.' },
      {
        role: 'assistant' as const,
        content: [
          { type: 'tool-call' as const, toolCallId: 'h', toolName: 'pay', input: { card: marker } },
        ],
      },
      {
        role: 'tool' as const,
        content: [
          {
            type: 'tool-result' as const,
            toolCallId: 'h',
            toolName: 'pay',
            output: { type: 'json' as const, value: { card: marker } },
          },
        ],
      },
      { role: 'user' as const, content: 'And?' },
    ];
    const spans = await recorded(['Done.'], { tools }, {}, history);
    expect(spans.text).toContain('hidden by the transform');
    expect(spans.text).not.toContain(marker);
  });

  it('is in no span, whatever transforms there are and however the call goes', async () => {
    const parts = fc.record(
      {
        input: fc.constantFrom(
          shown.input,
          () => undefined,
          () => Promise.reject(new Error(marker)),
        ),
        output: fc.constantFrom(shown.output, async () => 'OUT'),
        error: fc.constantFrom(shown.error, () => undefined),
      },
      { requiredKeys: [] },
    );
    const calls = fc.constantFrom<(() => Step & readonly unknown[])[]>(
      () => [call('pay', { card: marker }, { pieces: 3 })],
      () => [call('pay', { cart: marker })],
      () => [call('pay', `{"card":"${marker}`)],
      () => [call('pay', { card: marker }), call('gone', { card: marker })],
      () => [call('pay', { card: marker }, { id: 'p', providerExecuted: true })],
      () => [
        call('pay', { card: marker }, { id: 'p', providerExecuted: true }),
        raw({
          type: 'tool-result',
          toolCallId: 'p',
          toolName: 'pay',
          result: marker,
          isError: true,
        }),
      ],
      () => [call('pay', { card: marker }), errorPart(new Error('lost'))],
    );
    await fc.assert(
      fc.asyncProperty(
        parts,
        calls,
        fc.constantFrom(...Object.values(behaviours)),
        fc.boolean(),
        fc.boolean(),
        async (transcript, step, work, byPolicy, eagerToolExecution) => {
          const hide = { transformToolPayload: () => 'BY POLICY' };
          const tools = { pay: pay(byPolicy ? {} : { transcript }, work) };
          const gone = tools.pay;
          const spans = await recorded(
            [step(), 'Done.'],
            { tools: { ...tools, gone }, ...(byPolicy && { transform: hide }) },
            { activeTools: ['pay'], eagerToolExecution },
          );
          expect(spans.text).not.toContain(marker);
        },
      ),
      { numRuns: 150 },
    );
  });
});
