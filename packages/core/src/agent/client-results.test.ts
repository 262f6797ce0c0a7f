import { collect, scriptedModel, toolResultsIn } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import type { AgentConfig } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const heard: unknown[] = [];
const place = createTool({
  id: 'place',
  description: 'Where the user is',
  maxResultChars: 12,
  onOutput: ({ output }) => void heard.push(output),
  toModelOutput: (output) => `at ${(output as { city: string }).city}`,
});
const remove = createTool({ id: 'remove', description: '', execute: async () => 'removed' });

const asked = (...ids: string[]) => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({
    type: 'tool-call',
    toolCallId,
    toolName: 'place',
    input: {},
  })),
});
const city = (name: string) => ({ type: 'json', value: { city: name } });
const result = (toolCallId: string, output: object = city('Oslo'), more: object = {}) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'place',
  output,
  ...more,
});

/** What the model reads of results that a client brings. */
async function told(
  messages: readonly object[],
  config: Partial<AgentConfig> = {},
  options: { abortSignal?: AbortSignal } = {},
) {
  heard.length = 0;
  const model = scriptedModel(['done']);
  const { agent } = quietAgent(model, { tools: { place, remove }, ...config });
  const { finishReason } = await agent.generate(messages as never, options);
  const read = finishReason === 'aborted' ? [] : toolResultsIn(model.lastPrompt);
  return read.map(({ toolCallId, toolName, value }) => ({ toolCallId, toolName, value }));
}

const user = { role: 'user', content: 'Where am I?' };
const read = { toolCallId: 'c1', toolName: 'place', value: 'at Oslo' };

