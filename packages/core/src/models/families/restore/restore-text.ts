import { isJson } from '../json.ts';
import { maxDepth, type Plan } from './plan.ts';

/**
 * What was sent as JSON text. A text that is no JSON, or not the object that was asked for, and what is no text, was
 * meant as it is.
 */
export function restoreText(holds: 'object' | 'any', inner: Plan | undefined): Plan {
  return (value, walk) => {
    if (walk.depth >= maxDepth) return value;
    const held = typeof value === 'string' ? parse(value) : value;
    const parsed = holds === 'any' || isJson(held) ? held : value;
    if (inner === undefined) return parsed;
    walk.depth++;
    const restored = inner(parsed, walk);
    walk.depth--;
    return restored;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What was sent as one of some texts. */
export function restoreLabel(values: ReadonlyMap<string, unknown>): Plan {
  return (value) => (typeof value === 'string' && values.has(value) ? values.get(value) : value);
}
