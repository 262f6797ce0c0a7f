import { describe, expect, it } from 'vitest';
import { type MessageInput, makeWhole, toPrompt } from './index.ts';

const origin = { mastra: { provider: 'openai.responses', modelOutput: undefined } };
const facts = { openai: { itemId: 'i' } };
const metadata = { ...facts, ...origin };
const named = { toolCallId: 'c', toolName: 'mcp.look up' };

/** Each form in which a history may tell of a call that a provider ran, with or without an error. */
const forms: Readonly<Record<string, (outcome: 'found' | 'failed') => MessageInput>> = {
  'a model message': (outcome) => [
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          ...named,
          input: { q: 1 },
          providerExecuted: true,
          providerOptions: metadata,
        },
        {
          type: 'tool-result',
          ...named,
          output:
            outcome === 'found'
              ? { type: 'json', value: [1] }
              : { type: 'error-json', value: 'busy' },
          providerOptions: facts,
        },
      ],
    },
  ],
  'a UI message': (outcome) => [
    {
      role: 'assistant',
      parts: [
        {
          type: 'dynamic-tool',
          ...named,
          input: { q: 1 },
          ...(outcome === 'found'
            ? { state: 'output-available', output: [1] }
            : { state: 'output-error', errorText: 'busy' }),
          providerExecuted: true,
          callProviderMetadata: metadata,
          resultProviderMetadata: facts,
        },
      ],
    },
  ],
  'a stored message': (outcome) => [
    {
      role: 'assistant',
      content: {
        format: 2,
        parts: [
          {
            type: 'tool-invocation',
            toolInvocation: {
              ...named,
              args: { q: 1 },
              ...(outcome === 'found'
                ? { state: 'result', result: [1] }
                : { state: 'output-error', errorText: 'busy' }),
            },
            providerExecuted: true,
            providerMetadata: metadata,
          },
        ],
      },
    },
  ],
};

const toModelName = (toolName: string): string => toolName.replaceAll(/\W/g, '_');
const read = (input: MessageInput) => makeWhole(toPrompt(input, { toModelName }));

describe.each(Object.keys(forms))('a call that a provider ran, in %s', (form) => {
  const toInput = forms[form] as (typeof forms)[string];

  it("keeps the provider's name for the tool, what the provider said, and who it was", () => {
    expect(read(toInput('found'))).toEqual([
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            ...named,
            input: { q: 1 },
            providerExecuted: true,
            providerOptions: { ...facts, mastra: { provider: 'openai.responses' } },
          },
          {
            type: 'tool-result',
            ...named,
            output: { type: 'json', value: [1] },
            providerOptions: facts,
          },
        ],
      },
    ]);
  });

  it('keeps its error as the provider gave it', () => {
    expect(read(toInput('failed'))).toMatchObject([
      { content: [{}, { output: { type: 'error-json', value: 'busy' } }] },
    ]);
  });
});

it('does not keep who ran a call of our own, which is nobody else', () => {
  const content = [{ type: 'tool-call', ...named, input: {}, providerOptions: metadata } as const];
  expect(read([{ role: 'assistant', content }])).toMatchObject([
    { content: [{ toolName: 'mcp_look_up', providerOptions: facts }] },
    {},
  ]);
  const [message] = read([{ role: 'assistant', content }]);
  expect(JSON.stringify(message)).not.toContain('mastra');
});
