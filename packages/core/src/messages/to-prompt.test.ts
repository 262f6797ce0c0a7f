import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TenonError } from '../base/errors.ts';
import { type MessageInput, makeWhole, type PromptMessage, toPrompt } from './index.ts';

const user = (text: string): PromptMessage => ({ role: 'user', content: [{ type: 'text', text }] });

describe('toPrompt', () => {
  it('takes texts as messages of the user', () => {
    expect(toPrompt('hi')).toEqual([user('hi')]);
    expect(toPrompt(['a', 'b'])).toEqual([user('a'), user('b')]);
    expect(toPrompt([])).toEqual([]);
  });

  it('takes any mixture of forms in order', () => {
    expect(
      toPrompt([
        'a',
        { role: 'user', content: 'b' },
        { id: '1', role: 'user', parts: [{ type: 'text', text: 'c' }] },
        { id: '2', role: 'user', content: { format: 2, parts: [{ type: 'text', text: 'd' }] } },
      ]),
    ).toEqual([user('a'), user('b'), user('c'), user('d')]);
  });

  it('gives a prompt back as it was', () => {
    const prompt = toPrompt([
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'get', input: 1 }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'get', result: 1 }],
      },
      { role: 'user', content: [{ type: 'image', image: 'https://example.com/a.png' }] },
    ]);
    expect(toPrompt(prompt)).toEqual(prompt);
  });

  it('calls tools by the names that the model knows', () => {
    const toModelName = (toolName: string) => toolName.replace('.', '_');
    const part = { toolCallId: 'c', toolName: 'my.tool' };
    const prompt = toPrompt(
      [
        { role: 'assistant', content: [{ type: 'tool-call', ...part }] },
        { role: 'tool', content: [{ type: 'tool-result', ...part, result: 1 }] },
        {
          role: 'assistant',
          parts: [{ type: 'tool-my.tool', toolCallId: 'd', state: 'output-available', output: 1 }],
        },
      ],
      { toModelName },
    );
    const names = prompt.flatMap((message) =>
      (message.content as unknown as { toolName: string }[]).map(({ toolName }) => toolName),
    );
    expect(names).toEqual(['my_tool', 'my_tool', 'my_tool', 'my_tool']);
  });

  it('makes texts well-formed, wherever they stand', () => {
    const bad = 'ok \ud83d end';
    const prompt = toPrompt([
      bad,
      { role: 'system', content: bad },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: bad },
          { type: 'tool-call', toolCallId: 'c', toolName: 'get', input: { [bad]: [bad] } },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: bad },
          { type: 'tool-get', toolCallId: 'd', state: 'output-error', errorText: bad },
        ],
      },
    ]);
    expect(JSON.stringify(prompt)).not.toMatch(/\\ud83d/);
    expect(JSON.stringify(prompt).match(/ok \ufffd end/g)).toHaveLength(7);
  });

  it('changes nothing in its argument', () => {
    const input: MessageInput = [
      {
        id: '1',
        role: 'assistant',
        parts: [
          {
            type: 'tool-get',
            toolCallId: 'c',
            state: 'output-available',
            input: { a: [1n] },
            output: { at: new Date(0) },
            callProviderMetadata: { mastra: { modelOutput: 'x' }, a: { b: 1 } },
          },
        ],
      },
    ];
    const before = structuredClone(input);
    toPrompt(input);
    expect(input).toEqual(before);
  });

  it.each<[unknown, string]>([
    [5, 'messages[0]: expected a message, got number.'],
    [undefined, 'messages[0]: expected a message, got undefined.'],
    [['a', null], 'messages[1]: expected a message, got null.'],
    [[['a']], 'messages[0]: expected a message, got array.'],
    [{ role: 'bot', content: 'x' }, 'messages[0]: unknown role "bot". Accepted: system, user,'],
    [{ content: 'x' }, 'messages[0]: unknown role undefined.'],
    [{ role: 'user' }, 'messages[0]: neither "content" nor "parts" is there.'],
    [{ role: 'user', content: null }, 'messages[0].content: must be a string or an array'],
    [{ role: 'user', content: {} }, 'messages[0]: "content" is an object without "parts".'],
    [{ role: 'user', content: { format: 3, parts: [] } }, 'messages[0]: a stored message of'],
    [
      ['a', { role: 'user', content: [{ type: 'text', text: 'x' }, { type: 'video' }] }],
      'messages[1].content[1]: a user message cannot hold a part of type "video". Accepted: text, image, file.',
    ],
    [
      { role: 'user', content: ['x'] },
      'messages[0].content[0]: a part must be an object, got "x".',
    ],
    [{ role: 'user', content: [{}] }, 'messages[0].content[0]: a user message cannot hold a part'],
    [
      { role: 'user', content: [{ type: 'text' }] },
      'messages[0].content[0]: "text" must be a string',
    ],
    [{ role: 'tool', content: 'x' }, 'messages[0].content: a tool message cannot hold'],
    [{ role: 'tool', parts: [] }, 'messages[0]: a message of role "tool" has "content"'],
    [
      { role: 'assistant', content: [{ type: 'tool-call', toolName: 'get' }] },
      'messages[0].content[0]: "toolCallId" must be a non-empty string, got undefined.',
    ],
    [
      { role: 'assistant', content: [{ type: 'tool-result', toolCallId: 'c', toolName: '' }] },
      'messages[0].content[0]: "toolName" must be a non-empty string, got an empty one.',
    ],
    [
      { role: 'user', parts: [{ type: 'tool-x', state: 'call' }] },
      'messages[0].parts[0]: a user or',
    ],
    [{ role: 'assistant', parts: [{ type: 'hologram' }] }, 'messages[0].parts[0]: an assistant'],
    [{ role: 'assistant', parts: [5] }, 'messages[0].parts[0]: must be an object, got number.'],
    [
      { role: 'assistant', parts: [{ type: 'tool-x', toolCallId: 'c', state: 'odd' }] },
      'messages[0].parts[0]: unknown state "odd" of a tool call.',
    ],
    [
      { role: 'assistant', content: { parts: [{ type: 'tool-invocation', toolInvocation: {} }] } },
      'messages[0].content.parts[0].toolInvocation: "toolName" must be a non-empty string',
    ],
  ])('refuses %j', (input, message) => {
    try {
      toPrompt(input as MessageInput);
      expect.unreachable();
    } catch (error) {
      expect(TenonError.is(error, 'AGENT_MESSAGES_INVALID')).toBe(true);
      expect((error as Error).message).toContain(message);
      expect((error as TenonError).details.index).toBe(Number(message.match(/\d+/)?.[0]));
    }
  });

  it('reports a message that cannot be read', () => {
    const hostile = {
      get role() {
        throw new Error('no');
      },
    };
    expect(() => toPrompt(['a', hostile as never])).toThrowError(
      'messages[1]: the message cannot be read.',
    );
  });
});

