import { parseArguments } from '../base/parse-json.ts';
import { Copies, drop } from './copies.ts';
import { isoToDate } from './iso-date.ts';
import { acceptedTypes, alternatives, jsonType } from './json-tree.ts';
import { type Position, stepInto, toPosition } from './position.ts';
import { isObject, type SourceIssue } from './source.ts';
import type { JsonSchema } from './types.ts';

const maxDepth = 64;
const maxNodes = 5_000;
const maxIssues = 50_000;

/** For no input at all: the empty object or list that the schema wants. */
export function withRootInPlace(value: unknown, schema: JsonSchema): unknown {
  const types = acceptedTypes(alternatives(schema, schema));
  if (types === undefined || types.has(jsonType(value))) return value;
  if (types.has('object')) return {};
  return types.has('array') ? [] : value;
}

/**
 * A changed copy of a value that failed, or the value itself where there is nothing to repair. Only what has one
 * reading is repaired, at the places that failed:
 * - a text that parses to exactly the list or object that is wanted;
 * - `null` where a field may be absent and may not be `null`;
 * - an ISO date where the schema wants a `Date`;
 * - `prompt` given under the name `query`, `message` or `input`.
 */
export function repair(
  value: unknown,
  issues: readonly SourceIssue[],
  schema: JsonSchema,
): unknown {
  try {
    const copies = new Copies(value);
    for (const issue of issues.slice(0, maxIssues)) repairAt(copies, issue, schema);
    return issues.some(({ path }) => path.length === 0 || path[0] === 'prompt')
      ? renamePrompt(copies.root, schema)
      : copies.root;
  } catch {
    return value; // a getter that throws, a proxy: nothing to be had here
  }
}

/**
 * A copy without the `null` of fields that may be absent and not `null`, or the value itself. For values that pass:
 * a coercing schema would make `0` or "null" of it.
 */
export function withoutNulls(value: unknown, schema: () => JsonSchema): unknown {
  try {
    const nulls: SourceIssue[] = [];
    findNulls(value, [], nulls, { left: maxNodes });
    if (nulls.length === 0) return value;
    const copies = new Copies(value);
    const root = schema();
    for (const issue of nulls) repairAt(copies, issue, root);
    return copies.root;
  } catch {
    return value;
  }
}

function findNulls(
  value: unknown,
  path: readonly (string | number)[],
  nulls: SourceIssue[],
  walk: Pick<Walk, 'left'>,
): void {
  if (!isPlain(value) || path.length > maxDepth) return;
  for (const key of Object.keys(value)) {
    if (walk.left-- <= 0) return;
    const part = (value as Record<string, unknown>)[key];
    if (typeof part !== 'object') continue;
    const below = [...path, Array.isArray(value) ? Number(key) : key];
    if (part === null) nulls.push({ message: 'null', path: below });
    else findNulls(part, below, nulls, walk);
  }
}

function repairAt(copies: Copies, issue: SourceIssue, schema: JsonSchema): void {
  if (issue.path.length > maxDepth) return;
  let position = toPosition(schema);
  let place = copies.root;
  for (let depth = 0; depth < issue.path.length; depth++) {
    const key = issue.path[depth] as string | number;
    if (!isPlain(place) || !Object.hasOwn(place, key)) return;
    position = stepInto(schema, position, place, key);
    place = (place as Record<string, unknown>)[key];
  }
  const repaired = repairValue(
    place,
    position,
    issue,
    { schema, left: maxNodes },
    issue.path.length,
  );
  if (repaired !== place) copies.set(issue.path, repaired);
}

interface Walk {
  readonly schema: JsonSchema;
  /** A value that contains itself would be walked for ever. */
  left: number;
}

function repairValue(
  value: unknown,
  position: Position,
  issue: Pick<SourceIssue, 'wants' | 'union'>,
  walk: Walk,
  depth: number,
): unknown {
  if (typeof value === 'string') return repairText(value, position, issue);
  if (value === null) {
    const types = acceptedTypes(position.nodes);
    return position.optional && types !== undefined && !types.has('null') ? drop : value;
  }
  return isPlain(value) ? repairParts(value, position, walk, depth) : value;
}

/** A union tells only that it failed as a whole: its parts are compared with the one branch that can be meant. */
function repairParts(value: object, position: Position, walk: Walk, depth: number): unknown {
  if (depth >= maxDepth || position.nodes.length === 0) return value;
  const copies = new Copies(value);
  for (const key of Object.keys(value)) {
    if (walk.left-- <= 0) return value;
    const step = Array.isArray(value) ? Number(key) : key;
    const part = (value as Record<string, unknown>)[key];
    if (part !== null && typeof part !== 'string' && !isPlain(part)) continue;
    const below = stepInto(walk.schema, position, value, step);
    const repaired = repairValue(part, below, {}, walk, depth + 1);
    if (repaired !== part) copies.set([step], repaired);
  }
  return copies.root;
}

function repairText(
  text: string,
  { nodes }: Position,
  { wants, union }: Pick<SourceIssue, 'wants' | 'union'>,
): unknown {
  if (wants === 'date' || (union && nodes.some(isPlainDateTime))) return isoToDate(text) ?? text;
  const types = acceptedTypes(nodes);
  if (types === undefined || types.has('string') || !/^\s*[[{]/.test(text)) return text;
  const parsed = parseArguments(text);
  return isObject(parsed) && types.has(jsonType(parsed)) ? parsed : text;
}

/** How a `Date` is sent; date texts that stay texts have a pattern. */
function isPlainDateTime(node: JsonSchema): boolean {
  return node.format === 'date-time' && node.pattern === undefined;
}

function renamePrompt(value: unknown, schema: JsonSchema): unknown {
  const { properties } = schema;
  if (!isPlain(value) || Array.isArray(value) || !isObject(properties)) return value;
  if (!Object.hasOwn(properties, 'prompt')) return value;
  if (((value as Record<string, unknown>).prompt ?? undefined) !== undefined) return value;
  const types = acceptedTypes(alternatives(schema, properties.prompt));
  if (types !== undefined && !types.has('string')) return value;
  const given = value as Record<string, unknown>;
  const name = ['query', 'message', 'input'].find(
    (key) =>
      !Object.hasOwn(properties, key) &&
      Object.hasOwn(given, key) &&
      typeof given[key] === 'string',
  );
  if (name === undefined) return value;
  const { [name]: prompt, ...rest } = given;
  return { ...rest, prompt };
}

function isPlain(value: unknown): value is object {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
