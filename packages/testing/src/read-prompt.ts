import type { PromptMessage, PromptPart } from './request.ts';

export interface PromptToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

export interface PromptToolResult {
  readonly toolCallId: string;
  readonly toolName: string;
  /** How the result was written: `'text'`, `'json'`, `'error-text'`, `'error-json'`, `'content'`, `'execution-denied'`. */
  readonly type: string;
  /** What the model reads; for `'execution-denied'` the reason. */
  readonly value: unknown;
  readonly isError: boolean;
}

/**
 * The tool calls that a prompt tells the model it has made, in order.
 *
 * @example expect(toolCallsIn(model.lastPrompt)).toMatchObject([{ toolName: 'weather', input: { city: 'Oslo' } }]);
 */
export function toolCallsIn(prompt: readonly PromptMessage[]): PromptToolCall[] {
  return partsOf(prompt, 'tool-call').map(({ toolCallId = '', toolName = '', input }) => ({
    toolCallId,
    toolName,
    input,
  }));
}

/**
 * The tool results that a prompt gives the model, in order, those of the provider's own tools too.
 *
 * @example expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ toolName: 'weather', isError: false }]);
 */
export function toolResultsIn(prompt: readonly PromptMessage[]): PromptToolResult[] {
  return partsOf(prompt, 'tool-result').map(({ toolCallId = '', toolName = '', output }) => {
    const {
      type = 'unknown',
      value,
      reason,
    } = (output ?? {}) as {
      type?: string;
      value?: unknown;
      reason?: unknown;
    };
    const isError = type.startsWith('error');
    return { toolCallId, toolName, type, value: value === undefined ? reason : value, isError };
  });
}

/**
 * The text of one message, its text parts joined. Empty when the message is absent or has none.
 *
 * @example expect(textOf(model.lastPrompt.at(-1))).toBe('How is the weather in Oslo?');
 */
export function textOf(message: PromptMessage | undefined): string {
  if (message === undefined) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}

function partsOf(prompt: readonly PromptMessage[], type: string): PromptPart[] {
  return prompt.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter((part) => part.type === type),
  );
}