// ---- any input: refused, or a prompt in which calls and results pair up

const id = fc.constantFrom('a', 'b', 'a_2');
const junk = fc.anything({ withBigInt: true, withDate: true, maxDepth: 2 });
const state = fc.constantFrom(
  'input-streaming',
  'input-available',
  'output-available',
  'output-error',
  'output-denied',
  'call',
  'result',
);
const providerExecuted = fc.constantFrom(true, false, undefined);
const textPart = fc.record({
  type: fc.constant('text'),
  text: fc.constantFrom('', 'hi', '\ud83d'),
});
const callPart = fc.record({
  type: fc.constant('tool-call'),
  toolCallId: id,
  toolName: fc.constant('get'),
  input: junk,
  providerExecuted,
});
const resultPart = fc.record({
  type: fc.constant('tool-result'),
  toolCallId: id,
  toolName: fc.constant('get'),
  result: junk,
});
const uiPart = fc.oneof(
  textPart,
  fc.record({ type: fc.constantFrom('step-start', 'data-x', 'source-url') }),
  fc.record({
    type: fc.constant('tool-get'),
    toolCallId: id,
    state,
    output: junk,
    providerExecuted,
  }),
  fc.record({
    type: fc.constant('tool-invocation'),
    toolInvocation: fc.record({
      toolCallId: id,
      toolName: fc.constant('get'),
      state,
      result: junk,
    }),
  }),
);
const listOf = (part: fc.Arbitrary<unknown>) => fc.array(part, { maxLength: 5 });
const message = fc.oneof(
  { weight: 1, arbitrary: fc.string() },
  { weight: 2, arbitrary: fc.record({ role: fc.constant('user'), content: listOf(textPart) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      role: fc.constant('assistant'),
      content: listOf(fc.oneof(textPart, callPart, resultPart)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ role: fc.constant('tool'), content: listOf(resultPart) }) },
  { weight: 4, arbitrary: fc.record({ role: fc.constant('assistant'), parts: listOf(uiPart) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      role: fc.constantFrom('assistant', 'user'),
      content: fc.record({ format: fc.constant(2), parts: listOf(uiPart) }),
    }),
  },
);
const nonsense = fc.record(
  {
    role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'bot', undefined),
    content: fc.oneof(junk, listOf(junk), listOf(fc.record({ type: junk, text: junk }))),
    parts: fc.oneof(junk, listOf(fc.record({ type: junk, state: junk }))),
  },
  { requiredKeys: [] },
);

/** Each of our calls has one result directly after it, and no result stands anywhere else. */
function expectWhole(prompt: readonly PromptMessage[]): void {
  prompt.forEach((entry, index) => {
    if (entry.role === 'tool') {
      expect(prompt[index - 1]?.role).toBe('assistant');
      expect(entry.content.length).toBeGreaterThan(0);
    }
    if (entry.role !== 'assistant') return;
    const calls = entry.content.flatMap((part) =>
      part.type === 'tool-call' && !part.providerExecuted ? [part.toolCallId] : [],
    );
    const next = prompt[index + 1];
    const results = next?.role === 'tool' ? next.content.map((part) => part.toolCallId) : [];
    expect([...results].sort()).toEqual([...calls].sort());
    expect(new Set(calls).size).toBe(calls.length);
  });
}

describe('toPrompt and then makeWhole', () => {
  it('pair up calls and results of any history', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (input) => {
        let prompt: PromptMessage[];
        try {
          prompt = toPrompt(input as MessageInput);
        } catch (error) {
          expect(TenonError.is(error, 'AGENT_MESSAGES_INVALID')).toBe(true);
          return;
        }
        const whole = makeWhole(prompt);
        expectWhole(whole);
        expect(makeWhole(whole)).toBe(whole);
        expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
      }),
      { numRuns: 1000 },
    );
  });

  it('read or refuse any nonsense, and never fail otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(junk, nonsense, fc.array(fc.oneof(junk, nonsense))), (input) => {
        try {
          expectWhole(makeWhole(toPrompt(input as MessageInput)));
        } catch (error) {
          if (!TenonError.is(error, 'AGENT_MESSAGES_INVALID')) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });
});
