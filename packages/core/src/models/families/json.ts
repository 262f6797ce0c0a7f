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

/** What says something about a value to a reader, and nothing to a validator. */
export const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$defs',
  'definitions',
]);

/** The node that a reference within the document means. */
export function resolveRef(root: Json, ref: string): unknown {
  if (ref === '#' || ref === '' || ref === root.$id) return root;
  const [base, pointer = ''] = ref.split('#', 2);
  if (base !== '' && base !== root.$id) return undefined;
  if (!pointer.startsWith('/')) return findAnchor(root, pointer, 0);
  let node: unknown = root;
  for (const step of pointer.slice(1).split('/')) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Json)[key];
  }
  return node;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function findAnchor(node: unknown, anchor: string, depth: number): Json | undefined {
  if (typeof node !== 'object' || node === null || depth > 32) return undefined;
  if (isJson(node) && (node.$anchor === anchor || node.$id === `#${anchor}`)) return node;
  for (const part of Object.values(node)) {
    const found = findAnchor(part, anchor, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
