import type { RootKind, SchemaSource, SourceResult } from './source.ts';
import { fromZodIssues, type ZodIssue } from './zod-issues.ts';
import { zod3ToJson } from './zod3-json.ts';
import { typeName, type Zod3Node } from './zod3-node.ts';

type ZodResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly ZodIssue[] } };

export interface Zod3Schema extends Zod3Node {
  safeParse(value: unknown): ZodResult;
  safeParseAsync(value: unknown): Promise<ZodResult>;
}

export function isZod3(source: object): source is Zod3Schema {
  const { _def, safeParse, safeParseAsync } = source as Partial<Zod3Schema>;
  return (
    !('_zod' in source) &&
    typeof _def?.typeName === 'string' &&
    typeof safeParse === 'function' &&
    typeof safeParseAsync === 'function'
  );
}

export function zod3Source(schema: Zod3Schema): SchemaSource {
  let isAsync = false;
  return {
    vendor: 'zod3',
    validate: (value) => {
      if (!isAsync) {
        try {
          return fromResult(schema.safeParse(value));
        } catch (error) {
          if (!isAsyncError(error)) throw error;
          isAsync = true;
        }
      }
      return schema.safeParseAsync(value).then(fromResult);
    },
    toJson: (side) => ({ json: zod3ToJson(schema, side) }),
    rootKind: () => rootKind(schema, 0),
  };
}

function fromResult(result: ZodResult): SourceResult {
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, issues: fromZodIssues(result.error.issues) };
}

function isAsyncError(error: unknown): boolean {
  return error instanceof Error && /synchronous parse|synchronously/i.test(error.message);
}

function rootKind(schema: Zod3Node, depth: number): RootKind {
  const { _def: def } = schema;
  if (depth > 16) return 'unknown';
  switch (typeName(schema)) {
    case 'Object':
    case 'Record':
      return 'object';
    case 'Any':
    case 'Unknown':
    case 'Lazy':
      return 'unknown';
    case 'Intersection':
      return rootKind(def.left as Zod3Node, depth + 1);
    case 'Pipeline':
      return rootKind(def.in as Zod3Node, depth + 1);
    case 'Effects':
      return rootKind(def.schema as Zod3Node, depth + 1);
    case 'Branded':
      return rootKind(def.type as Zod3Node, depth + 1);
    case 'Union':
    case 'DiscriminatedUnion': {
      const kinds = [...(def.options as Zod3Node[])]
        .filter((option) => typeName(option) !== 'Null')
        .map((option) => rootKind(option, depth + 1));
      if (kinds.includes('other')) return 'other';
      return kinds.includes('unknown') ? 'unknown' : 'object';
    }
    default:
      return def.innerType === undefined ? 'other' : rootKind(def.innerType, depth + 1);
  }
}
