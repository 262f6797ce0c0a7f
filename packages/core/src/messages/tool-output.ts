import type { Json } from '../base/json.ts';
import { toJsonSafe } from '../base/json-safe.ts';
import type { ToolResultOutput } from './prompt.ts';
import { readToolContentPart } from './tool-content.ts';

/** How a model is told the JSON-safe result of a call: a text as text, anything else as JSON. */
export function toToolOutput(value: Json): ToolResultOutput {
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value };
}

/** How a model is told that a call failed. */
export function toErrorOutput(message: string): ToolResultOutput {
  return { type: 'error-text', value: message };
}

/** How a model is told that a person said no: as a text, since not every specification has a form for it. */
export function toDeniedOutput(reason?: string): ToolResultOutput & { readonly type: 'text' } {
  return { type: 'text', value: reason || 'Tool call was not approved by the user' };
}

/**
 * Reads what claims to be a tool output, such as a stored one or what `toModelOutput` gave. Images and files in
 * content become `media`, the form that is stored; a bare text is a text; whatever is no envelope is told as JSON.
 */
export function readToolOutput(value: unknown): ToolResultOutput {
  const safe = toJsonSafe(value);
  if (!isJsonObject(safe)) return toToolOutput(safe);
  switch (safe.type) {
    case 'text':
    case 'error-text':
      return typeof safe.value === 'string'
        ? { type: safe.type, value: safe.value }
        : toToolOutput(safe);
    case 'json':
    case 'error-json':
      return { type: safe.type, value: safe.value ?? null };
    case 'execution-denied':
      return typeof safe.reason === 'string'
        ? { type: 'execution-denied', reason: safe.reason }
        : { type: 'execution-denied' };
    case 'content':
      return Array.isArray(safe.value)
        ? { type: 'content', value: safe.value.map(readToolContentPart) }
        : toToolOutput(safe);
    default:
      return toToolOutput(safe);
  }
}

const isJsonObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
