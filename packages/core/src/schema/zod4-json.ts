import { isJsonScalar, plainJson } from './plain-json.ts';
import { draft07 } from './source.ts';
import type { JsonSchema } from './types.ts';
import { convertNumber, withLength } from './zod4-checks.ts';
import type { ZodDef, ZodNode } from './zod4-node.ts';

interface Registry {
  readonly _map: WeakMap<object, Record<string, unknown>>;
  get(schema: object): Record<string, unknown> | undefined;
}
type Json = Record<string, unknown>;

interface Walk {
  readonly registry: Registry | undefined;
  /** A schema that contains itself unfolds for ever. */
  nodesLeft: number;
}

const maxDepth = 32;

/**
 * The input side of a plain Zod 4 schema, frozen, at a fifth of the cost of Zod's own converter. `undefined` for
 * whatever is not plain (formats, unions, records, pipes, ids, recursion): Zod then converts the whole schema.
 */
export function plainZodToJson(schema: ZodNode): JsonSchema | undefined {
  const registry = (globalThis as { __zod_globalRegistry?: Registry }).__zod_globalRegistry;
  const json = convert(schema, { registry, nodesLeft: 5000 }, 0);
  if (json === undefined) return undefined;
  json.$schema = draft07;
  return Object.freeze(json);
}

/** Freezes all it makes but the node itself, to which its wrapper may still add. */
function convert(schema: ZodNode, walk: Walk, depth: number): Json | undefined {
  const { _zod: internals } = schema;
  if (depth > maxDepth || walk.nodesLeft-- === 0) return undefined;
  if (internals.toJSONSchema !== undefined) return undefined;
  const json = convertType(internals.def, walk, depth);
  if (json === undefined || walk.registry === undefined) return json;
  return addMetadata(json, schema, walk.registry);
}

function convertType(def: ZodDef, walk: Walk, depth: number): Json | undefined {
  switch (def.type) {
    case 'string':
      return def.format === undefined
        ? withLength(def, 'string', 'minLength', 'maxLength')
        : undefined;
    case 'number':
      return convertNumber(def);
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return convertEnum(def);
    case 'literal':
      return convertLiteral(def);
    case 'array':
      return convertArray(def, walk, depth);
    case 'object':
      return convertObject(def, walk, depth);
    case 'optional':
      return convert(def.innerType as ZodNode, walk, depth + 1);
    case 'nullable':
      return convertNullable(def, walk, depth);
    case 'default':
      return convertDefault(def, walk, depth);
    default:
      return undefined;
  }
}

function convertObject(def: ZodDef, walk: Walk, depth: number): Json | undefined {
  if (def.catchall !== undefined && def.catchall._zod.def.type !== 'never') return undefined;
  const shape = def.shape as Record<string, ZodNode>;
  if (Object.getOwnPropertySymbols(shape).length > 0) return undefined;
  const properties: Json = {};
  const required: string[] = [];
  for (const key of Object.keys(shape)) {
    const field = shape[key] as ZodNode;
    const json = convert(field, walk, depth + 1);
    if (json === undefined) return undefined;
    Object.freeze(json);
    if (key === '__proto__')
      Object.defineProperty(properties, key, { value: json, enumerable: true });
    else properties[key] = json;
    if (!mayBeAbsent(field)) required.push(key);
  }
  Object.freeze(properties);
  return required.length === 0
    ? { type: 'object', properties, additionalProperties: false }
    : {
        type: 'object',
        properties,
        required: Object.freeze(required),
        additionalProperties: false,
      };
}

/** An `optional` or `default` may stand inside a `nullable`. */
function mayBeAbsent(schema: ZodNode): boolean {
  let { def } = schema._zod;
  while (def.type === 'nullable') ({ def } = (def.innerType as ZodNode)._zod);
  return def.type === 'optional' || def.type === 'default';
}

function convertArray(def: ZodDef, walk: Walk, depth: number): Json | undefined {
  const items = convert(def.element as ZodNode, walk, depth + 1);
  const json = items && withLength(def, 'array', 'minItems', 'maxItems');
  if (json !== undefined) json.items = Object.freeze(items);
  return json;
}

/** Zod writes a nullable bare type as a list of types. */
function convertNullable(def: ZodDef, walk: Walk, depth: number): Json | undefined {
  const inner = convert(def.innerType as ZodNode, walk, depth + 1);
  if (inner === undefined) return undefined;
  const { type } = inner;
  if (type === undefined || Object.keys(inner).length > 1) {
    return { anyOf: Object.freeze([Object.freeze(inner), Object.freeze({ type: 'null' })]) };
  }
  const types = Array.isArray(type) ? type : [type];
  return { type: Object.freeze(types.includes('null') ? types : [...types, 'null']) };
}

function convertDefault(def: ZodDef, walk: Walk, depth: number): Json | undefined {
  const json = convert(def.innerType as ZodNode, walk, depth + 1);
  const value = plainJson(def.defaultValue);
  if (json === undefined || value === undefined) return undefined;
  json.default = value;
  return json;
}

function convertEnum(def: ZodDef): Json | undefined {
  const values = Object.values(def.entries ?? {});
  if (values.length === 0 || !values.every((value) => typeof value === 'string')) return undefined;
  return { type: 'string', enum: Object.freeze(values) };
}

function convertLiteral({ values = [] }: ZodDef): Json | undefined {
  const [first] = values;
  if (!values.every(isJsonScalar)) return undefined;
  if (values.length === 1) return { type: first === null ? 'null' : typeof first, const: first };
  if (values.length === 0 || !values.every((value) => typeof value === 'string')) return undefined;
  return { type: 'string', enum: Object.freeze([...values]) };
}

/** Descriptions, titles and the like. An `id` moves a schema to the definitions, which only Zod's converter does. */
function addMetadata(json: Json, schema: ZodNode, registry: Registry): Json | undefined {
  const { parent } = schema._zod;
  for (let origin = parent; origin !== undefined; origin = origin._zod.parent) {
    if (registry._map.get(origin)?.id !== undefined) return undefined;
  }
  const metadata = parent === undefined ? registry._map.get(schema) : registry.get(schema);
  if (metadata === undefined) return json;
  if (metadata.id !== undefined) return undefined;
  for (const key of Object.keys(metadata)) {
    const value = metadata[key];
    if (value === undefined) delete json[key];
    else {
      const plain = typeof value === 'string' ? value : plainJson(value);
      if (plain === undefined || key === '__proto__') return undefined;
      json[key] = plain;
    }
  }
  return json;
}
