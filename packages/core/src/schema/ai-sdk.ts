import type { MaybePromise } from '../base/promise.ts';
import { isPromiseLike } from '../base/promise.ts';
import { copyJson } from './copy-json.ts';
import { createJsonValidator } from './json-validator.ts';
import { rawJsonSource } from './raw-json.ts';
import { isObject, type SchemaSource, type SourceResult } from './source.ts';
import type { JsonSchema } from './types.ts';
import { fromZodIssues, type ZodIssue } from './zod-issues.ts';

const marker = Symbol.for('vercel.ai.schema');

/** A schema object of the AI SDK. Its JSON Schema may be a getter that converts when it is read. */
export interface AiSdkSource {
  readonly jsonSchema: unknown;
  readonly validate?: ((value: unknown) => MaybePromise<AiSdkResult>) | undefined;
}
type AiSdkResult =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: unknown };

export function isAiSdkSchema(source: object): source is AiSdkSource {
  return marker in source && 'jsonSchema' in source;
}

export function aiSdkSource(schema: AiSdkSource): SchemaSource {
  const { validate } = schema;
  return {
    vendor: 'ai-sdk',
    validate:
      validate === undefined
        ? lazily(() => createJsonValidator(jsonOf(schema)))
        : (value) => {
            const result = validate.call(schema, value);
            return isPromiseLike(result) ? result.then(fromResult) : fromResult(result);
          },
    toJson: () => ({ json: copyJson(jsonOf(schema)) as JsonSchema }),
    rootKind: () => {
      const json = jsonInHand(schema);
      return json === undefined ? 'unknown' : rawJsonSource(json).rootKind();
    },
  };
}

/** The JSON Schema where it is there without converting. */
export function jsonInHand(schema: AiSdkSource): JsonSchema | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(schema, 'jsonSchema')?.value;
  return isJsonObject(value) ? value : undefined;
}

function lazily(make: () => SchemaSource['validate']): SchemaSource['validate'] {
  let validate: SchemaSource['validate'] | undefined;
  return (value) => {
    validate ??= make();
    return validate(value);
  };
}

function jsonOf({ jsonSchema }: AiSdkSource): JsonSchema {
  if (isJsonObject(jsonSchema)) return jsonSchema;
  throw new Error(
    'its `jsonSchema` is not an object (one that is loaded by a promise is not supported)',
  );
}

function isJsonObject(value: unknown): value is JsonSchema {
  return isObject(value) && !Array.isArray(value) && !isPromiseLike(value);
}

function fromResult(result: AiSdkResult): SourceResult {
  if (result.success) return { ok: true, value: result.value };
  const { error } = result;
  const issues = zodIssuesOf(error) ?? (isObject(error) ? zodIssuesOf(error.cause) : undefined);
  if (issues !== undefined) return { ok: false, issues: fromZodIssues(issues) };
  const message = isObject(error) && typeof error.message === 'string' ? error.message : '';
  return { ok: false, issues: [{ message: message || 'does not match its schema', path: [] }] };
}

/** The SDK's `zodSchema()` hands on the error of Zod. */
function zodIssuesOf(error: unknown): readonly ZodIssue[] | undefined {
  const issues = isObject(error) ? error.issues : undefined;
  return Array.isArray(issues) && issues.every((one) => Array.isArray(one?.path))
    ? issues
    : undefined;
}
