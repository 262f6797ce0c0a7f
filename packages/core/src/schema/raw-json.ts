import { copyJson } from './copy-json.ts';
import { hasObjectRoot } from './finish-json.ts';
import { createJsonValidator } from './json-validator.ts';
import type { SchemaSource } from './source.ts';
import type { JsonSchema } from './types.ts';

/** A JSON Schema is both sides of itself. */
export function rawJsonSource(schema: JsonSchema, vendor = 'json-schema'): SchemaSource {
  return {
    vendor,
    validate: createJsonValidator(schema),
    toJson: () => ({ json: copyJson(schema) as JsonSchema }),
    rootKind: () => rootKind(schema),
  };
}

function rootKind(schema: JsonSchema): 'object' | 'other' {
  return hasObjectRoot(schema) ? 'object' : 'other';
}
