export { annotations, resolveRef } from '../../schema/index.ts';

/** A node of a JSON Schema document, or any JSON object. */
export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own property, whatever its name. */
export function put(target: Json, key: string, value: unknown): void {
  if (key !== '__proto__') {
    target[key] = value;
    return;
  }
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A copy without some of the keys; own `__proto__` keys stay. */
export function without(node: Json, ...keys: readonly string[]): Json {
  const copy: Json = {};
  for (const key of Object.keys(node)) if (!keys.includes(key)) put(copy, key, node[key]);
  return copy;
}

/** The types a node names, none where it names none. */
export function typesOf(node: Json): readonly string[] {
  const { type } = node;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === 'string') : [];
}

/** The alternatives of a node and the keyword they stand under. */
export function unionOf(node: Json): { keyword: string; branches: readonly unknown[] } | undefined {
  const keyword = Array.isArray(node.anyOf) ? 'anyOf' : 'oneOf';
  const branches = node[keyword];
  return Array.isArray(branches) ? { keyword, branches } : undefined;
}

export function isNullOnly(node: unknown): boolean {
  return isJson(node) && (node.type === 'null' || node.const === null);
}

/** What is said of lists alone. */
export const listKeywords = [
  'items',
  'prefixItems',
  'additionalItems',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
];
