import { takesNull, withNull } from './accepts-null.ts';
import type { Draft, Part } from './draft.ts';
import { annotations, isJson, type Json, put, typesOf } from './json.ts';
import { firstFree, toPropertyNames } from './property-names.ts';
import type { Plan } from './restore/plan.ts';
import { type FieldPlan, restoreObject } from './restore/restore-object.ts';
import type { Walker } from './walker.ts';
import { describe, toWords } from './words.ts';

/** The properties of a node, those that may be absent, those without a name. */
export function rewriteObject(draft: Draft, walker: Walker): void {
  const { node } = draft;
  if (!typesOf(node).includes('object') && !isJson(node.properties)) return;
  const { dialect } = walker;
  const given = namedProperties(node, walker);
  const keys = Object.keys(given);
  const isAllRequired = dialect.optional === 'null';
  const required = isAllRequired ? requiredOf(node) : noKeys;
  const names = toPropertyNames(keys, dialect.propertyName);
  let fields: Map<string, FieldPlan> | undefined;
  const properties: Json = {};
  let isChanged = given !== node.properties && keys.length > 0;
  for (const key of keys) {
    const name = names?.get(key) ?? key;
    const part = walker.rewrite(given[key], key);
    let { schema } = part;
    let dropsNull = false;
    if (isAllRequired && !required.has(key)) {
      dropsNull = !takesNull(given[key], schema, walker.root);
      if (dropsNull) schema = withNull(schema);
    }
    if (name !== key) {
      schema = withName(schema, key);
      walker.tell('renamed', name, key);
    }
    if (schema !== given[key] || name !== key) isChanged = true;
    if (dropsNull || name !== key) walker.noteRestoring();
    if (dropsNull || name !== key || part.plan !== undefined) {
      fields ??= new Map();
      fields.set(name, { key, dropsNull, plan: part.plan });
    }
    put(properties, name, schema);
  }
  const rest = rewriteRest(draft, walker, properties);
  if (rest.entries !== undefined) {
    put(properties, rest.entries, rest.schema);
    isChanged = true;
  }
  if (isChanged) draft.set('properties', Object.freeze(properties));
  setRequired(draft, walker, { keys, names, entries: rest.entries });
  if (fields !== undefined || rest.plan !== undefined || rest.entries !== undefined) {
    draft.restoreBy(
      restoreObject({
        fields: fields ?? new Map(),
        named: properties,
        rest: rest.plan,
        entries: rest.entries,
      }),
    );
  }
}

const noKeys: ReadonlySet<string> = new Set();

const requiredOf = ({ required }: Json): ReadonlySet<string> =>
  Array.isArray(required) ? new Set(required as string[]) : noKeys;

/** Whether every property that is required has a schema. */
function areIn(properties: unknown, required: unknown): boolean {
  if (required === undefined) return true;
  if (!Array.isArray(required) || !isJson(properties)) return false;
  return required.every((key) => typeof key === 'string' && Object.hasOwn(properties, key));
}

function withName(schema: unknown, key: string): unknown {
  if (!isJson(schema)) return schema;
  const description = describe(schema.description, [`stands for ${JSON.stringify(key)}`]);
  return Object.freeze({ ...schema, description });
}

/** A record whose keys are listed is an object with those properties. */
function namedProperties(node: Json, walker: Walker): Json {
  const given = isJson(node.properties) ? node.properties : undefined;
  const { propertyNames: names, additionalProperties: rest } = node;
  if (walker.dialect.keeps('propertyNames', names) || !isJson(names) || !isJson(rest)) {
    return given ?? {};
  }
  const listed = Array.isArray(names.enum) ? names.enum : 'const' in names ? [names.const] : [];
  const isList = listed.length > 0 && listed.every((key) => typeof key === 'string');
  if (!isList) return given ?? {};
  const properties: Json = {};
  for (const key of listed) put(properties, key, rest);
  for (const key of Object.keys(given ?? {})) put(properties, key, given?.[key]);
  return properties;
}

