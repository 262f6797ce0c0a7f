import type { Dialect } from './dialect.ts';
import { isJson, type Json } from './json.ts';

/**
 * Whether a schema can be sent as it is, told by reading it once: true for most, and they then cost nothing more.
 * False means only that it has to be looked at closely.
 */
export function needsNothing(node: unknown, dialect: Dialect, depth = 0): boolean {
  if (!isJson(node) || depth > 32) return false;
  const { type } = node;
  if (typeof type !== 'string' && dialect.isExact && !isNullableScalar(node)) return false;
  for (const key in node) {
    if (!isFine(key, node[key], node, dialect, depth)) return false;
  }
  if (type === 'object') return isFineObject(node, dialect);
  return type !== 'array' || isJson(node.items);
}

function isFine(key: string, value: unknown, node: Json, dialect: Dialect, depth: number): boolean {
  switch (key) {
    case 'type':
    case 'description':
    case 'title':
    case 'required':
    case '$schema':
      return true;
    case 'additionalProperties':
      return value === false;
    case 'properties':
      return isJson(value) && areFine(value, dialect, depth + 1);
    case 'items':
      return needsNothing(value, dialect, depth + 1);
    case 'anyOf':
      return !dialect.isExact && Array.isArray(value) && value.every(isScalarBranch);
    case 'enum':
      return dialect.labels ? areTexts(value, node) : !dialect.isExact || areScalars(node);
    case 'const':
      return !dialect.labels && (!dialect.isExact || areScalars(node));
    case 'minLength':
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
    case 'minItems':
    case 'maxItems':
    case 'default':
    case 'format':
    case 'pattern':
      return dialect.keeps(key, value);
    default:
      return false;
  }
}

function areFine(properties: Json, dialect: Dialect, depth: number): boolean {
  for (const key in properties) if (!needsNothing(properties[key], dialect, depth)) return false;
  return true;
}

function isNullableScalar({ type, enum: list, const: value }: Json): boolean {
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return false;
  if (list !== undefined || value !== undefined) return false;
  const given: unknown = type[0];
  return given === 'string' || given === 'number' || given === 'integer' || given === 'boolean';
}

/** As nullable fields have them. */
function isScalarBranch(branch: unknown): boolean {
  if (!isJson(branch)) return false;
  const { type } = branch;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'null';
}

function areScalars({ enum: list, const: value }: Json): boolean {
  if (list === undefined) return typeof value !== 'object';
  return Array.isArray(list) && list.every((one) => typeof one !== 'object');
}

/** As the names of the choices are. */
function areTexts(list: unknown, { type }: Json): boolean {
  if (type !== 'string' || !Array.isArray(list) || list.length === 0) return false;
  return list.every((one) => typeof one === 'string' && one !== '');
}

function isFineObject(node: Json, dialect: Dialect): boolean {
  const { properties, required } = node;
  if (dialect.isExact && (node.additionalProperties !== false || !isJson(properties))) return false;
  if (!isJson(properties)) return required === undefined;
  const list: readonly unknown[] = Array.isArray(required) ? required : [];
  let count = 0;
  for (const key in properties) {
    if (dialect.propertyName !== undefined && !dialect.propertyName.test(key)) return false;
    count++;
  }
  if (count === 0 && !dialect.emptyObjects) return false;
  if (
    dialect.isExact &&
    !list.every((key) => typeof key === 'string' && Object.hasOwn(properties, key))
  ) {
    return false;
  }
  if (dialect.optional === 'absent') return true;
  if (list.length < count) return false;
  for (const key in properties) if (!list.includes(key)) return false;
  return true;
}
