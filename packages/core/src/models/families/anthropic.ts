import { createToCallId } from './call-id.ts';
import { createFamily } from './create-family.ts';
import type { Dialect } from './dialect.ts';
import type { SchemaFamily } from './family.ts';
import { isJson } from './json.ts';
import { isPlainPattern } from './patterns.ts';

/** Draft 2020-12, with a root that is no union and property names of plain letters. */
const loose: Dialect = {
  isExact: false,
  keeps: () => true,
  optional: 'absent',
  references: 'keep',
  tuples: 'prefix',
  labels: false,
  emptyObjects: true,
  unionsAlone: false,
  oneOf: true,
  propertyName: /^[a-zA-Z0-9_.-]{1,64}$/,
};

const structure: ReadonlySet<string> = new Set([
  '$schema',
  'type',
  'title',
  'description',
  'default',
  'properties',
  'required',
  'additionalProperties',
  'anyOf',
  'enum',
  'const',
]);
const formats: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Strict tools: closed objects, no recursion, no limits. */
const strict: Dialect = {
  ...loose,
  isExact: true,
  keeps(keyword, value) {
    switch (keyword) {
      case 'items':
        return isJson(value);
      case 'format':
        return formats.has(value);
      case 'pattern':
        return isPlainPattern(value);
      case 'minItems':
        return value === 0 || value === 1;
      default:
        return structure.has(keyword);
    }
  },
  references: 'inline',
  tuples: 'fields',
  oneOf: false,
};

const toCallId = createToCallId({ pattern: /^[a-zA-Z0-9_-]+$/, longest: 64 });

export const anthropic: SchemaFamily = createFamily({
  name: 'anthropic',
  dialects: { loose, strict },
  toCallId,
});

/** Models behind the Converse API that are of no other family: it wants the same, and knows no strict mode. */
export const bedrock: SchemaFamily = createFamily({
  name: 'bedrock',
  dialects: { loose, strict: loose },
  toCallId,
});