interface Rest {
  /** The property that holds the others as entries, and its schema. */
  readonly entries: string | undefined;
  readonly schema: unknown;
  readonly plan: Plan | undefined;
}

/** Properties without a name in the schema: kept where the API takes them, else sent as entries. */
function rewriteRest(draft: Draft, walker: Walker, named: Json): Rest {
  const { node } = draft;
  const none: Rest = { entries: undefined, schema: undefined, plan: undefined };
  const { additionalProperties: given, propertyNames } = node;
  const count = Object.keys(named).length;
  if (count > 0 && !isJson(node.properties) && propertyNames !== undefined) {
    draft.delete('propertyNames');
    draft.set('additionalProperties', false);
    return none;
  }
  if (!walker.dialect.isExact) {
    if (!isJson(given)) return none;
    const { schema, plan } = walker.rewrite(given, '*');
    draft.set('additionalProperties', schema);
    return { ...none, plan };
  }
  draft.set('additionalProperties', false);
  const value = restSchema(node, count > 0);
  if (value === undefined) return none;
  const part = walker.rewrite(value, '*');
  walker.tell('entries');
  walker.noteRestoring();
  const keyWords = toWords('propertyNames', keyRules(node), node);
  draft.delete('propertyNames');
  return {
    entries: firstFree('entries', { has: (name) => Object.hasOwn(named, name) }),
    schema: entriesOf(part, keyWords),
    plan: part.plan,
  };
}

/** What values of unnamed properties must be; `undefined` where there are none, or any beside named ones. */
function restSchema(
  { additionalProperties: rest, patternProperties: patterns }: Json,
  hasNamed: boolean,
): unknown {
  const byPattern = isJson(patterns) ? Object.values(patterns) : [];
  const all = isJson(rest) && saysMuch(rest) ? [...byPattern, rest] : byPattern;
  if (all.length === 0 && !hasNamed && rest !== false) return {};
  return all.length > 1 ? { anyOf: all } : all[0];
}

const saysMuch = (schema: Json): boolean =>
  Object.keys(schema).some((key) => !annotations.has(key));

function keyRules({ propertyNames, patternProperties }: Json): unknown {
  if (isJson(propertyNames)) return propertyNames;
  return isJson(patternProperties)
    ? { pattern: Object.keys(patternProperties).join(' or ') }
    : undefined;
}

function entriesOf({ schema }: Part, keyWords: string | undefined): Json {
  const key: Json = { type: 'string' };
  if (keyWords !== undefined) key.description = describe(undefined, [keyWords]);
  const items = Object.freeze({
    type: 'object',
    properties: Object.freeze({ key: Object.freeze(key), value: schema }),
    required: Object.freeze(['key', 'value']),
    additionalProperties: false,
  });
  return Object.freeze({ type: 'array', description: 'The keys and their values.', items });
}

interface Fields {
  readonly keys: readonly string[];
  readonly names: ReadonlyMap<string, string> | undefined;
  readonly entries: string | undefined;
}

function setRequired(draft: Draft, { dialect }: Walker, fields: Fields): void {
  const { keys, names, entries } = fields;
  const isAll = dialect.optional === 'null';
  const { properties, required: given } = draft.node;
  const isRenamed = names !== undefined || entries !== undefined;
  if (!isAll && !isRenamed && (!dialect.isExact || areIn(properties, given))) return;
  const required = requiredOf(draft.node);
  const wanted = isAll ? keys : keys.filter((key) => required.has(key));
  const list = wanted.map((key) => names?.get(key) ?? key);
  // without strict mode a property may be required that has no schema
  if (!dialect.isExact) for (const key of required) if (!keys.includes(key)) list.push(key);
  if (entries !== undefined) list.push(entries);
  const isSame = Array.isArray(given)
    ? given.length === list.length && list.every((key) => given.includes(key))
    : list.length === 0 && given === undefined;
  if (!isSame) draft.set('required', Object.freeze(list));
}
