import type { MaybePromise } from '../base/promise.ts';
import type { ValidatorLibrary } from './json-check.ts';
import type { SourceResult } from './source.ts';
import type { JsonSchema } from './types.ts';

type Check = (value: unknown) => SourceResult;
let createCheck: ((schema: JsonSchema) => Check) | undefined;

/** Checks values against a JSON Schema. Answers are promises until the validator is loaded, once per process. */
export function createJsonValidator(
  schema: JsonSchema,
): (value: unknown) => MaybePromise<SourceResult> {
  let check: Check | undefined;
  const checkNow = (create: (schema: JsonSchema) => Check, value: unknown): SourceResult => {
    check ??= create(schema);
    return check(value);
  };
  return (value) =>
    createCheck === undefined
      ? load().then((create) => checkNow(create, value))
      : checkNow(createCheck, value);
}

async function load(): Promise<(schema: JsonSchema) => Check> {
  const [ours, library]: [typeof import('./json-check.ts'), ValidatorLibrary] = await Promise.all([
    import('./json-check.ts'),
    import('@cfworker/json-schema'),
  ]);
  createCheck = (schema) => ours.createCheck(schema, library);
  return createCheck;
}
