import { describe, expect, it } from 'vitest';
import {
  type MessageInput,
  type StoredPart,
  type StoredToolInvocation,
  toPrompt,
  type UiPart,
} from './index.ts';

const ui = (...parts: UiPart[]): MessageInput => ({ id: '1', role: 'assistant', parts });
const stored = (...parts: StoredPart[]): MessageInput => ({
  id: '1',
  role: 'assistant',
  createdAt: new Date(0),
  content: { format: 2, parts },
});
const invoke = (
  state: StoredToolInvocation['state'],
  fields: Partial<StoredToolInvocation> = {},
): StoredPart => ({
  type: 'tool-invocation',
  toolInvocation: { state, toolCallId: 'c', toolName: 'get', args: { n: 1 }, ...fields },
});
const text = (value: string) => ({ type: 'text' as const, text: value });
const call = (toolCallId: string, toolName = 'get', input: unknown = { n: 1 }) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
});
const result = (toolCallId: string, output: unknown, toolName = 'get') => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output,
});

describe('a UI message', () => {
  it('of a user is its texts and files', () => {
    expect(
      toPrompt({
        id: '1',
        role: 'user',
        parts: [
          text('look'),
          {
            type: 'file',
            url: 'data:image/png;base64,AAAA',
            mediaType: 'image/png',
            filename: 'a',
          },
          { type: 'data-location' },
        ],
      }),
    ).toEqual([
      {
        role: 'user',
        content: [
          text('look'),
          { type: 'file', data: 'AAAA', mediaType: 'image/png', filename: 'a' },
        ],
      },
    ]);
  });

  it('of an assistant becomes an assistant and a tool message for each step', () => {
    expect(
      toPrompt(
        ui(
          { type: 'step-start' },
          { type: 'reasoning', text: 'hm', providerMetadata: { a: { signature: 's' } } },
          text('let me see'),
          { type: 'tool-get', toolCallId: '1', state: 'output-available', input: {}, output: 'x' },
          {
            type: 'dynamic-tool',
            toolName: 'put',
            toolCallId: '2',
            state: 'output-error',
            input: undefined,
            rawInput: 'cut o',
            errorText: 'not JSON',
          },
          { type: 'source-url' },
          { type: 'step-start' },
          text('done'),
        ),
      ),
    ).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { a: { signature: 's' } } },
          text('let me see'),
          call('1', 'get', {}),
          call('2', 'put', 'cut o'),
        ],
      },
      {
        role: 'tool',
        content: [
          result('1', { type: 'text', value: 'x' }),
          result('2', { type: 'error-text', value: 'not JSON' }, 'put'),
        ],
      },
      { role: 'assistant', content: [text('done')] },
    ]);
  });

  it('gives a call that waits without a result and leaves out one still being written', () => {
    expect(
      toPrompt(
        ui(
          { type: 'tool-get', toolCallId: '1', state: 'input-streaming', input: { n: undefined } },
          { type: 'tool-get', toolCallId: '2', state: 'input-available', input: { n: 1 } },
          {
            type: 'tool-get',
            toolCallId: '3',
            state: 'approval-requested',
            input: { n: 1 },
            approval: { id: 'a' },
          },
        ),
      ),
    ).toEqual([{ role: 'assistant', content: [call('2'), call('3')] }]);
  });

  it('keeps calls that the provider ran in the assistant message', () => {
    expect(
      toPrompt(
        ui(
          {
            type: 'tool-get',
            toolCallId: '1',
            state: 'output-available',
            input: { n: 1 },
            output: 'x',
            providerExecuted: true,
          },
          text('found'),
        ),
      ),
    ).toEqual([
      {
        role: 'assistant',
        content: [
          { ...call('1'), providerExecuted: true },
          result('1', { type: 'text', value: 'x' }),
          text('found'),
        ],
      },
    ]);
  });

  it('of version 4 is its calls, its text and its attachments', () => {
    expect(
      toPrompt([
        {
          role: 'user',
          parts: [],
          content: 'look',
          experimental_attachments: [
            { url: 'https://example.com/a.png', contentType: 'image/png', name: 'a' },
          ],
        },
        {
          role: 'assistant',
          parts: [],
          content: 'done',
          toolInvocations: [
            { state: 'result', toolCallId: '1', toolName: 'get', args: { n: 1 }, result: 5 },
          ],
        },
      ]),
    ).toEqual([
      {
        role: 'user',
        content: [
          text('look'),
          {
            type: 'file',
            data: new URL('https://example.com/a.png'),
            mediaType: 'image/png',
            filename: 'a',
          },
        ],
      },
      { role: 'assistant', content: [call('1')] },
      { role: 'tool', content: [result('1', { type: 'json', value: 5 })] },
      { role: 'assistant', content: [text('done')] },
    ]);
  });
});

