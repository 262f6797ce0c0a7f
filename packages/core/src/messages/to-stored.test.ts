import { describe, expect, it } from 'vitest';
import { type PromptMessage, toPrompt, toStoredParts, withToldOutput } from './index.ts';

const result = (toolCallId: string, output: object) =>
  ({ type: 'tool-result', toolCallId, toolName: 'our_look', output }) as const;
const callPart = (toolCallId: string, more: object = {}) =>
  ({
    type: 'tool-call',
    toolCallId,
    toolName: 'our_look',
    input: { a: [1, null] },
    ...more,
  }) as const;

const toKey = (name: string) => name.replace('our_', 'our.');
const toModelName = (key: string) => key.replace('our.', 'our_');

function throughStorage(role: 'user' | 'assistant', prompt: PromptMessage[]): PromptMessage[] {
  const parts = toStoredParts(prompt, toKey);
  const message = { id: 'm', role, createdAt: new Date(0), content: { format: 2, parts } } as const;
  return toPrompt([message], { toModelName });
}

describe('toStoredParts', () => {
  it('says all steps of an answer in parts that read back as they were', () => {
    const prompt = [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm', providerOptions: { p: { signature: 's' } } },
          { type: 'text', text: 'Let me look.', providerOptions: { p: { x: 1 } } },
          callPart('c1', { providerOptions: { p: { y: 2 } } }),
          callPart('c2'),
          callPart('c3'),
        ],
      },
      {
        role: 'tool',
        content: [
          result('c1', { type: 'json', value: { seen: [1] } }),
          result('c2', { type: 'error-text', value: 'broken' }),
          result('c3', { type: 'content', value: [{ type: 'text', text: 'a' }] }),
        ],
      },
      { role: 'assistant', content: [callPart('c4')] },
      { role: 'tool', content: [result('c4', { type: 'text', value: 'plain' })] },
      { role: 'assistant', content: [{ type: 'text', text: 'Done' }] },
    ] as unknown as PromptMessage[];
    const read = throughStorage('assistant', prompt);
    // what a provider notes of a call stands with its result too, once both are one part
    const [, results] = read as [PromptMessage, { content: { providerOptions?: object }[] }];
    expect(results.content[0]?.providerOptions).toEqual({ p: { y: 2 } });
    delete results.content[0]?.providerOptions;
    expect(read).toEqual(prompt);
  });

  it('names tools by their keys', () => {
    const parts = toStoredParts([{ role: 'assistant', content: [callPart('c1')] }], toKey);
    expect(parts).toMatchObject([{ toolInvocation: { toolName: 'our.look', state: 'call' } }]);
  });

  it('keeps files of every kind', () => {
    const file = (data: unknown) => ({ type: 'file', data, mediaType: 'image/png', filename: 'a' });
    const prompt = [
      { role: 'user', content: [file('AQI='), file(new URL('https://example.org/a.png'))] },
    ] as unknown as PromptMessage[];
    expect(throughStorage('user', prompt)).toEqual(prompt);
    const bytes = [{ role: 'user', content: [file(new Uint8Array([1, 2]))] }];
    expect(throughStorage('user', bytes as unknown as PromptMessage[])).toEqual([
      { role: 'user', content: [file('AQI=')] },
    ]);
  });

  it('keeps a call that a provider ran, with its result and the name the provider has for it', () => {
    const prompt = [
      {
        role: 'assistant',
        content: [
          callPart('s1', { providerExecuted: true }),
          result('s1', { type: 'json', value: [] }),
          callPart('s2', { providerExecuted: true }),
          result('s2', { type: 'error-json', value: { code: 1 } }),
        ],
      },
    ] as unknown as PromptMessage[];
    expect(throughStorage('assistant', prompt)).toEqual(prompt);
  });
});

describe('withToldOutput', () => {
  it('keeps what else Tenon and providers noted', () => {
    const output = { type: 'text', value: 'told' } as const;
    expect(withToldOutput({ p: { x: 1 }, mastra: { provider: 'q' } }, output)).toEqual({
      p: { x: 1 },
      mastra: { provider: 'q', modelOutput: output },
    });
  });
});
