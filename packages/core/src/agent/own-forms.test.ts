import { call, collect, scriptedModel, toolResultsIn } from '@tenon/testing';
import { expect, it } from 'vitest';
import { createTool } from '../tools/index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

it('tells the model the same in every prompt, although the tool goes on changing the form it made', async () => {
  const form = { type: 'json', value: { count: 0, list: [] as number[] } };
  const tool = createTool({
    id: 'count',
    description: '',
    execute: async () => 'counted',
    toModelOutput: () => {
      form.value.count++;
      form.value.list.push(form.value.count);
      return form;
    },
  });
  const model = scriptedModel([[call('count', {})], [call('count', {})], 'done']);
  await quietAgent(model, { tools: { count: tool } }).agent.generate('?');
  expect(toolResultsIn(model.lastPrompt).map(({ value }) => value)).toEqual([
    { count: 1, list: [1] },
    { count: 2, list: [1, 2] },
  ]);
});

it('keeps an error as it was, although a transform changes the one that it is told of', async () => {
  class OutOfMoney extends Error {
    readonly account = 'A-1';
  }
  const seen: unknown[] = [];
  const tool = createTool({
    id: 'pay',
    description: '',
    transform: {
      display: {
        error: ({ error }) => {
          const given = error as Error;
          seen.push((given.cause as OutOfMoney).account, given instanceof Error);
          given.message = 'no comment';
          return given;
        },
      },
    },
    execute: async () => {
      throw new OutOfMoney('account A-1 is empty');
    },
  });
  const model = scriptedModel([[call('pay', {})], 'done']);
  const stream = await quietAgent(model, { tools: { pay: tool } }).agent.stream('?');
  const shown = JSON.stringify(await collect(stream.toDisplayStream()));
  expect(seen).toEqual(['A-1', true]);
  expect(shown).toContain('no comment');
  expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ value: 'account A-1 is empty' }]);
});

/** As some libraries have it: it can be awaited, but its `then` gives nothing. */
const thenable = (value: unknown, after: (go: () => void) => void = (go) => go()) => ({
  // biome-ignore lint/suspicious/noThenProperty: what the test is about
  then(resolve: (value: unknown) => void): void {
    after(() => resolve(value));
  },
});

it('waits for whatever can be awaited that a function of a tool gives', async () => {
  const order: string[] = [];
  const later = (word: string) =>
    thenable(word, (go) =>
      setImmediate(() => {
        order.push(word);
        go();
      }),
    );
  const tool = createTool({
    id: 'pay',
    description: '',
    onInputStart: () => later('begun'),
    onOutput: () => later('heard'),
    toModelOutput: () => later('for the model'),
    transform: { display: { output: () => later('for people') } },
    execute: async () => 'paid',
  });
  const model = scriptedModel([[call('pay', {})], 'done']);
  const stream = await quietAgent(model, { tools: { pay: tool } }).agent.stream('?');
  const shown = JSON.stringify(await collect(stream.toDisplayStream()));
  expect(order).toEqual(['begun', 'heard', 'for the model', 'for people']);
  expect(shown).toContain('"result":"for people"');
  expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ value: 'for the model' }]);
});
