import { describe, expect, it } from 'vitest';
import {
  makeWhole,
  type PromptMessage,
  type PromptToolCallPart,
  type PromptToolResultPart,
  toPrompt,
} from './index.ts';

const user = (text: string): PromptMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const say = (text: string): PromptMessage => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
});
const call = (toolCallId: string, input: unknown = {}): PromptToolCallPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'get',
  input,
});
const result = (toolCallId: string, value = toolCallId): PromptToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'get',
  output: { type: 'text', value },
});
const ask = (...content: PromptToolCallPart[]): PromptMessage => ({ role: 'assistant', content });
const tell = (...content: PromptToolResultPart[]): PromptMessage => ({ role: 'tool', content });
const missing = (toolCallId: string): PromptToolResultPart => ({
  ...result(toolCallId),
  output: { type: 'error-text', value: 'No result: the call was not finished.' },
});

describe('makeWhole', () => {
  it('gives the same array when nothing has to change', () => {
    const messages = [
      user('hi'),
      ask(call('a'), call('b')),
      tell(result('b'), result('a')),
      say('ok'),
    ];
    expect(makeWhole(messages)).toBe(messages);
  });

  it('keeps system messages where they stand when something has to change', () => {
    const system: PromptMessage = { role: 'system', content: 'Be brief.' };
    expect(makeWhole([user('go'), ask(call('a')), user('and?'), system, say('ok')])).toEqual([
      user('go'),
      ask(call('a')),
      tell(missing('a')),
      user('and?'),
      system,
      say('ok'),
    ]);
  });

  it('tells the model that a call without result was not finished', () => {
    expect(makeWhole([ask(call('a'), call('b')), tell(result('b')), user('and?')])).toEqual([
      ask(call('a'), call('b')),
      tell(result('b'), missing('a')),
      user('and?'),
    ]);
    expect(makeWhole([user('go'), ask(call('a'))])).toEqual([
      user('go'),
      ask(call('a')),
      tell(missing('a')),
    ]);
  });

  it('leaves out results without a call and second results', () => {
    expect(
      makeWhole([
        tell(result('x')),
        ask(call('a')),
        tell(result('a', 'first'), result('y')),
        tell(result('a', 'second')),
      ]),
    ).toEqual([ask(call('a')), tell(result('a', 'first'))]);
  });

  it('keeps two pairs where two turns use one id, and gives the second an id of its own', () => {
    const id = 'functions.get:0';
    const messages = [
      ask(call(id, { n: 1 })),
      tell(result(id, 'one')),
      ask(call(id, { n: 2 })),
      tell(result(id, 'two')),
    ];
    expect(makeWhole(messages)).toEqual([
      ask(call(id, { n: 1 })),
      tell(result(id, 'one')),
      ask(call(`${id}_2`, { n: 2 })),
      tell(result(`${id}_2`, 'two')),
    ]);
    // the first was never answered: the second's results are not its own
    const open = [ask(call(id)), user('again'), ask(call(id)), tell(result(id), result(id))];
    expect(makeWhole(open)).toEqual([
      ask(call(id)),
      tell(missing(id)),
      user('again'),
      ask(call(`${id}_2`)),
      tell(result(`${id}_2`, id)),
    ]);
  });

  it('puts results directly after their calls', () => {
    expect(
      makeWhole([
        ask(call('a')),
        ask(call('b')),
        user('wait'),
        tell(result('b')),
        tell(result('a')),
      ]),
    ).toEqual([ask(call('a')), tell(result('a')), ask(call('b')), tell(result('b')), user('wait')]);
  });

  it('tells two calls with one id in one message apart', () => {
    const twice = call('a');
    expect(
      makeWhole([ask(twice, twice, call('a_2')), tell(result('a', '1'), result('a', '2'))]),
    ).toEqual([
      ask(call('a'), call('a_3'), call('a_2')),
      tell(result('a', '1'), result('a_3', '2'), missing('a_2')),
    ]);
  });

  it('leaves results of calls that the provider ran where they are', () => {
    const ran = { ...call('p'), providerExecuted: true };
    const messages: PromptMessage[] = [{ role: 'assistant', content: [ran, result('p')] }];
    expect(makeWhole(messages)).toBe(messages);
    const pending: PromptMessage[] = [{ role: 'assistant', content: [ran] }];
    expect(makeWhole(pending)).toBe(pending);
    expect(makeWhole([...pending, tell(result('p'))])).toEqual(messages);
    const later: PromptMessage[] = [...pending, { role: 'assistant', content: [result('p')] }];
    expect(makeWhole(later)).toBe(later);
  });

  it('moves results of our own calls out of assistant messages', () => {
    expect(makeWhole([{ role: 'assistant', content: [call('a'), result('a')] }])).toEqual([
      ask(call('a')),
      tell(result('a')),
    ]);
  });

  it('drops empty messages and keeps what only has options', () => {
    const signed: PromptMessage = {
      role: 'assistant',
      content: [{ type: 'reasoning', text: '', providerOptions: { a: { signature: 's' } } }],
    };
    expect(
      makeWhole([
        { role: 'system', content: '' },
        user(''),
        { role: 'user', content: [] },
        say(''),
        tell(),
        signed,
        user('hi'),
      ]),
    ).toEqual([{ role: 'system', content: '' }, signed, user('hi')]);
  });

  it('keeps the options of a tool message it adds to', () => {
    const options = { anthropic: { cacheControl: { type: 'ephemeral' } } };
    expect(
      makeWhole([
        ask(call('a'), call('b')),
        { role: 'tool', content: [result('a')], providerOptions: options },
      ]),
    ).toEqual([
      ask(call('a'), call('b')),
      { role: 'tool', content: [result('a'), missing('b')], providerOptions: options },
    ]);
  });

  it('gives client tools the results of the request as they came', () => {
    const messages = toPrompt([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [call('a'), call('b'), call('c')] },
      { role: 'tool', content: [result('c'), result('a'), result('b')] },
    ]);
    expect(makeWhole(messages)).toBe(messages);
  });

  it('changes nothing in its argument', () => {
    const messages = [ask(call('a'), call('a')), tell(result('a'), result('z'))];
    const before = structuredClone(messages);
    makeWhole(messages);
    expect(messages).toEqual(before);
  });
});
