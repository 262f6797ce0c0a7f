import { forEachSubschema, resolveRef } from './json-tree.ts';
import { isObject } from './source.ts';
import type { JsonSchema } from './types.ts';
import { toUnicodePattern } from './unicode-pattern.ts';

const keywords = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  '$anchor',
  '$comment',
  'definitions',
  'type',
  'properties',
  'required',
  'items',
  'prefixItems',
  'additionalItems',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'title',
  'description',
  'default',
  'examples',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minProperties',
  'maxProperties',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** An object counts as a JSON Schema when it is empty or has a keyword of one. */
export function looksLikeJsonSchema(source: object): source is JsonSchema {
  const names = Object.keys(source);
  return names.length === 0 || names.some((name) => keywords.has(name));
}

/** What keeps a JSON Schema from ever being used, so that its author hears of it when defining it. */
export function findFault(root: JsonSchema): string | undefined {
  const parents = new Set<object>();
  const check = (node: Record<string, unknown>): string | undefined => {
    if (parents.has(node)) return 'it contains itself; use $ref';
    parents.add(node);
    let fault = faultOf(node, root);
    forEachSubschema(node, (child) => {
      fault ??= check(child);
    });
    parents.delete(node);
    return fault;
  };
  return check(root);
}

function faultOf(node: JsonSchema, root: JsonSchema): string | undefined {
  const { type, $ref: ref, pattern, required, properties } = node;
  if (ref !== undefined && (typeof ref !== 'string' || resolveRef(root, ref) === undefined)) {
    return `its $ref ${JSON.stringify(ref)} leads nowhere; only references within the schema are followed`;
  }
  for (const one of Array.isArray(type) ? type : [type]) {
    if (one !== undefined && !types.has(one)) return `${JSON.stringify(one)} is not a type`;
  }
  if (required !== undefined && !Array.isArray(required))
    return '`required` must be a list of names';
  if (properties !== undefined && !isObject(properties)) return '`properties` must be an object';
  const patterns = isObject(node.patternProperties) ? Object.keys(node.patternProperties) : [];
  if (pattern !== undefined) patterns.push(String(pattern));
  for (const one of patterns) {
    if (toUnicodePattern(one) === undefined)
      return `its pattern ${JSON.stringify(one)} is not a regular expression`;
  }
  return undefined;
}
