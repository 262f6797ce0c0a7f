import { call, collect, scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../base/logger.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import { Agent } from './index.ts';

const act = createTool({ id: 'act', description: '', execute: async () => 1 });

function agentWith(config: object = {}) {
  const model = scriptedModel([[call('act')], 'Done.']);
  const options = { id: 'a', name: 'a', instructions: '', model, tools: { act }, ...config };
  const agent = new Agent(options);
  agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
  return { agent, model };
}

const wrong = [null, 5, true, 'odd', [5], { odd: 5 }, () => 1, Symbol('odd')];
const functions = ['onAbort', 'onChunk', 'onError', 'onFinish', 'onStepFinish', 'prepareStep'];
const records = ['clientTools', 'toolsets', 'modelSettings', 'providerOptions'];
const cases: [option: string, wrong: unknown[]][] = [
  ...functions.map((option): [string, unknown[]] => [option, wrong.filter((v) => !isFunction(v))]),
  ...records.map((option): [string, unknown[]] => [option, [null, 5, true, 'odd', [5]]]),
  ['hooks', [...wrong, { beforeToolCall: 5 }, { beforeToolcall: () => ({ proceed: false }) }]],
  ['stopWhen', wrong.filter((value) => !isFunction(value))],
  ['activeTools', wrong],
  ['abortSignal', wrong],
  ['requestContext', [5, true, 'odd', { team: 'blue' }]],
  ['toolChoice', wrong],
  ['toolCallConcurrency', [null, 'odd', true]],
  ['runId', [null, '', 5, Symbol('odd')]],
];

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

describe('an option of the wrong form', () => {
  it.each(cases)('is named before anything is asked: %s', async (option, values) => {
    for (const value of values) {
      const { agent, model } = agentWith();
      const error = {
        id: 'AGENT_OPTION_INVALID',
        message: expect.stringMatching(`^Agent "a": the option "${option}" must be`),
      };
      await expect(agent.stream('?', { [option]: value } as never)).rejects.toMatchObject(error);
      const { agent: withDefaults } = agentWith({ defaultOptions: { [option]: value } });
      await expect(withDefaults.generate('?')).rejects.toMatchObject(error);
      expect(model.requests).toEqual([]);
    }
  });

  it('is named when the agent is made', () => {
    for (const option of ['hooks', 'defaultOptions']) {
      for (const value of [null, 5, 'odd', true, [5]]) {
        expect(() => agentWith({ [option]: value })).toThrow(
          expect.objectContaining({
            id: 'AGENT_OPTION_INVALID',
            message: expect.stringContaining(`"${option}" must be`),
          }),
        );
      }
    }
  });

  it('is named when prepareStep gives it', async () => {
    const options = [
      'activeTools',
      'modelSettings',
      'systemMessages',
      'toolChoice',
      'tools',
      'workspace',
    ];
    for (const option of options) {
      for (const value of [null, 5, 'odd', true]) {
        const { agent, model } = agentWith();
        const prepareStep = () => ({ [option]: value }) as never;
        await expect(agent.generate('?', { prepareStep })).rejects.toMatchObject({
          id: 'AGENT_OPTION_INVALID',
          message: expect.stringMatching(`prepareStep of agent "a" gave: the option "${option}"`),
        });
        expect(model.requests).toEqual([]);
      }
    }
  });
});

it('what a tool writes in a form of its own does not break the stream of texts', async () => {
  const odd = createTool({
    id: 'act',
    description: '',
    execute: async (_, { writer }) => {
      await writer.custom({ type: 'text-delta' });
      await writer.custom({ type: 'text-delta', payload: { text: 5 } });
    },
  });
  const { agent } = agentWith({ tools: { act: odd } });
  const stream = await agent.stream('?');
  expect((await collect(stream.textStream)).join('')).toBe('Done.');
});
