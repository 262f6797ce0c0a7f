import type { Validator } from '@cfworker/json-schema';
import type { MaybePromise } from '../base/promise.ts';
import { toJsonIssues, type ValidatorError } from './json-issues.ts';
import { forEachSubschema } from './json-tree.ts';
import { toJsonView } from './json-view.ts';
import { isObject, type SourceResult } from './source.ts';
import type { JsonSchema } from './types.ts';
import { toUnicodePattern } from './unicode-pattern.ts';

type Library = typeof import('@cfworker/json-schema');
let library: Library | undefined;

/** Checks values against a JSON Schema. The first answer of a process is a promise, until the validator is loaded. */
export function createJsonValidator(
  schema: JsonSchema,
): (value: unknown) => MaybePromise<SourceResult> {
  let validator: Validator | undefined;
  let copy: JsonSchema = schema;
  const check = (loaded: Library, value: unknown): SourceResult => {
    if (validator === undefined) {
      copy = toValidatorForm(schema);
      validator = new loaded.Validator(copy, draftOf(schema), false);
    }
    return validate(validator, copy, value);
  };
  return (value) => {
    if (library !== undefined) return check(library, value);
    return import('@cfworker/json-schema').then((loaded) => {
      library = loaded;
      return check(loaded, value);
    });
  };
}

function validate(validator: Validator, schema: JsonSchema, value: unknown): SourceResult {
  const view = toJsonView(value);
  if ('issue' in view) return { ok: false, issues: [view.issue] };
  const { valid, errors } = validator.validate(view.value);
  if (valid) return { ok: true, value };
  return { ok: false, issues: toJsonIssues(errors as ValidatorError[], schema, view.value) };
}

/** Where nothing is declared the newer draft, whose validator reads the keywords of both. */
function draftOf({ $schema }: JsonSchema): '4' | '7' | '2019-09' | '2020-12' {
  const declared = typeof $schema === 'string' ? $schema : '';
  if (/draft-0[67]/.test(declared)) return '7';
  if (declared.includes('draft-04')) return '4';
  return declared.includes('2019-09') ? '2019-09' : '2020-12';
}

/** A copy of our own: the validator writes on the schema it is given, and is particular about patterns. */
function toValidatorForm(schema: JsonSchema): JsonSchema {
  const copy = copyJson(schema) as Record<string, unknown>;
  const adapt = (node: Record<string, unknown>): void => {
    const { pattern, patternProperties } = node;
    if (typeof pattern === 'string') node.pattern = toUnicodePattern(pattern) ?? pattern;
    if (isObject(patternProperties)) {
      node.patternProperties = Object.fromEntries(
        Object.entries(patternProperties).map(([key, part]) => [
          toUnicodePattern(key) ?? key,
          part,
        ]),
      );
    }
    forEachSubschema(node, adapt);
  };
  adapt(copy);
  return copy;
}

/** A copy of a JSON value that shares no object with it, own `__proto__` keys included. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined && typeof part !== 'function')
      .map(([key, part]) => [key, copyJson(part)]),
  );
}
