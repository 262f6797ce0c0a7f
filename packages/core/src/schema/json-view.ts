import type { SourceIssue } from './source.ts';

const maxDepth = 500;

/**
 * A value as a JSON Schema validator can read it: properties that are `undefined` count as absent, as they do in JSON.
 * The value itself where nothing is to be changed; an issue where JSON cannot carry it.
 */
export function toJsonView(
  value: unknown,
): { readonly value: unknown } | { readonly issue: SourceIssue } {
  try {
    return { value: view(value, [], new Set()) };
  } catch (error) {
    if (error instanceof NotJson)
      return { issue: { message: error.message, path: error.path, clean: true } };
    throw error;
  }
}

class NotJson extends Error {
  readonly path: (string | number)[];
  constructor(message: string, path: (string | number)[]) {
    super(message);
    this.path = path;
  }
}

function view(value: unknown, path: (string | number)[], parents: Set<object>): unknown {
  if (typeof value === 'object' && value !== null) {
    if (parents.has(value) || path.length > maxDepth) {
      throw new NotJson(
        parents.has(value) ? 'must not contain itself' : 'is nested too deeply',
        path.slice(0, 64),
      );
    }
    parents.add(value);
    const seen = Array.isArray(value)
      ? viewArray(value, path, parents)
      : viewObject(value, path, parents);
    parents.delete(value);
    return seen;
  }
  if (
    value === undefined ||
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    typeof value === 'bigint'
  ) {
    throw new NotJson(value === undefined ? 'is required' : 'must be a JSON value', [...path]);
  }
  return value;
}

function viewArray(
  array: readonly unknown[],
  path: (string | number)[],
  parents: Set<object>,
): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < array.length; index++) {
    const item = array[index];
    path.push(index);
    const seen = item === undefined ? null : view(item, path, parents);
    path.pop();
    if (seen !== item) {
      copy ??= [...array];
      copy[index] = seen;
    }
  }
  return copy ?? array;
}

function viewObject(object: object, path: (string | number)[], parents: Set<object>): unknown {
  let changes: Map<string, unknown> | undefined;
  for (const [key, part] of Object.entries(object)) {
    path.push(key);
    const seen = part === undefined ? undefined : view(part, path, parents);
    path.pop();
    if (part === undefined || seen !== part) {
      changes ??= new Map();
      changes.set(key, seen);
    }
  }
  if (changes === undefined) return object;
  const kept = Object.entries(object).map(
    ([key, part]) => [key, changes.has(key) ? changes.get(key) : part] as const,
  );
  return Object.fromEntries(kept.filter(([, part]) => part !== undefined));
}
