import { isJson, type Json, resolveRef, typesOf, unionOf } from './json.ts';

/** Whether `null` is a value of its own there, in the author's form. */
export function acceptsNull(node: unknown, root: Json, depth = 0): boolean {
  if (!isJson(node)) return node !== false;
  if (depth > 16) return false;
  const types = typesOf(node);
  if (types.length > 0 && !types.includes('null')) return false;
  if ('const' in node && node.const !== null) return false;
  if (Array.isArray(node.enum) && !node.enum.includes(null)) return false;
  if (isJson(node.not) && Object.keys(node.not).length === 0) return false;
  const accepts = (part: unknown): boolean => acceptsNull(part, root, depth + 1);
  if (typeof node.$ref === 'string' && !accepts(resolveRef(root, node.$ref) ?? true)) return false;
  const union = unionOf(node);
  if (union !== undefined && !union.branches.some(accepts)) return false;
  return !Array.isArray(node.allOf) || node.allOf.every(accepts);
}

const hoisted = ['title', 'description', 'default', 'examples', 'deprecated'];

/** Whether `null` means itself; a schema that is sent as text takes none, whatever the author's did. */
export function takesNull(authored: unknown, sent: unknown, root: Json): boolean {
  if (isJson(sent) && sent.type === 'string') return false;
  return acceptsNull(authored, root);
}

/** The same schema with `null` as one more value. */
export function withNull(schema: unknown): Json {
  if (isJson(schema) && typeof schema.type === 'string') {
    const type = nullable[schema.type];
    if (type !== undefined && !isLimited(schema)) return Object.freeze({ ...schema, type });
  }
  return addNull(schema);
}

const nullable: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['string', 'number', 'integer', 'boolean'].map((type) => [type, Object.freeze([type, 'null'])]),
);

function isLimited(schema: Json): boolean {
  for (const key in schema) if (limiting.has(key)) return true;
  return false;
}

function addNull(schema: unknown): Json {
  if (!isJson(schema)) return Object.freeze({ anyOf: Object.freeze([schema, nothing]) });
  const types = typesOf(schema);
  const keys = Object.keys(schema);
  if (types.includes('null') && !keys.some((key) => limiting.has(key))) return schema;
  const isUnion = Array.isArray(schema.anyOf);
  if (isUnion && keys.every((key) => key === 'anyOf' || hoisted.includes(key))) {
    const branches = schema.anyOf as unknown[];
    return Object.freeze({ ...schema, anyOf: Object.freeze([...branches, nothing]) });
  }
  if (types.length > 0 && types.every(isScalar) && !keys.some((key) => limiting.has(key))) {
    return Object.freeze({ ...schema, type: Object.freeze([...types, 'null']) });
  }
  const outer: Json = {};
  const inner: Json = {};
  for (const key of keys) (hoisted.includes(key) ? outer : inner)[key] = schema[key];
  outer.anyOf = Object.freeze([Object.freeze(inner), nothing]);
  return Object.freeze(outer);
}

const nothing = Object.freeze({ type: 'null' });
const isScalar = (type: string): boolean =>
  type !== 'object' && type !== 'array' && type !== 'null';
/** Keywords that hold for `null` too, whatever the type says. */
const limiting: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  '$ref',
]);
