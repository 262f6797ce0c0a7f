import { call, failWith, type Step, scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Logger, silentLogger } from '../base/logger.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import { Agent, type AgentConfig, type RunOptions } from './index.ts';

const add = createTool({
  id: 'add',
  description: 'Adds',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.number(),
  requestContextSchema: z.object({ user: z.string().optional() }),
  toModelOutput: (sum) => `sum: ${sum}`,
  transform: { display: { output: () => '…' } },
  execute: async ({ a, b }) => a + b,
});
const fails = createTool({
  id: 'fails',
  description: 'Fails',
  execute: () => Promise.reject(new RangeError('S3CRET')),
});

/** The debug lines of a run, and what stands beside them. */
async function linesOf(
  steps: readonly Step[],
  config: Partial<AgentConfig> = {},
  logger: Partial<Logger> = { level: 'debug' },
  options: RunOptions = {},
) {
  const lines: string[] = [];
  const facts: unknown[] = [];
  const debug = (line: string, data: unknown) => {
    lines.push(line);
    facts.push(data);
  };
  const model = scriptedModel(steps);
  const tools = { add, fails };
  const agent = new Agent({ id: 'a', name: 'A', instructions: '', model, tools, ...config });
  agent[joinRegistry]({
    logger: { ...silentLogger, debug, ...logger },
    tenon: undefined,
    generateId: undefined,
  });
  await agent.generate('S3CRET', { runId: 'r', ...options }).catch(() => {});
  return { lines, facts, text: JSON.stringify([lines, facts]) };
}

const ofCalls = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith('Call ')).map((line) => line.replace(/^Call c /, ''));

