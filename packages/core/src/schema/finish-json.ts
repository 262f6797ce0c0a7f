import {
  acceptedTypes,
  alternatives,
  annotations,
  forEachSubschema,
  resolveRef,
} from './json-tree.ts';
import { deepFreeze } from './plain-json.ts';
import { draft07, isObject } from './source.ts';
import type { JsonSchema } from './types.ts';

type Json = Record<string, unknown>;

/**
 * Brings a converted document, which is ours to change, into the form that is sent: draft-07, no `oneOf` (providers
 * refuse it), no property without a type. Frozen.
 */
export function finishJson(json: JsonSchema): JsonSchema {
  const root = json as Json;
  tidy(root, root);
  root.$schema = draft07;
  return deepFreeze(root);
}

/**
 * The document with an object as its root, as the input of a tool must have it; `undefined` where that cannot be had.
 * The same document where it has one already.
 */
export function toObjectRoot(json: JsonSchema): JsonSchema | undefined {
  if (json.type === 'object') return json;
  const root = unwrapRoot(json);
  return root.type === 'object' ? deepFreeze(root) : undefined;
}

/** Tells the same without making the document. */
export function hasObjectRoot(json: JsonSchema): boolean {
  return unwrapRoot(json).type === 'object';
}

function unwrapRoot(json: JsonSchema): Json {
  const root = inlineRoot(json);
  const { type } = root;
  if (type === undefined && Object.keys(root).every((key) => annotations.has(key))) {
    return { ...root, type: 'object', properties: {} };
  }
  if (
    Array.isArray(type) &&
    type.includes('object') &&
    type.every((one) => one === 'object' || one === 'null')
  ) {
    return { ...root, type: 'object' };
  }
  const nodes = alternatives(root, root).filter((node) => node.type !== 'null');
  const types = nodes.length === 0 ? undefined : acceptedTypes(nodes);
  if (type !== undefined || types === undefined || types.size !== 1 || !types.has('object'))
    return root;
  return objectRoot(root);
}

/** A union of objects becomes one object with alternatives; one that only adds `null` becomes its object. */
function objectRoot(root: Json): Json {
  const keyword = ['anyOf', 'oneOf'].find((name) => Array.isArray(root[name]));
  if (keyword === undefined) return { type: 'object', ...root };
  const { [keyword]: list, ...rest } = root;
  const branches = (list as Json[]).filter((branch) => branch.type !== 'null');
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return inlineRoot({ ...rest, ...only, ...rest });
  return { ...rest, type: 'object', anyOf: branches };
}

/** A root that is only a reference takes the form of what it refers to. */
function inlineRoot(json: JsonSchema, depth = 0): Json {
  const { $ref: ref, ...rest } = json;
  if (typeof ref !== 'string' || ref === '#' || depth > 16) return { ...json };
  const target = resolveRef(json, ref);
  return target === undefined
    ? { ...json }
    : inlineRoot({ ...rest, ...target, ...rest }, depth + 1);
}

function tidy(node: Json, root: Json, keyword?: string): void {
  if (Array.isArray(node.oneOf) && node.anyOf === undefined) {
    node.anyOf = node.oneOf;
    delete node.oneOf;
  }
  if (Array.isArray(node.prefixItems)) toDraft07Tuple(node);
  if (Array.isArray(node.allOf) && node.allOf.length > 1) {
    for (const member of node.allOf) reopen(member, root);
  }
  forEachSubschema(node, (child, name) => tidy(child, root, name));
  if (keyword === 'properties' && saysNoType(node)) {
    node.type = ['string', 'number', 'boolean', 'object', 'array', 'null'];
    node.items ??= {};
  }
}

/** Closed members of an intersection would refuse each other's properties. */
function reopen(member: unknown, root: Json): void {
  if (!isObject(member)) return;
  const target = typeof member.$ref === 'string' ? resolveRef(root, member.$ref) : member;
  if (target?.additionalProperties === false) delete (target as Json).additionalProperties;
}

function toDraft07Tuple(node: Json): void {
  const { prefixItems, items } = node;
  delete node.prefixItems;
  delete node.items;
  node.items = prefixItems;
  if (items !== undefined) node.additionalItems = items;
}

const typeKeywords = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', 'if'];

function saysNoType(node: Json): boolean {
  return !typeKeywords.some((keyword) => keyword in node);
}
