import { isObject, type SourceIssue } from './source.ts';
import type { Issue } from './types.ts';

const maxIssues = 200;
const maxLeaves = 20_000;
const maxLength = 1_000;
const mask = '…';

/**
 * Issues that may be shown and logged: what a message quotes of the value is masked, whoever wrote the message. What
 * also stands in the schema stays, since it tells nothing about the value.
 *
 * @param schemaText gives the schema as JSON text; asked for only when a message holds a piece of the value
 */
export function cleanIssues(
  issues: readonly SourceIssue[],
  value: unknown,
  schemaText: () => string,
): Issue[] {
  const cleaned = new Map<string, string>();
  let leaves: readonly string[] | undefined;
  const cleanOnce = (message: string): string => {
    leaves ??= collectLeaves(value);
    const text = cleaned.get(message) ?? clean(message, leaves, schemaText);
    cleaned.set(message, text);
    return text;
  };
  const shown = issues.slice(0, maxIssues).map(({ message, path, clean: isClean }) => ({
    message: isClean ? message : cleanOnce(message),
    path,
  }));
  const rest = issues.length - shown.length;
  if (rest > 0) shown.push({ message: `and ${rest} more issues`, path: [] });
  return shown;
}

function clean(message: string, leaves: readonly string[], schemaText: () => string): string {
  if (leaves.length > maxLeaves) return 'does not match its schema';
  let text = message;
  for (const leaf of leaves) {
    if (leaf.length < 4) text = maskQuoted(text, leaf, schemaText);
    else for (const form of formsOf(leaf)) text = maskText(text, form, schemaText);
  }
  return text.length > maxLength ? `${text.slice(0, maxLength)}${mask}` : text;
}

/** As it is, and as JSON and inspection write it. */
function formsOf(leaf: string): string[] {
  const json = JSON.stringify(leaf).slice(1, -1);
  return json === leaf ? [leaf] : [leaf, json];
}

/** Libraries shorten long values: a beginning of eight characters counts, with all that follows of the value. */
function maskText(text: string, leaf: string, schemaText: () => string): string {
  if (text.includes(leaf)) return inSchema(leaf, schemaText) ? text : text.replaceAll(leaf, mask);
  if (leaf.length <= 8) return text;
  const head = leaf.slice(0, 8);
  const start = text.indexOf(head);
  if (start === -1 || inSchema(head, schemaText)) return text;
  let end = head.length;
  while (end < leaf.length && text[start + end] === leaf[end]) end++;
  return maskText(text.slice(0, start) + mask + text.slice(start + end), leaf, schemaText);
}

/** Three characters occur by chance; in quotes they are a value. */
function maskQuoted(text: string, leaf: string, schemaText: () => string): string {
  let masked = text;
  for (const quote of ['"', "'", '`']) {
    const quoted = quote + leaf + quote;
    if (masked.includes(quoted) && !inSchema(JSON.stringify(leaf), schemaText)) {
      masked = masked.replaceAll(quoted, quote + mask + quote);
    }
  }
  return masked;
}

function inSchema(text: string, schemaText: () => string): boolean {
  const schema = schemaText();
  return schema.includes(text) || schema.includes(JSON.stringify(text).slice(1, -1));
}

/** The texts and long numbers of a value, longest first. Stops where there are too many to look for. */
function collectLeaves(value: unknown): string[] {
  const leaves = new Set<string>();
  const seen = new Set<object>();
  const open: unknown[] = [value];
  while (open.length > 0 && leaves.size <= maxLeaves) {
    const next = open.pop();
    const text = textOf(next);
    if (text !== undefined) leaves.add(text);
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    for (const part of partsOf(next)) open.push(part);
  }
  return [...leaves].sort((a, b) => b.length - a.length);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const digits = String(value);
  return digits.length >= 4 && Number.isFinite(Number(value)) ? digits : undefined;
}

function partsOf(object: object): unknown[] {
  try {
    if (object instanceof Map || object instanceof Set) return [...object].flat();
    return Object.values(object);
  } catch {
    return []; // a getter that throws gives nothing that could be quoted
  }
}