describe('the debug log', () => {
  it('changes nothing where its logger throws', async () => {
    const model = scriptedModel([[call('add', { a: 1, b: 2 })], 'Done.']);
    const agent = new Agent({ id: 'a', name: 'A', instructions: '', model, tools: { add } });
    const debug = () => {
      throw new Error('full');
    };
    const logger = { ...silentLogger, level: 'debug', debug };
    agent[joinRegistry]({ logger, tenon: undefined, generateId: undefined });
    expect((await agent.generate('?')).text).toBe('Done.');
  });

  it('has one line for each stage of a call, and for each model call', async () => {
    const hooks = { beforeToolCall: () => {}, afterToolCall: () => {} };
    const budget = { maxToolCalls: 9 };
    const { lines, facts, text } = await linesOf(
      [[call('add', { a: 5, b: 7 }, { id: 'c' })], 'S3CRET'],
      { hooks },
      { level: 'debug' },
      { budget },
    );
    expect(lines).toEqual([
      'Model scripted/scripted-model is asked (messages: 1, tools: 2)',
      'Model scripted/scripted-model answered (tool-calls, calls: 1, tokens in: 10, out: 5)',
      'Call c of tool "add": the tool is there',
      'Call c of tool "add": its input is valid',
      'Call c of tool "add": within the budget',
      'Call c of tool "add": needs no approval',
      'Call c of tool "add": beforeToolCall let it pass',
      'Call c of tool "add": its request context is valid',
      'Call c of tool "add": started, attempt 1',
      'Call c of tool "add": its output is valid',
      'Call c of tool "add": afterToolCall heard of it',
      'Call c of tool "add": toModelOutput was asked what the model reads',
      'Call c of tool "add": its transform was asked what people see',
      'Call c of tool "add": ended with a result',
      'Model scripted/scripted-model is asked (messages: 3, tools: 2)',
      'Model scripted/scripted-model answered (stop, calls: 0, tokens in: 10, out: 5)',
    ]);
    const ofRun = { runId: 'r', agentId: 'a' };
    expect(facts[2]).toEqual({ ...ofRun, toolName: 'add', toolCallId: 'c' });
    expect(facts[1]).toMatchObject({ ...ofRun, finishReason: 'tool-calls', inputTokens: 10 });
    expect(text).not.toMatch(/S3CRET|12/);
  });

  it('names tool, call, path and expectation of bad input, and never the value', async () => {
    const { lines, text } = await linesOf([[call('add', { a: 'S3CRET' }, { id: 'c' })], 'Done.']);
    const invalid = expect.stringMatching(
      /^of tool "add": .*TOOL_INPUT_INVALID: .*: a: .*number.*; b: .*number/,
    );
    expect(ofCalls(lines)).toEqual([
      'of tool "add": the tool is there',
      invalid,
      'of tool "add": its transform was asked what people see',
      invalid,
    ]);
    expect(lines.join('')).not.toContain('\n');
    expect(text).not.toContain('S3CRET');
  });

  it('names the class of what a tool, a hook or a model throws, and not its words', async () => {
    const hooks = {
      beforeToolCall: ({ toolName }: { toolName: string }) => {
        if (toolName === 'add') throw new TypeError('S3CRET');
      },
    };
    const { lines, text } = await linesOf(
      [
        [call('fails', {}, { id: 'c' }), call('add', { a: 1, b: 2 }, { id: 'c' })],
        failWith(new SyntaxError('S3CRET')),
      ],
      { hooks, maxRetries: 0 },
    );
    expect(lines).toContain('Call c of tool "fails": threw: RangeError');
    expect(lines).toContain('Call c of tool "fails": ended with an error: RangeError');
    expect(lines).toContain('Call c_2 of tool "add": beforeToolCall threw: TypeError');
    expect(lines.at(-1)).toBe('Model scripted/scripted-model failed: SyntaxError');
    expect(text).not.toContain('S3CRET');
  });

  it('says that a model is asked again, and not what it failed with', async () => {
    const busy = Object.assign(new Error('S3CRET'), {
      statusCode: 429,
      responseHeaders: { 'retry-after-ms': '1' },
    });
    const { lines, text } = await linesOf([failWith(busy), 'Done.'], { maxRetries: 1 });
    expect(lines.slice(1, 3)).toEqual([
      'Model scripted/scripted-model failed: Error',
      expect.stringMatching(/^It is asked again in \d+ ms$/),
    ]);
    expect(text).not.toContain('S3CRET');
  });

  it('tells what a hook decides, and each attempt', async () => {
    const flaky = createTool({
      id: 'flaky',
      description: 'Fails once',
      retry: { attempts: 1, delayMs: 0 },
      execute: async (_input, { observe }) => {
        observe.log('info', 'tried');
        if (tries++ === 0) throw new Error('out of order');
        return { given: 'S3CRET' };
      },
    });
    let tries = 0;
    const hooks = {
      beforeToolCall: ({ toolName }: { toolName: string }) =>
        toolName === 'flaky' ? { input: { n: 'S3CRET' } } : { proceed: false, output: 'S3CRET' },
      afterToolCall: () => ({ output: 'S3CRET' }),
    };
    const { lines, text } = await linesOf(
      [[call('flaky', {}, { id: 'c' }), call('add', { a: 1, b: 2 }, { id: 'd' })], 'Done.'],
      { hooks, tools: { flaky, add } },
    );
    expect(ofCalls(lines).filter((line) => line.startsWith('of tool "flaky"'))).toEqual([
      'of tool "flaky": the tool is there',
      'of tool "flaky": its input is taken as it is',
      'of tool "flaky": needs no approval',
      'of tool "flaky": beforeToolCall replaced its input',
      'of tool "flaky": its input is taken as it is',
      'of tool "flaky": started, attempt 1',
      'of tool "flaky": started, attempt 2',
      'of tool "flaky": afterToolCall replaced its output',
      'of tool "flaky": ended with a result',
    ]);
    expect(lines).toContain('Call d of tool "add": beforeToolCall answered it');
    expect(text).not.toContain('S3CRET');
  });

  it.each<[string, object]>([
    ['says another level', { level: 'info' }],
    ['says no level', {}],
    ['says that it does not', { level: 'debug', isLevelEnabled: () => false }],
  ])('is not made for a logger that %s', async (_, logger) => {
    const { lines } = await linesOf([[call('add', { a: 1, b: 2 })], 'Done.'], {}, logger);
    expect(lines).toEqual([]);
  });

  it.each<[string, object]>([
    ['trace', { level: 'trace' }],
    ['isLevelEnabled', { isLevelEnabled: (level: string) => level === 'debug' }],
  ])('is made for a logger that says so by %s', async (_, logger) => {
    const { lines } = await linesOf([[call('add', { a: 1, b: 2 })], 'Done.'], {}, logger);
    expect(lines.length).toBeGreaterThan(5);
  });
});
