import type { ValueKind } from '../../../base/growing-form.ts';
import { isJson, type Json, resolveRef, typesOf, unionOf } from '../json.ts';

/** The document that references in a schema lead into; it may be made later than what refers to it. */
export interface Scope {
  root: Json;
}

interface Look {
  readonly scope: Scope;
  /** A value of any size is looked at only so far; what lies beyond counts as fitting. */
  left: number;
}

/**
 * Whether a value has the structure that a schema asks for: types, constants, keys and items, so many levels deep.
 * Enough to tell the branches of a union apart; no validation.
 */
export function fits(schema: unknown, value: unknown, scope: Scope, levels = 8): boolean {
  return look(schema, value, { scope, left: 2000 }, levels);
}

/** Whether a value of this kind can have the structure. */
export function mayBe(schema: unknown, kind: ValueKind, scope: Scope): boolean {
  return waysOf(schema, scope).some((way) => {
    const types = typesOf(way);
    return types.length === 0 || types.includes(kind);
  });
}

/** Whether a value that has this part can have the structure, whatever is still to come. */
export function mayHold(
  schema: unknown,
  key: string | number,
  value: unknown,
  scope: Scope,
): boolean {
  return waysOf(schema, scope).some((way) => {
    if (typeof key === 'number') return itemFits(way, key, value, scope);
    const { properties, additionalProperties, patternProperties } = way;
    if (isJson(properties) && Object.hasOwn(properties, key)) {
      return fits(properties[key], value, scope);
    }
    return isJson(patternProperties) || fits(additionalProperties, value, scope);
  });
}

function itemFits({ items, prefixItems }: Json, index: number, value: unknown, scope: Scope) {
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? undefined : items;
  return fits(index < first.length ? first[index] : rest, value, scope);
}

/** What a schema may mean: where its references lead, each of its alternatives. */
function waysOf(schema: unknown, scope: Scope, depth = 0): readonly Json[] {
  if (!isJson(schema)) return schema === false ? [] : [{}];
  if (depth > 8) return [{}];
  const target = typeof schema.$ref === 'string' ? resolveRef(scope.root, schema.$ref) : undefined;
  if (target !== undefined) return waysOf(target, scope, depth + 1);
  const branches = unionOf(schema)?.branches;
  return branches?.flatMap((branch) => waysOf(branch, scope, depth + 1)) ?? [schema];
}

function look(schema: unknown, value: unknown, walk: Look, levels: number): boolean {
  if (!isJson(schema)) return schema !== false;
  if (walk.left-- <= 0) return true;
  if (typeof schema.$ref === 'string') {
    const target = resolveRef(walk.scope.root, schema.$ref);
    if (target !== undefined && !look(target, value, walk, levels)) return false;
  }
  if (!hasType(schema, value)) return false;
  if ('const' in schema && !isSame(schema.const, value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value))) return false;
  if (!hasBranch(schema, value, walk, levels)) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return itemsFit(schema, value, walk, levels - 1);
  return !isJson(value) || fieldsFit(schema, value, walk, levels - 1);
}

function hasType(schema: Json, value: unknown): boolean {
  const types = typesOf(schema);
  if (types.length === 0) return true;
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number') {
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  }
  return types.includes(typeof value);
}

function hasBranch({ anyOf, oneOf, allOf }: Json, value: unknown, walk: Look, levels: number) {
  const some = (list: unknown): boolean =>
    !Array.isArray(list) || list.some((branch) => look(branch, value, walk, levels));
  if (!some(anyOf) || !some(oneOf)) return false;
  return !Array.isArray(allOf) || allOf.every((member) => look(member, value, walk, levels));
}

function itemsFit(schema: Json, value: readonly unknown[], walk: Look, levels: number): boolean {
  const list = Array.isArray(schema.items) ? schema.items : schema.prefixItems;
  const first: readonly unknown[] = Array.isArray(list) ? list : [];
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const { minItems } = schema;
  if (typeof minItems === 'number' && value.length < minItems) return false;
  for (let index = 0; index < value.length && walk.left > 0; index++) {
    if (!look(index < first.length ? first[index] : rest, value[index], walk, levels)) return false;
  }
  return true;
}

function fieldsFit(schema: Json, value: Json, walk: Look, levels: number): boolean {
  const { required, additionalProperties: rest } = schema;
  if (Array.isArray(required) && !required.every((key) => Object.hasOwn(value, key))) return false;
  const properties = isJson(schema.properties) ? schema.properties : {};
  const hasPatterns = isJson(schema.patternProperties);
  for (const key of Object.keys(value)) {
    if (walk.left <= 0) return true;
    if (Object.hasOwn(properties, key)) {
      if (!look(properties[key], value[key], walk, levels)) return false;
    } else if (!hasPatterns && !look(rest, value[key], walk, levels)) return false;
  }
  return true;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
