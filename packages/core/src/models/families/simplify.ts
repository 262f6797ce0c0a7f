import {
  annotations,
  isJson,
  isNullOnly,
  type Json,
  listKeywords,
  put,
  typesOf,
  unionOf,
  without,
} from './json.ts';
import { merge, mergeAll } from './merge.ts';

/** A node of which each part says one thing, asking for the same; `any` and `never` have no such form. */
export function simplify(given: unknown, root: Json): Json | 'any' | 'never' {
  if (given === false) return 'never';
  if (!isJson(given)) return 'any';
  const node = mergeAll(withoutDefinitions(given), root);
  if (isJson(node.not) && Object.keys(node.not).length === 0) return 'never';
  if (typeof node.$ref === 'string') return node;
  if (unionOf(node) !== undefined) return spread(node, root);
  if (node.const === null) return { ...without(node, 'const'), type: 'null' };
  const types = typesOf(node);
  const [type] = types;
  if (type === undefined) return withType(node);
  if (types.length === 1) return typeof node.type === 'string' ? node : { ...node, type };
  if (types.length >= 6 && !isJson(node.properties)) return 'any';
  const hasNull = types.includes('null');
  if (types.length === 2 && hasNull && !('enum' in node) && !('const' in node)) return node;
  return split(node, types);
}

/** Those of nodes below the root: what references mean among them is found in the author's document. */
function withoutDefinitions(node: Json): Json {
  return '$defs' in node || 'definitions' in node ? without(node, '$defs', 'definitions') : node;
}

/** A union beside other keywords: each branch says those too. */
export function spread(node: Json, root: Json): Json {
  const { keyword, branches } = unionOf(node) ?? { keyword: 'anyOf', branches: [] };
  const outer: Json = {};
  const base: Json = {};
  for (const key of Object.keys(node)) {
    if (key !== keyword) put(annotations.has(key) ? outer : base, key, node[key]);
  }
  if (Object.keys(base).length === 0) return node;
  outer.anyOf = branches.map((branch) => {
    if (!isJson(branch) || isNullOnly(branch)) return branch;
    return merge(mergeAll(branch, root), base, root);
  });
  return outer;
}

const stringKeys = ['minLength', 'maxLength', 'pattern', 'format'];
const numberKeys = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const objectKeys = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
];
const ownKeys: Readonly<Record<string, readonly string[]>> = {
  string: stringKeys,
  number: numberKeys,
  integer: numberKeys,
  array: listKeywords,
  object: objectKeys,
};
const allOwnKeys: ReadonlySet<string> = new Set(Object.values(ownKeys).flat());

/** A list of types becomes a union of nodes with one type each. */
function split(node: Json, types: readonly string[]): Json {
  const outer: Json = {};
  for (const key of Object.keys(node)) if (annotations.has(key)) put(outer, key, node[key]);
  const branches = types.flatMap((type) => {
    const part: Json = { type };
    for (const key of Object.keys(node)) {
      const isOwn = ownKeys[type]?.includes(key) || !allOwnKeys.has(key);
      if (key !== 'type' && isOwn && !annotations.has(key)) put(part, key, node[key]);
    }
    return withValuesOf(part, type);
  });
  if (branches.length === 1) return { ...outer, ...branches[0] };
  outer.anyOf = branches;
  return outer;
}

/** Only those of the listed values that have the type. */
function withValuesOf(part: Json, type: string): Json[] {
  if (type === 'null') return [{ type }];
  if ('const' in part) return typeOf(part.const, type) === type ? [part] : [];
  if (!Array.isArray(part.enum)) return [part];
  const values = part.enum.filter((value) => typeOf(value, type) === type);
  return values.length === 0 ? [] : [{ ...part, enum: values }];
}

function typeOf(value: unknown, wanted?: string): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return wanted === 'integer' && Number.isInteger(value) ? wanted : typeof value;
}

/** A node that names no type has the one that its other keywords are for. */
function withType(node: Json): Json | 'any' {
  if ('const' in node) return { ...node, type: typeOf(node.const) };
  if (Array.isArray(node.enum)) {
    const types = [...new Set(node.enum.map((value) => typeOf(value)))];
    return types.length === 1 ? { ...node, type: types[0] } : split(node, types);
  }
  const has = (keys: readonly string[]): boolean => keys.some((key) => key in node);
  for (const type of ['object', 'array', 'string', 'number'] as const) {
    if (has(ownKeys[type] ?? [])) return { ...node, type };
  }
  return 'any';
}
