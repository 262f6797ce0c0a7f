import { describe, expect, it } from 'vitest';
import { type MessageInput, type PromptMessage, toPrompt } from './index.ts';

const one = (message: MessageInput): PromptMessage | undefined => toPrompt(message)[0];

describe('a model message', () => {
  it('may have a text for content', () => {
    expect(toPrompt([{ role: 'system', content: 'be brief' }])).toEqual([
      { role: 'system', content: 'be brief' },
    ]);
    expect(one({ role: 'user', content: 'hi' })).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'hi' }],
    });
    expect(one({ role: 'assistant', content: 'hi' })).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'hi' }],
    });
  });

  it('keeps the order of its parts and their provider options', () => {
    expect(
      one({
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { a: { signature: 's' } } },
          { type: 'text', text: 'so' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'get', input: { n: 1 } },
        ],
        providerOptions: { a: { cache: true } },
      }),
    ).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm', providerOptions: { a: { signature: 's' } } },
        { type: 'text', text: 'so' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'get', input: { n: 1 } },
      ],
      providerOptions: { a: { cache: true } },
    });
  });

  it('keeps calls that the provider ran beside their results', () => {
    expect(
      one({
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: 'c',
            toolName: 'web',
            input: {},
            providerExecuted: true,
          },
          { type: 'tool-result', toolCallId: 'c', toolName: 'web', output: 'found' },
        ],
      }),
    ).toEqual({
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'c', toolName: 'web', input: {}, providerExecuted: true },
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'web',
          output: { type: 'text', value: 'found' },
        },
      ],
    });
  });

  it.each([
    [{ input: { n: 1n } }, { n: '1' }],
    [{ args: { at: new Date(0) } }, { at: '1970-01-01T00:00:00.000Z' }],
    [{}, {}],
    [{ input: null }, {}],
    [{ input: 0 }, 0],
  ])('reads the input of a call from %o', (fields, input) => {
    const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'get', ...fields };
    expect(one({ role: 'assistant', content: [call] })?.content[0]).toMatchObject({ input });
  });

  it.each([
    [{ output: { type: 'json', value: [1] } }, { type: 'json', value: [1] }],
    [{ output: { type: 'error-text', value: 'x' } }, { type: 'error-text', value: 'x' }],
    [{ output: { n: 1 } }, { type: 'json', value: { n: 1 } }],
    [{ output: null }, { type: 'json', value: null }],
    [{ result: 'ok \ud83d end' }, { type: 'text', value: 'ok \ufffd end' }],
    [
      { result: { type: 'text', value: 'raw' } },
      { type: 'json', value: { type: 'text', value: 'raw' } },
    ],
    [{ result: false }, { type: 'json', value: false }],
    [{}, { type: 'json', value: null }],
    [
      { result: 'boom', isError: true },
      { type: 'error-text', value: 'boom' },
    ],
    [
      { result: { message: 'boom' }, isError: true },
      { type: 'error-text', value: 'boom' },
    ],
    [
      { result: { code: 5 }, isError: true },
      { type: 'error-text', value: '{"code":5}' },
    ],
    [
      { output: 'boom', isError: true },
      { type: 'error-text', value: 'boom' },
    ],
    [
      { result: 'raw', providerOptions: { mastra: { modelOutput: { type: 'text', value: 'm' } } } },
      { type: 'text', value: 'm' },
    ],
  ])('reads the output of a result from %o', (fields, output) => {
    const result = { type: 'tool-result' as const, toolCallId: 'c', toolName: 'get', ...fields };
    expect(one({ role: 'tool', content: [result] })?.content[0]).toEqual({
      type: 'tool-result',
      toolCallId: 'c',
      toolName: 'get',
      output,
    });
  });

  it('loses what no model may or can see', () => {
    expect(
      toPrompt([
        {
          role: 'assistant',
          content: [
            { type: 'text', text: '' },
            { type: 'redacted-reasoning', data: 'x' },
            {
              type: 'text',
              text: 'hi',
              providerOptions: { mastra: { modelOutput: 1 }, a: { b: 1 } },
            },
            { type: 'tool-approval-request', approvalId: 'a' },
          ],
        },
        { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a' }] },
      ]),
    ).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'hi', providerOptions: { a: { b: 1 } } }],
      },
      { role: 'tool', content: [] },
    ]);
  });
});
