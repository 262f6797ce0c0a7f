import { annotations, isJson, type Json, put, resolveRef, typesOf, without } from './json.ts';

/** Whether references are among the members of a node: they may lead back to it. */
export function mergesReferences({ allOf }: Json): boolean {
  if (!Array.isArray(allOf) || allOf.length < 2) return false;
  return allOf.some((member) => isJson(member) && typeof member.$ref === 'string');
}

/** A node whose `allOf` has become part of it: one schema that asks for the same. */
export function mergeAll(node: Json, root: Json, depth = 0): Json {
  if (!Array.isArray(node.allOf) || depth > maxDepth) return node;
  const members = node.allOf.filter(isJson);
  let merged = without(node, 'allOf');
  const [only] = members;
  if (only !== undefined && members.length === 1 && hasOnlyAnnotations(merged)) {
    return mergeAll({ ...only, ...merged }, root, depth + 1);
  }
  for (const member of members) merged = merge(merged, plain(member, root, depth), root, depth);
  return merged;
}

const hasOnlyAnnotations = (node: Json): boolean =>
  Object.keys(node).every((key) => annotations.has(key));

const maxDepth = 12;

/** A member without references and `allOf` of its own. */
function plain(member: Json, root: Json, depth: number): Json {
  if (depth > maxDepth) return {};
  if (typeof member.$ref === 'string') {
    const target = resolveRef(root, member.$ref);
    const rest = without(member, '$ref');
    if (!isJson(target)) return rest;
    const body = plain(without(target, ...documentKeys), root, depth + 1);
    return Object.keys(rest).length === 0 ? body : merge(rest, body, root, depth + 1);
  }
  return mergeAll(member, root, depth + 1);
}

const documentKeys = ['$schema', '$id', '$defs', 'definitions'];

/** One schema that asks for what both ask for, as far as one can; where both say something the first comes first. */
export function merge(a: Json, b: Json, root: Json, depth = 0): Json {
  if (depth > maxDepth) return a;
  if (typeof a.$ref === 'string' || typeof b.$ref === 'string') {
    if (Object.keys(a).length === 0) return b;
    if (Object.keys(b).length === 0) return a;
    const [first, second] = [plain(a, root, depth), plain(b, root, depth)];
    return merge(first, second, root, depth + 1);
  }
  const merged: Json = { ...a };
  for (const key of Object.keys(b)) {
    put(merged, key, key in a ? both(key, a[key], b[key], root, depth + 1) : b[key]);
  }
  const closed = [a, b].filter(({ additionalProperties }) => additionalProperties === false);
  if (closed.length === 1) {
    const open = closed[0] === a ? b : a;
    if (isJson(open.properties) || Array.isArray(open.required)) delete merged.additionalProperties;
  }
  return merged;
}

function both(key: string, a: unknown, b: unknown, root: Json, depth: number): unknown {
  switch (key) {
    case 'type':
      return commonTypes(a, b);
    case 'properties':
      return isJson(a) && isJson(b) ? mergeProperties(a, b, root, depth) : a;
    case 'required':
      return [...new Set([...asList(a), ...asList(b)])];
    case 'enum':
      return asList(a).filter((value) => asList(b).includes(value));
    case 'items':
    case 'additionalProperties':
      return isJson(a) && isJson(b) ? merge(a, b, root, depth) : a === false ? a : b;
    case 'anyOf':
    case 'oneOf':
      return product(asList(a), asList(b), root, depth);
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return Math.max(Number(a), Number(b));
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return Math.min(Number(a), Number(b));
    default:
      return a;
  }
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function commonTypes(a: unknown, b: unknown): unknown {
  const others = typesOf({ type: b });
  const common = typesOf({ type: a }).flatMap((type) => {
    if (others.includes(type)) return [type];
    if (type === 'number' && others.includes('integer')) return ['integer'];
    return type === 'integer' && others.includes('number') ? [type] : [];
  });
  return common.length === 1 ? common[0] : common.length === 0 ? a : common;
}

function mergeProperties(a: Json, b: Json, root: Json, depth: number): Json {
  const merged: Json = {};
  for (const key of Object.keys(a)) put(merged, key, a[key]);
  for (const key of Object.keys(b)) {
    const [first, second] = [a[key], b[key]];
    const isShared = Object.hasOwn(a, key) && isJson(first) && isJson(second);
    put(merged, key, isShared ? merge(first, second, root, depth) : second);
  }
  return merged;
}

/** Each branch of one with each of the other, as long as they stay few. */
function product(a: readonly unknown[], b: readonly unknown[], root: Json, depth: number): unknown {
  if (a.length * b.length > 32) return a;
  return a.flatMap((one) =>
    b.map((other) => (isJson(one) && isJson(other) ? merge(one, other, root, depth) : one)),
  );
}