describe('results that a client brings', () => {
  it.each<[string, readonly object[]]>([
    ['once', [result('c1')]],
    ['twice, of which the first counts', [result('c1'), result('c1', city('Bergen'))]],
    ['with one of a call that nobody made', [result('c9', city('Rome')), result('c1')]],
    ['under the name of another tool', [result('c1', city('Oslo'), { toolName: 'remove' })]],
    ['under the name of no tool', [result('c1', city('Oslo'), { toolName: '__proto__' })]],
  ])('are told as the tool of the call says: %s', async (_, results) => {
    for (const messages of [
      [{ role: 'tool', content: results }],
      results.map((one) => ({ role: 'tool', content: [one] })),
    ]) {
      expect(await told([user, asked('c1'), ...messages])).toEqual([read]);
      expect(heard).toEqual([{ city: 'Oslo' }]);
    }
  });

  it('are told for each of two calls', async () => {
    const content = [result('c2', city('Bergen')), result('c1')];
    expect(await told([user, asked('c1', 'c2'), { role: 'tool', content }])).toEqual([
      { ...read, toolCallId: 'c2', value: 'at Bergen' },
      read,
    ]);
  });

  it('are not made ready a second time where the client sends its form beside them', async () => {
    const mastra = { modelOutput: { type: 'text', value: 'theirs' } };
    const inParts = (part: object) => ({ role: 'assistant', parts: [part] });
    const ui = { toolCallId: 'c1', state: 'output-available', input: {}, output: { city: 'Oslo' } };
    const stored = { ...ui, toolName: 'place', state: 'result', result: ui.output, args: {} };
    const forms: (readonly object[])[] = [
      [
        asked('c1'),
        { role: 'tool', content: [result('c1', city('Oslo'), { providerOptions: { mastra } })] },
      ],
      [inParts({ type: 'tool-place', ...ui, callProviderMetadata: { mastra } })],
      [inParts({ type: 'tool-invocation', toolInvocation: stored, providerMetadata: { mastra } })],
    ];
    for (const messages of forms) {
      expect(await told([user, ...messages])).toEqual([{ ...read, value: 'theirs' }]);
      expect(heard).toEqual([{ city: 'Oslo' }]);
      expect(await told([user, ...messages, { role: 'user', content: 'Thanks' }])).toHaveLength(1);
    }
  });

  it('are those of its own tools: a result of a tool that ran here is heard of once', async () => {
    const calls: unknown[] = [];
    const server = createTool({
      id: 'server',
      description: '',
      onOutput: ({ output }) => void calls.push(output),
      toModelOutput: (output) => `told ${output}`,
      execute: async () => 'ran',
    });
    const hooks = { afterToolCall: (given: object) => void calls.push(given) };
    const messages = [
      user,
      { role: 'assistant', content: [{ ...asked('s1').content[0], toolName: 'server' }] },
      { role: 'tool', content: [result('s1', { type: 'text', value: 'told ran' })] },
    ];
    const [kept] = await told(messages, { tools: { place, server }, hooks });
    expect(kept).toEqual({ toolCallId: 's1', toolName: 'server', value: 'told ran' });
    expect(calls).toEqual([]);
  });

  it('of a call that a person declined are no results', async () => {
    const calls: unknown[] = [];
    const hooks = { afterToolCall: (told: unknown) => void calls.push(told) };
    const part = { type: 'tool-place', toolCallId: 'c1', input: {}, state: 'output-denied' };
    const declined = { role: 'assistant', parts: [{ ...part, approval: { reason: 'No.' } }] };
    expect(await told([user, declined], { hooks })).toEqual([{ ...read, value: 'No.' }]);
    expect([heard, calls]).toEqual([[], []]);
  });

  it.each([
    [{ type: 'error-text', value: 'no permission' }, 'no permission'],
    [{ type: 'error-json', value: { code: 7 } }, '{"code":7}'],
  ])('pass afterToolCall as errors when the call failed: %j', async (output, message) => {
    const calls: unknown[] = [];
    let answer: object | undefined;
    const afterToolCall = ({ toolName, error, ...rest }: { toolName: string; error?: Error }) => {
      calls.push([toolName, error?.message, 'output' in rest]);
      return answer;
    };
    const messages = [user, asked('c1'), { role: 'tool', content: [result('c1', output)] }];
    expect(await told(messages, { hooks: { afterToolCall } })).toMatchObject([
      { value: output.value },
    ]);
    expect([calls, heard]).toEqual([[['place', message, false]], []]);
    answer = { output: { city: 'Rome' } };
    expect(await told(messages, { hooks: { afterToolCall } })).toEqual([
      { ...read, value: 'at Rome' },
    ]);
    expect(heard).toEqual([{ city: 'Rome' }]);
  });

  it('are told no further than maxResultChars, also where the client made the form', async () => {
    const text = (length: number) => ({ type: 'text', text: 'x'.repeat(length) });
    const form = { type: 'content', value: [text(8), text(8)] };
    const [cut] = await told([user, asked('c1'), { role: 'tool', content: [result('c1', form)] }]);
    expect(JSON.stringify(cut?.value)).toContain('4 of 16 characters left out');
    const whole = { type: 'content', value: [text(8)] };
    const [kept] = await told([
      user,
      asked('c1'),
      { role: 'tool', content: [result('c1', whole)] },
    ]);
    expect(kept?.value).toEqual(whole.value);
  });

  it('are heard of no more once the run is stopped', async () => {
    const controller = new AbortController();
    const names: unknown[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const afterToolCall = async ({ output }: { output?: unknown }) => {
      names.push((output as { city: string }).city);
      controller.abort();
      await held;
    };
    const content = [result('c1'), result('c2', city('Bergen'))];
    const run = told(
      [user, asked('c1', 'c2'), { role: 'tool', content }],
      { hooks: { afterToolCall } },
      { abortSignal: controller.signal },
    );
    expect(await run).toEqual([]);
    release();
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect(names).toEqual(['Oslo']);
  });

  it('leave no reader waiting when the logger throws', async () => {
    const broken = createTool({
      id: 'place',
      description: '',
      toModelOutput: () => {
        throw new Error('no form');
      },
    });
    const { agent } = quietAgent(scriptedModel(['done']), { tools: { place: broken } });
    const logger = () => {
      throw new Error('no log');
    };
    agent[joinRegistry]({
      logger: { debug: logger, info: logger, warn: logger, error: logger },
      tenon: undefined,
      generateId: undefined,
    });
    const stream = await agent.stream([
      user,
      asked('c1'),
      { role: 'tool', content: [result('c1')] },
    ] as never);
    expect(await collect(stream.fullStream)).toEqual([]);
    await expect(stream.text).rejects.toThrow('no log');
  });
});
