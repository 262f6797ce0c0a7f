import type { MaybePromise } from '../base/promise.ts';
import type { RootKind, SchemaSource, SourceResult } from './source.ts';
import type { JsonSchema, SchemaSide } from './types.ts';
import { fromZodIssues, type ZodIssue } from './zod-issues.ts';
import { plainZodToJson } from './zod4-json.ts';
import type { ZodNode } from './zod4-node.ts';

type ZodResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly ZodIssue[] } };
interface Payload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

/** What is used of a Zod 4 schema, mini or not. */
export interface Zod4Schema extends ZodNode {
  readonly _zod: ZodNode['_zod'] & {
    run(payload: Payload, context: { readonly async: boolean }): Payload | Promise<Payload>;
  };
  readonly '~standard': {
    readonly jsonSchema?: Record<SchemaSide, (options: object) => JsonSchema>;
  };
  safeParse(value: unknown): ZodResult;
  safeParseAsync(value: unknown): Promise<ZodResult>;
}

export function isZod4(source: object): source is Zod4Schema {
  return '_zod' in source && typeof (source as Partial<Zod4Schema>).safeParse === 'function';
}

export function zod4Source(schema: Zod4Schema): SchemaSource {
  return {
    vendor: 'zod',
    validate: createValidate(schema),
    toJson: (side) => {
      const plain = side === 'input' ? plainZodToJson(schema) : undefined;
      return plain === undefined
        ? { json: convertByZod(schema, side) }
        : { json: plain, done: true };
    },
    rootKind: () => rootKind(schema, 0),
  };
}

/**
 * Zod says only by a rejected promise or a thrown error that a schema is asynchronous. The first values therefore go
 * the way that allows both, once; a success without a promise settles for the quicker one.
 */
function createValidate(schema: Zod4Schema): SchemaSource['validate'] {
  let known: 'sync' | 'async' | undefined;
  const first = (value: unknown): MaybePromise<SourceResult> => {
    const payload = schema._zod.run({ value, issues: [] }, { async: true });
    if (payload instanceof Promise) {
      known = 'async';
      return payload.then((settled) => fromPayload(settled, value));
    }
    if (payload.issues.length > 0) return fromResult(schema.safeParse(value));
    known = 'sync';
    return { ok: true, value: payload.value };
  };
  const fromPayload = async (payload: Payload, value: unknown): Promise<SourceResult> =>
    payload.issues.length === 0
      ? { ok: true, value: payload.value }
      : fromResult(await schema.safeParseAsync(value));

  return (value) => {
    if (known === undefined) return first(value);
    if (known === 'async') return schema.safeParseAsync(value).then(fromResult);
    try {
      return fromResult(schema.safeParse(value));
    } catch (error) {
      if (!isAsyncError(error)) throw error;
      known = 'async';
      return schema.safeParseAsync(value).then(fromResult);
    }
  };
}

function fromResult(result: ZodResult): SourceResult {
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, issues: fromZodIssues(result.error.issues) };
}

function isAsyncError(error: unknown): boolean {
  return error instanceof Error && /synchronous parse/i.test(error.message);
}

function convertByZod(schema: Zod4Schema, side: SchemaSide): JsonSchema {
  const converter = schema['~standard'].jsonSchema;
  if (converter === undefined) {
    throw new Error(
      'this Zod schema has no JSON Schema converter: use `zod` 4.2 or later rather than `zod/mini`',
    );
  }
  const override = ({ zodSchema, jsonSchema }: { zodSchema: ZodNode; jsonSchema: Json }) => {
    const { def } = zodSchema._zod;
    if (def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    if (def.type === 'object' && def.catchall === undefined && jsonSchema.type === 'object') {
      jsonSchema.additionalProperties = false;
    }
  };
  const libraryOptions = { unrepresentable: 'any', override };
  return converter[side]({ target: 'draft-07', libraryOptions });
}
type Json = Record<string, unknown>;

const wrappers = new Set([
  'optional',
  'nullable',
  'default',
  'prefault',
  'catch',
  'readonly',
  'nonoptional',
]);
const open = new Set(['any', 'unknown', 'custom', 'lazy', 'transform']);

function rootKind(schema: ZodNode, depth: number): RootKind {
  const { def } = schema._zod;
  if (depth > 16 || open.has(def.type)) return 'unknown';
  if (def.type === 'object' || def.type === 'record') return 'object';
  if (wrappers.has(def.type)) return rootKind(def.innerType as ZodNode, depth + 1);
  if (def.type === 'pipe') {
    const { in: before, out: after } = def as { in: ZodNode; out: ZodNode };
    return rootKind(before._zod.def.type === 'transform' ? after : before, depth + 1);
  }
  if (def.type === 'intersection') return rootKind(def.left as ZodNode, depth + 1);
  if (def.type === 'union') {
    const kinds = (def.options ?? [])
      .filter((option) => option._zod.def.type !== 'null')
      .map((option) => rootKind(option, depth + 1));
    if (kinds.includes('other')) return 'other';
    return kinds.includes('unknown') ? 'unknown' : 'object';
  }
  return 'other';
}
