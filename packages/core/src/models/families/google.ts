import { createFamily } from './create-family.ts';
import type { Dialect } from './dialect.ts';
import type { SchemaFamily } from './family.ts';
import { isJson } from './json.ts';

const structure: ReadonlySet<string> = new Set([
  '$schema',
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'anyOf',
  'enum',
  'minLength',
]);

/**
 * The part of OpenAPI's schemas that Gemini takes, and that the provider packages hand on: whatever else a schema says
 * is lost on the way, or refused.
 */
const dialect: Dialect = {
  isExact: true,
  keeps(keyword, value) {
    switch (keyword) {
      case 'items':
        return isJson(value);
      case 'format':
        return value === 'date-time';
      case 'minimum':
      case 'maximum':
        // said by `integer`, and harmless
        return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
      default:
        return structure.has(keyword);
    }
  },
  optional: 'absent',
  references: 'inline',
  tuples: 'fields',
  labels: true,
  emptyObjects: false,
  unionsAlone: true,
  oneOf: false,
  propertyName: undefined,
};

export const google: SchemaFamily = createFamily({
  name: 'google',
  dialects: { strict: dialect, loose: dialect },
});
