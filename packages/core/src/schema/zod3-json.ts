import { isObject } from './source.ts';
import type { JsonSchema, SchemaSide } from './types.ts';
import { typeName, type Zod3Check, type Zod3Def, type Zod3Node } from './zod3-node.ts';
import { mayBeAbsent } from './zod3-optional.ts';
import { zod3String } from './zod3-string.ts';

type Json = Record<string, unknown>;

const maxDepth = 24;
const maxLazy = 4;

/** Zod 3 has no converter of its own. What JSON Schema cannot tell becomes a schema that allows anything. */
export function zod3ToJson(schema: Zod3Node, side: SchemaSide): JsonSchema {
  return convert(schema, { side, lazy: 0, depth: 0, nodes: { left: 20_000 } });
}

interface Walk {
  readonly side: SchemaSide;
  /** How many `lazy` schemas lie above: a recursive one unfolds a few times and then allows anything. */
  readonly lazy: number;
  readonly depth: number;
  readonly nodes: { left: number };
}

function convert(schema: Zod3Node, above: Walk): Json {
  if (above.depth > maxDepth || above.nodes.left-- <= 0) return {};
  const walk = { ...above, depth: above.depth + 1 };
  const { description } = schema._def;
  const converter = converters[typeName(schema)];
  const json = converter === undefined ? {} : converter(schema._def, walk);
  return description === undefined ? json : { ...json, description };
}

const inner = (def: Zod3Def, walk: Walk): Json => convert(def.innerType as Zod3Node, walk);

const converters: Record<string, (def: Zod3Def, walk: Walk) => Json> = {
  String: (def) => zod3String(def.checks ?? []),
  Number: (def) => toNumber(def.checks ?? []),
  BigInt: () => ({ type: 'integer' }),
  Boolean: () => ({ type: 'boolean' }),
  Null: () => ({ type: 'null' }),
  Date: () => ({ type: 'string', format: 'date-time' }),
  Never: () => ({ not: {} }),
  Literal: ({ value }) => toLiteral(value),
  Enum: ({ values }) => ({ type: 'string', enum: [...(values as string[])] }),
  NativeEnum: ({ values }) => toEnum(values as Record<string, unknown>),
  Object: toObject,
  Array: toArray,
  Set: toSet,
  Tuple: toTuple,
  Record: toRecord,
  Union: (def, walk) => toUnion(def, walk),
  DiscriminatedUnion: (def, walk) => toUnion(def, walk),
  Intersection: (def, walk) => ({
    allOf: [convert(def.left as Zod3Node, walk), convert(def.right as Zod3Node, walk)],
  }),
  Nullable: (def, walk) => orNull(inner(def, walk)),
  Optional: inner,
  Readonly: inner,
  Catch: inner,
  Default: toDefault,
  Branded: (def, walk) => convert(def.type as Zod3Node, walk),
  Promise: (def, walk) => convert(def.type as Zod3Node, walk),
  Effects: toEffects,
  Pipeline: (def, walk) => convert((walk.side === 'input' ? def.in : def.out) as Zod3Node, walk),
  Lazy: (def, walk) =>
    walk.lazy >= maxLazy
      ? {}
      : convert((def.getter as () => Zod3Node)(), { ...walk, lazy: walk.lazy + 1 }),
};

function toNumber(checks: readonly Zod3Check[]): Json {
  const json: Json = { type: 'number' };
  for (const { kind, value, inclusive } of checks) {
    if (kind === 'int') json.type = 'integer';
    if (kind === 'min') json[inclusive ? 'minimum' : 'exclusiveMinimum'] = value;
    if (kind === 'max') json[inclusive ? 'maximum' : 'exclusiveMaximum'] = value;
    if (kind === 'multipleOf') json.multipleOf = value;
  }
  return json;
}

function toLiteral(value: unknown): Json {
  if (value === null) return { type: 'null', const: null };
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? { type, const: value } : {};
}

/** A numeric enum of TypeScript also maps its values back to its names. */
function toEnum(entries: Record<string, unknown>): Json {
  const names = Object.keys(entries).filter(
    (name) => typeof entries[entries[name] as string] !== 'number',
  );
  const values = names.map((name) => entries[name]);
  const types = [...new Set(values.map((value) => typeof value))];
  return { type: types.length === 1 ? types[0] : types, enum: values };
}

function toObject(def: Zod3Def, walk: Walk): Json {
  const shape = (def.shape as () => Record<string, Zod3Node>)();
  const fields = Object.entries(shape);
  const required = fields.filter(([, field]) => !mayBeAbsent(field, walk.side)).map(([key]) => key);
  const catchall =
    def.catchall === undefined || typeName(def.catchall) === 'Never' ? undefined : def.catchall;
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([key, field]) => [key, convert(field, walk)])),
    ...(required.length > 0 && { required }),
    ...(catchall !== undefined
      ? { additionalProperties: convert(catchall, walk) }
      : def.unknownKeys !== 'passthrough' && { additionalProperties: false }),
  };
}

function toArray(def: Zod3Def, walk: Walk): Json {
  const least = def.exactLength ?? def.minLength;
  const most = def.exactLength ?? def.maxLength;
  return {
    type: 'array',
    items: convert(def.type as Zod3Node, walk),
    ...(least && { minItems: least.value }),
    ...(most && { maxItems: most.value }),
  };
}

function toSet(def: Zod3Def, walk: Walk): Json {
  return { type: 'array', uniqueItems: true, items: convert(def.valueType as Zod3Node, walk) };
}

function toTuple(def: Zod3Def, walk: Walk): Json {
  const items = (def.items ?? []).map((item) => convert(item, walk));
  const { rest } = def;
  return {
    type: 'array',
    items,
    minItems: items.length,
    ...(rest
      ? { additionalItems: convert(rest, walk) }
      : { additionalItems: false, maxItems: items.length }),
  };
}

function toRecord(def: Zod3Def, walk: Walk): Json {
  const { type, ...keys } = convert(def.keyType as Zod3Node, walk);
  return {
    type: 'object',
    additionalProperties: convert(def.valueType as Zod3Node, walk),
    ...(type === 'string' && Object.keys(keys).length > 0 && { propertyNames: { type, ...keys } }),
  };
}

function toUnion(def: Zod3Def, walk: Walk): Json {
  const options = [...(def.options ?? [])].filter((option) => typeName(option) !== 'Undefined');
  return { anyOf: options.map((option) => convert(option, walk)) };
}

function orNull(json: Json): Json {
  const { type } = json;
  if (Object.keys(json).length === 0) return json;
  const isBare = typeof type === 'string' && Object.keys(json).length === 1;
  return isBare ? { type: [type, 'null'] } : { anyOf: [json, { type: 'null' }] };
}

function toDefault(def: Zod3Def, walk: Walk): Json {
  const json = inner(def, walk);
  try {
    const value: unknown = JSON.parse(JSON.stringify(def.defaultValue?.()));
    return { ...json, default: value };
  } catch {
    return json;
  }
}

/** A transform says nothing of its output; a preprocess lets its inner schema stand for the input. */
function toEffects(def: Zod3Def, walk: Walk): Json {
  if (walk.side === 'output' && def.effect?.type === 'transform') return {};
  const json = convert(def.schema as Zod3Node, walk);
  return isObject(json) ? json : {};
}
