import { expect, it } from 'vitest';
import { type PromptMessage, textOf, toolCallsIn, toolResultsIn } from './index.ts';

const result = (toolCallId: string, output: unknown) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'weather',
  output,
});

const prompt: PromptMessage[] = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Oslo' },
      { type: 'file', mediaType: 'image/png', data: 'AAAA' },
      { type: 'text', text: '?' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: { city: 'Oslo' } },
      result('p', { type: 'json', value: 1 }),
    ],
  },
  {
    role: 'tool',
    content: [
      result('a', { type: 'json', value: { sky: 'clear' } }),
      result('b', { type: 'error-text', value: 'no such city' }),
      result('c', { type: 'execution-denied', reason: 'not today' }),
      result('d', { type: 'json', value: null }),
    ],
  },
];

it('finds the calls of a prompt', () => {
  expect(toolCallsIn(prompt)).toEqual([
    { toolCallId: 'a', toolName: 'weather', input: { city: 'Oslo' } },
  ]);
});

it('finds the results of a prompt, and tells errors apart', () => {
  expect(toolResultsIn(prompt).map(({ toolName: _, ...rest }) => rest)).toEqual([
    { toolCallId: 'p', type: 'json', value: 1, isError: false },
    { toolCallId: 'a', type: 'json', value: { sky: 'clear' }, isError: false },
    { toolCallId: 'b', type: 'error-text', value: 'no such city', isError: true },
    { toolCallId: 'c', type: 'execution-denied', value: 'not today', isError: false },
    { toolCallId: 'd', type: 'json', value: null, isError: false },
  ]);
});

it('reads the text of a message', () => {
  expect(prompt.map(textOf)).toEqual(['Be brief.', 'Oslo?', '', '']);
  expect(textOf(undefined)).toBe('');
});
