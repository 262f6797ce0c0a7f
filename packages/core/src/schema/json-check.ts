import { copyJson } from './copy-json.ts';
import { toJsonIssues, type ValidatorError } from './json-issues.ts';
import { forEachSubschema } from './json-tree.ts';
import { toJsonView } from './json-view.ts';
import { isObject, type SourceResult } from './source.ts';
import type { JsonSchema } from './types.ts';
import { toUnicodePattern } from './unicode-pattern.ts';

/** The validator library, given as an argument since it is loaded when it is first needed. */
export type ValidatorLibrary = typeof import('@cfworker/json-schema');

/** Checks values against one JSON Schema. */
export function createCheck(
  schema: JsonSchema,
  { Validator }: ValidatorLibrary,
): (value: unknown) => SourceResult {
  const copy = toValidatorForm(schema);
  const validator = new Validator(copy, draftOf(schema), false);
  return (value) => {
    const view = toJsonView(value);
    if ('issue' in view) return { ok: false, issues: [view.issue] };
    const { valid, errors } = validator.validate(view.value);
    if (valid) return { ok: true, value };
    return { ok: false, issues: toJsonIssues(errors as ValidatorError[], copy, view.value) };
  };
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
