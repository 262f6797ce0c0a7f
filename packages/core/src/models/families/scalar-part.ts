import type { Draft } from './draft.ts';
import { isJson, type Json, without } from './json.ts';
import { restoreLabel } from './restore/restore-text.ts';
import type { Walker } from './walker.ts';

/** The listed values of a node; those that the API does not take are sent as texts. */
export function rewriteValues(draft: Draft, walker: Walker): void {
  const { node } = draft;
  const isConst = 'const' in node;
  const values: unknown = isConst ? [node.const] : node.enum;
  if (!Array.isArray(values) || !walker.dialect.isExact || values.length === 0) return;
  const mustLabel = walker.dialect.labels
    ? values.some((value) => typeof value !== 'string' || value === '')
    : values.some((value) => typeof value === 'object' && value !== null);
  if (!mustLabel) {
    if (isConst && walker.dialect.labels) {
      draft.delete('const');
      draft.set('enum', Object.freeze(values));
    }
    return;
  }
  const labels = new Map<string, unknown>();
  for (const value of values) labels.set(labelOf(value, labels), value);
  draft.delete('const');
  draft.delete('format');
  draft.set('type', 'string');
  draft.set('enum', Object.freeze([...labels.keys()]));
  draft.restoreBy(restoreLabel(labels));
  walker.tell('labels');
  walker.noteRestoring();
}

/** Listed values of several types in one list; `null`, which needs no label, beside it. */
export function asOneList(node: unknown): Json | undefined {
  if (!isJson(node) || !Array.isArray(node.enum)) return undefined;
  const values = node.enum.filter((value) => value !== null);
  const isMixed = new Set(values.map((value) => typeof value)).size > 1;
  if (!isMixed || '$ref' in node || Array.isArray(node.allOf)) return undefined;
  const list: Json = { type: 'string', enum: values };
  if (values.length === node.enum.length) return { ...without(node, 'type', 'enum'), ...list };
  const beside = without(node, 'type', 'enum');
  return { ...beside, anyOf: [list, { type: 'null' }] };
}

function labelOf(value: unknown, taken: ReadonlyMap<string, unknown>): string {
  const text = typeof value === 'string' ? value || '(empty)' : JSON.stringify(value);
  return taken.has(text) ? `${text} (${typeof value})` : text;
}
