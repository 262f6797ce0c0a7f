import { createToCallId } from './call-id.ts';
import { createFamily } from './create-family.ts';
import type { Dialect } from './dialect.ts';
import type { SchemaFamily } from './family.ts';
import { isJson } from './json.ts';
import { isPlainPattern } from './patterns.ts';

/** Without strict mode nearly all is taken, but that what is not required would be required all the same. */
const loose: Dialect = {
  isExact: false,
  keeps(keyword, value) {
    switch (keyword) {
      case 'pattern':
        return isPlainPattern(value);
      case 'propertyNames':
        return false;
      case 'items':
        return value !== undefined;
      default:
        return true;
    }
  },
  optional: 'null',
  references: 'keep',
  tuples: 'words',
  labels: false,
  emptyObjects: true,
  unionsAlone: false,
  oneOf: false,
  propertyName: undefined,
};

const structure: ReadonlySet<string> = new Set([
  '$schema',
  '$defs',
  'definitions',
  '$ref',
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'anyOf',
  'enum',
  'const',
]);
const bounds: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
]);
const formats: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);

function createStrict(hasBounds: boolean): Dialect {
  return {
    ...loose,
    isExact: true,
    tuples: 'fields',
    keeps(keyword, value) {
      if (structure.has(keyword)) return true;
      if (keyword === 'items') return isJson(value);
      if (!hasBounds) return false;
      if (keyword === 'pattern') return isPlainPattern(value);
      if (keyword === 'format') return formats.has(value);
      return bounds.has(keyword) && typeof value === 'number';
    },
  };
}

interface OpenaiKind {
  /** Strict mode takes limits of numbers and lists, patterns and formats. */
  readonly hasBounds: boolean;
  readonly longestId: number;
}

function createOpenai({ hasBounds, longestId }: OpenaiKind): SchemaFamily {
  return createFamily({
    name: 'openai',
    dialects: { loose, strict: createStrict(hasBounds) },
    toCallId: createToCallId({ pattern: /^[a-zA-Z0-9_-]+$/, longest: longestId }),
  });
}

/** The Responses API. */
export const openai: SchemaFamily = createOpenai({ hasBounds: true, longestId: 64 });
/** Chat completions, by OpenAI and by those who offer the same API. */
export const openaiChat: SchemaFamily = createOpenai({ hasBounds: true, longestId: 40 });
export const azure: SchemaFamily = createOpenai({ hasBounds: false, longestId: 64 });
export const azureChat: SchemaFamily = createOpenai({ hasBounds: false, longestId: 40 });
