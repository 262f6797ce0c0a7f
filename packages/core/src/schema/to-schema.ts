import { TenonError } from '../base/errors.ts';
import { aiSdkSource, isAiSdkSchema, jsonInHand } from './ai-sdk.ts';
import { toObjectRoot } from './finish-json.ts';
import { rawJsonSource } from './raw-json.ts';
import { findFault, looksLikeJsonSchema } from './raw-json-check.ts';
import { SchemaCore } from './schema-core.ts';
import { isObject, type SchemaSource } from './source.ts';
import { type StandardSource, standardSource } from './standard.ts';
import type { JsonSchema, ParseResult, Schema, SchemaPlace, SchemaSide } from './types.ts';
import { isZod3, zod3Source } from './zod3.ts';
import { isZod4, zod4Source } from './zod4.ts';

/** By schema object, so that a schema that many tools share is converted once. */
const cores = new WeakMap<object, SchemaCore>();

/**
 * Takes whatever users may pass as a schema. Nothing is converted yet.
 *
 * @throws TenonError SCHEMA_UNSUPPORTED | SCHEMA_JSON_SIDE_MISSING | SCHEMA_ROOT_NOT_OBJECT
 */
export function toSchema(source: unknown, place: SchemaPlace): Schema {
  const core = coreOf(source, place);
  if (place.root === 'object' && core.source.rootKind() === 'other') throw rootNotObject(place);
  return new PlacedSchema(core, place);
}

function coreOf(source: unknown, place: SchemaPlace): SchemaCore {
  if ((typeof source !== 'object' || source === null) && typeof source !== 'function') {
    const what = source === undefined ? 'missing' : source === null ? 'null' : `a ${typeof source}`;
    throw unsupported(place, `is ${what}`);
  }
  let core = cores.get(source);
  if (core === undefined) {
    core = new SchemaCore(recognise(source, place));
    cores.set(source, core);
  }
  return core;
}

function recognise(source: object, place: SchemaPlace): SchemaSource {
  if (isZod4(source)) return zod4Source(source);
  if (isZod3(source)) return zod3Source(source);
  if (isAiSdkSchema(source)) return aiSdkSource(withoutFault(source, jsonInHand(source), place));
  if (isStandard(source)) return standardSource(withJsonSide(source, place));
  if (typeof source === 'function') throw unsupported(place, 'is a function');
  if (Array.isArray(source)) throw unsupported(place, 'is an array');
  if (!looksLikeJsonSchema(source)) {
    const isShape = Object.values(source).some((part) => isObject(part) && '~standard' in part);
    throw unsupported(
      place,
      isShape ? 'is a plain object of schemas, wrap it in z.object(...)' : 'is no schema',
    );
  }
  return rawJsonSource(withoutFault(source, source, place));
}

/** A schema that could never be used is refused where it is defined. */
function withoutFault<T>(source: T, json: JsonSchema | undefined, place: SchemaPlace): T {
  const fault = json && findFault(json);
  if (fault === undefined) return source;
  throw unsupported(place, `is a JSON Schema that cannot be used: ${fault}`);
}

function isStandard(source: object): source is StandardSource {
  const standard = (source as Partial<StandardSource>)['~standard'];
  return isObject(standard) && typeof standard.validate === 'function';
}

function withJsonSide(source: StandardSource, place: SchemaPlace): StandardSource {
  const { vendor, jsonSchema } = source['~standard'];
  if (typeof jsonSchema?.input === 'function') return source;
  throw new TenonError(
    'SCHEMA_JSON_SIDE_MISSING',
    `${place.owner}: ${place.option} is a schema of ${vendor} without a JSON Schema side, which a model needs. ${wayOut(vendor)}`,
    { details: { owner: place.owner, option: place.option, vendor } },
  );
}

function wayOut(vendor: string): string {
  if (vendor === 'valibot') {
    return 'Wrap it in `toStandardJsonSchema(...)` from `@valibot/to-json-schema`.';
  }
  if (vendor === 'zod') return 'Use `zod` 4.2 or later rather than `zod/mini`.';
  if (vendor === 'arktype') return 'Use `arktype` 2.1.28 or later.';
  return "Wrap it with the library's converter to Standard JSON Schema (`~standard.jsonSchema`), or pass a JSON Schema.";
}

function unsupported({ owner, option }: SchemaPlace, what: string): TenonError {
  return new TenonError(
    'SCHEMA_UNSUPPORTED',
    `Unsupported schema type. ${owner}: ${option} ${what}. Pass a Zod schema, a Standard Schema with its JSON Schema side (ArkType, or Valibot by toStandardJsonSchema), jsonSchema(...) of the AI SDK, or a JSON Schema object.`,
    { details: { owner, option } },
  );
}

function rootNotObject({ owner, option }: SchemaPlace): TenonError {
  return new TenonError(
    'SCHEMA_ROOT_NOT_OBJECT',
    `${owner}: ${option} must describe an object, since models call tools with named arguments. Wrap it, for instance z.object({ value: ... }).`,
    { details: { owner, option } },
  );
}

class PlacedSchema implements Schema {
  readonly vendor: string;
  readonly #core: SchemaCore;
  readonly #place: SchemaPlace;

  constructor(core: SchemaCore, place: SchemaPlace) {
    this.vendor = core.source.vendor;
    this.#core = core;
    this.#place = place;
  }

  parse(value: unknown): ParseResult | Promise<ParseResult> {
    return this.#core.parse(value);
  }

  parseLeniently(value: unknown): ParseResult | Promise<ParseResult> {
    return this.#core.parseLeniently(value);
  }

  jsonSchema(side: SchemaSide = 'input'): JsonSchema {
    const json = this.#convert(side);
    if (json === undefined) throw rootNotObject(this.#place);
    return json;
  }

  #convert(side: SchemaSide): JsonSchema | undefined {
    try {
      if (this.#place.root !== 'object') return this.#core.json(side);
      return side === 'input' ? this.#core.objectJson() : toObjectRoot(this.#core.json(side));
    } catch (error) {
      const { owner, option } = this.#place;
      const reason = error instanceof Error ? error.message : String(error);
      throw new TenonError(
        'SCHEMA_JSON_SIDE_MISSING',
        `${owner}: ${option} cannot be told as JSON Schema: ${reason}`,
        { details: { owner, option, vendor: this.vendor }, cause: error },
      );
    }
  }
}
