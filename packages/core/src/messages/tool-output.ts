import type { Json, ToolResultOutput } from './prompt.ts';

/** How a model is told the JSON-safe result of a call: a text as text, anything else as JSON. */
export function toToolOutput(value: Json): ToolResultOutput {
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value };
}

/** How a model is told that a call failed. */
export function toErrorOutput(message: string): ToolResultOutput {
  return { type: 'error-text', value: message };
}
