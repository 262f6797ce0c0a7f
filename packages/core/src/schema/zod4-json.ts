import { draft07 } from './source.ts';
import type { JsonSchema } from './types.ts';

/** The parts of a Zod 4 schema that are looked at. */
export interface ZodNode {
  readonly _zod: {
    readonly def: ZodDef;
    readonly parent?: ZodNode | undefined;
    readonly toJSONSchema?: unknown;
  };
}
export interface ZodDef {
  readonly type: string;
  readonly check?: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: ZodCheck } }[];
  readonly shape?: Record<string, ZodNode>;
  readonly catchall?: ZodNode;
  readonly element?: ZodNode;
  readonly innerType?: ZodNode;
  readonly in?: ZodNode;
  readonly out?: ZodNode;
  readonly options?: readonly ZodNode[];
  readonly left?: ZodNode;
  readonly right?: ZodNode;
  readonly entries?: Record<string, unknown>;
  readonly values?: readonly unknown[];
  readonly defaultValue?: unknown;
}
interface ZodCheck {
  readonly check: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly length?: unknown;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly format?: string;
}
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

function withLength(def: ZodDef, type: string, min: string, max: string): Json | undefined {
  let least: number | undefined;
  let most: number | undefined;
  for (const { _zod } of def.checks ?? []) {
    const { check, minimum, maximum, length } = _zod.def;
    if (check === 'min_length') least = tighter(least, minimum, 1);
    else if (check === 'max_length') most = tighter(most, maximum, -1);
    else if (check === 'length_equals') {
      least = tighter(least, length, 1);
      most = tighter(most, length, -1);
    } else if (!saysNothing(check)) return undefined;
  }
  const json: Json = { type };
  if (least !== undefined) json[min] = least;
  if (most !== undefined) json[max] = most;
  return json;
}

function convertNumber(def: ZodDef): Json | undefined {
  if (def.check !== undefined && def.format !== 'safeint') return undefined;
  let integer = def.check !== undefined;
  let min: number | undefined;
  let max: number | undefined;
  let above: number | undefined;
  let below: number | undefined;
  for (const { _zod } of def.checks ?? []) {
    const { check, format, inclusive, value } = _zod.def;
    if (check === 'number_format' && format === 'safeint') integer = true;
    else if (check === 'greater_than') {
      if (inclusive) min = tighter(min, value, 1);
      else above = tighter(above, value, 1);
    } else if (check === 'less_than') {
      if (inclusive) max = tighter(max, value, -1);
      else below = tighter(below, value, -1);
    } else if (!saysNothing(check)) return undefined;
  }
  if (integer) {
    min = tighter(min, Number.MIN_SAFE_INTEGER, 1);
    max = tighter(max, Number.MAX_SAFE_INTEGER, -1);
  }
  const json: Json = { type: integer ? 'integer' : 'number' };
  if (above !== undefined && above >= (min ?? -Infinity)) json.exclusiveMinimum = above;
  else if (min !== undefined) json.minimum = min;
  if (below !== undefined && below <= (max ?? Infinity)) json.exclusiveMaximum = below;
  else if (max !== undefined) json.maximum = max;
  return allFinite(min, max, above, below) ? json : undefined;
}

/** Refinements and in-place changes (`trim`) leave no trace in a JSON Schema. */
function saysNothing(check: string): boolean {
  return check === 'custom' || check === 'overwrite';
}

/** The stricter of two bounds; `sign` 1 for lower bounds, -1 for upper ones. */
function tighter(known: number | undefined, value: unknown, sign: 1 | -1): number {
  const bound = typeof value === 'number' ? value : Number.NaN;
  return known === undefined || bound * sign > known * sign || Number.isNaN(bound) ? bound : known;
}

function allFinite(...bounds: (number | undefined)[]): boolean {
  return bounds.every((bound) => bound === undefined || Number.isFinite(bound));
}

function isJsonScalar(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
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

/** A frozen JSON copy, or `undefined` where the value does not survive JSON as it is. */
function plainJson(value: unknown): unknown {
  if (isJsonScalar(value)) return value;
  try {
    return deepFreeze(JSON.parse(JSON.stringify(value)));
  } catch {
    return undefined;
  }
}

/** Freezes a JSON tree in place. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const key of Object.keys(value)) deepFreeze((value as Json)[key]);
  return Object.freeze(value);
}
