import { isObject } from './source.ts';
import type { JsonSchema } from './types.ts';

/** Reading JSON Schema documents: where the parts are, where references lead. */

const single = [
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const lists = ['prefixItems', 'allOf', 'anyOf', 'oneOf'];
const maps = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
];

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

/** Calls `visit` for every schema below `node`, with the keyword it stands under. */
export function forEachSubschema(
  node: Record<string, unknown>,
  visit: (child: Record<string, unknown>, keyword: string) => void,
): void {
  const offer = (child: unknown, keyword: string) => {
    if (isObject(child) && !Array.isArray(child)) visit(child, keyword);
  };
  for (const keyword of single) offer(node[keyword], keyword);
  const { items } = node;
  for (const child of Array.isArray(items) ? items : [items]) offer(child, 'items');
  for (const keyword of lists) {
    const list = node[keyword];
    if (Array.isArray(list)) for (const child of list) offer(child, keyword);
  }
  for (const keyword of maps) {
    const map = node[keyword];
    if (isObject(map)) for (const key of Object.keys(map)) offer(map[key], keyword);
  }
}

/** The node that a local `$ref` means: a JSON pointer, an anchor or an `$id` of the same document. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (ref === '#' || ref === '' || ref === root.$id) return root;
  const [base = '', fragment = ''] = ref.split('#', 2);
  const start = base === '' || base === root.$id ? root : findById(root, base);
  if (start === undefined || fragment === '') return start;
  return fragment.startsWith('/') ? atPointer(start, fragment) : findByAnchor(root, fragment);
}

function atPointer(root: JsonSchema, pointer: string): JsonSchema | undefined {
  let node: unknown = root;
  for (const key of pointerKeys(pointer)) {
    if (!isObject(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return isObject(node) ? node : node === true ? {} : undefined;
}

/** The keys of a JSON pointer in a URI fragment, `#/a~1b` or `/a~1b`. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => decode(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

function findById(root: JsonSchema, id: string): JsonSchema | undefined {
  return find(root, (node) => node.$id === id);
}

function findByAnchor(root: JsonSchema, anchor: string): JsonSchema | undefined {
  return find(root, (node) => node.$anchor === anchor || node.$id === `#${anchor}`);
}

function find(
  node: Record<string, unknown>,
  test: (node: JsonSchema) => boolean,
): JsonSchema | undefined {
  if (test(node)) return node;
  let found: JsonSchema | undefined;
  forEachSubschema(node, (child) => {
    found ??= find(child, test);
  });
  return found;
}

/**
 * What may stand at a place: the node itself, or behind references and alternatives the nodes that say more.
 * `allOf` gives all its members, since each of them describes the value.
 */
export function alternatives(root: JsonSchema, node: unknown, depth = 0): JsonSchema[] {
  if (!isObject(node) || depth > 16) return [];
  const { $ref: ref } = node;
  if (typeof ref === 'string') {
    const target = resolveRef(root, ref);
    return target === undefined ? [] : alternatives(root, target, depth + 1);
  }
  const branches = node.anyOf ?? node.oneOf;
  if (Array.isArray(branches) && branches.length <= 64) {
    return branches.flatMap((branch) => alternatives(root, branch, depth + 1)).slice(0, 256);
  }
  if (Array.isArray(node.allOf) && node.type === undefined) {
    return node.allOf.flatMap((member) => alternatives(root, member, depth + 1)).slice(0, 256);
  }
  return [node];
}

/** The JSON types that the nodes accept together, `undefined` where one of them accepts any. */
export function acceptedTypes(nodes: readonly JsonSchema[]): Set<string> | undefined {
  const types = new Set<string>();
  for (const node of nodes) {
    const { type } = node;
    if (typeof type === 'string') types.add(type);
    else if (Array.isArray(type)) for (const one of type) types.add(one);
    else if ('const' in node) types.add(jsonType(node.const));
    else if (Array.isArray(node.enum)) for (const value of node.enum) types.add(jsonType(value));
    else if (isObject(node.properties)) types.add('object');
    else return undefined;
  }
  return types;
}

export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