describe('a stored message', () => {
  it.each([
    ['result', { result: 'x' }, { type: 'text', value: 'x' }],
    ['result', { result: { n: 1n } }, { type: 'json', value: { n: '1' } }],
    ['result', {}, { type: 'json', value: null }],
    ['result', { result: '' }, { type: 'text', value: '' }],
    ['result', { result: 0 }, { type: 'json', value: 0 }],
    ['result', { result: 'x', isError: true }, { type: 'error-text', value: 'x' }],
    ['output-error', { errorText: 'boom' }, { type: 'error-text', value: 'boom' }],
    ['output-error', {}, { type: 'error-text', value: 'The tool failed.' }],
    [
      'output-denied',
      { approval: { id: 'a', approved: false, reason: 'too late' } },
      { type: 'text', value: 'too late' },
    ],
    ['output-denied', {}, { type: 'text', value: 'Tool call was not approved by the user' }],
    [
      'approval-responded',
      { approval: { id: 'a', approved: false } },
      { type: 'text', value: 'Tool call was not approved by the user' },
    ],
  ] as const)('tells a call in state %s with %o', (state, fields, output) => {
    expect(toPrompt(stored(invoke(state, fields)))).toEqual([
      { role: 'assistant', content: [call('c')] },
      { role: 'tool', content: [result('c', output)] },
    ]);
  });

  it('tells what was made for the model in place of the raw result, and nothing else of ours', () => {
    const part = {
      ...invoke('result', { result: { secret: 'raw marker' } }),
      providerMetadata: {
        mastra: { modelOutput: { type: 'text', value: 'mapped' }, other: 1 },
        openai: { itemId: 'i' },
      },
    };
    const prompt = toPrompt(stored(part as StoredPart));
    expect(prompt).toEqual([
      {
        role: 'assistant',
        content: [{ ...call('c'), providerOptions: { openai: { itemId: 'i' } } }],
      },
      {
        role: 'tool',
        content: [
          {
            ...result('c', { type: 'text', value: 'mapped' }),
            providerOptions: { openai: { itemId: 'i' } },
          },
        ],
      },
    ]);
    expect(JSON.stringify(prompt)).not.toMatch(/raw marker|mastra/);
  });

  it('begins a new step after results where none are marked', () => {
    expect(
      toPrompt(
        stored(
          invoke('result', { toolCallId: '1', result: 'x' }),
          { type: 'data-progress', data: 1 },
          invoke('result', { toolCallId: '2', result: 'y' }),
          text('done'),
        ),
      ),
    ).toEqual([
      { role: 'assistant', content: [call('1'), call('2')] },
      {
        role: 'tool',
        content: [
          result('1', { type: 'text', value: 'x' }),
          result('2', { type: 'text', value: 'y' }),
        ],
      },
      { role: 'assistant', content: [text('done')] },
    ]);
  });

  it('is read in the older spellings too', () => {
    expect(
      toPrompt([
        stored(
          { type: 'reasoning', reasoning: '', details: [{ type: 'text', text: 'hm' }] },
          { type: 'file', data: 'AAAA', mimeType: 'image/png' },
          { type: 'error', error: { message: 'gone' } },
        ) as never,
        { id: '2', role: 'user', content: { format: 2, parts: [], content: 'hi' } },
        { id: '3', role: 'system', content: { format: 2, parts: [text('a'), text('b')] } },
      ]),
    ).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'file', data: 'AAAA', mediaType: 'image/png' },
        ],
      },
      { role: 'user', content: [text('hi')] },
      { role: 'system', content: 'a\nb' },
    ]);
  });
});
