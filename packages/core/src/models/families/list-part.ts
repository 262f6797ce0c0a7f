import { takesNull, withNull } from './accepts-null.ts';
import type { Draft, Part } from './draft.ts';
import { isJson, type Json, listKeywords, typesOf } from './json.ts';
import type { Plan } from './restore/plan.ts';
import { restoreFields, restoreList } from './restore/restore-list.ts';
import type { Walker } from './walker.ts';
import { nameOf } from './words.ts';

/** The items of a list, each by its place where the schema says so. */
export function rewriteList(draft: Draft, walker: Walker): void {
  const { node } = draft;
  const isList = typesOf(node).includes('array');
  if (!isList && node.items === undefined && node.prefixItems === undefined) return;
  const isDraft07 = Array.isArray(node.items);
  const places = isDraft07 ? node.items : node.prefixItems;
  if (Array.isArray(places)) {
    rewritePlaces(draft, walker, places, isDraft07 ? node.additionalItems : node.items);
    return;
  }
  if (node.items === undefined && walker.dialect.keeps('items', undefined)) return;
  const { schema, plan } = walker.rewrite(node.items ?? anything, '[]');
  draft.set('items', schema);
  if (plan !== undefined) draft.restoreBy(restoreList([], plan));
}

const anything = Object.freeze({});

function rewritePlaces(
  draft: Draft,
  walker: Walker,
  places: readonly unknown[],
  following: unknown,
): void {
  const { tuples } = walker.dialect;
  if (tuples === 'fields' && places.length > 0) {
    rewriteAsFields(draft, walker, places, following);
    return;
  }
  const parts = places.map((place, index) => walker.rewrite(place, `[${index}]`));
  const rest = isJson(following) ? walker.rewrite(following, '[]') : undefined;
  const plans = parts.map(({ plan }) => plan);
  if (rest?.plan !== undefined || plans.some((plan) => plan !== undefined)) {
    draft.restoreBy(restoreList(plans, rest?.plan));
  }
  draft.delete('additionalItems');
  draft.delete('prefixItems');
  if (tuples === 'prefix') {
    draft.set('prefixItems', Object.freeze(parts.map(({ schema }) => schema)));
    if (rest !== undefined || following === false) draft.set('items', rest?.schema ?? false);
    else draft.delete('items');
    return;
  }
  const all = rest === undefined ? parts : [...parts, rest];
  walker.tell('places');
  draft.set('items', all.length === 0 ? walker.rewrite(anything).schema : anyOf(all));
  if (rest === undefined && typeof draft.node.maxItems !== 'number') {
    draft.set('maxItems', parts.length);
  }
  const names = parts.map(({ schema }, index) => `${index + 1}. ${nameOf(schema)}`);
  if (rest !== undefined) names.push(`then ${nameOf(rest.schema)}`);
  if (names.length > 0) draft.say(`in this order: ${names.join(', ')}`);
}

/** An object with a property for each place, and one for what follows. */
function rewriteAsFields(
  draft: Draft,
  walker: Walker,
  places: readonly unknown[],
  following: unknown,
): void {
  const { minItems } = draft.node;
  const needed = typeof minItems === 'number' ? minItems : places.length;
  const properties: Json = {};
  const required: string[] = [];
  const plans = places.map((place, index) => {
    const name = `item${index + 1}`;
    const { schema, plan } = walker.rewrite(place, `[${index}]`);
    const mayLack = index >= needed;
    const isRequired = !mayLack || walker.dialect.optional === 'null';
    const dropsNull = mayLack && isRequired && !takesNull(place, schema, walker.root);
    properties[name] = dropsNull ? withNull(schema) : schema;
    if (isRequired) required.push(name);
    return { plan, dropsNull };
  });
  let restPlan: Plan | undefined;
  if (isJson(following)) {
    const { schema, plan } = walker.rewrite(following, '[]');
    properties.others = Object.freeze({ type: 'array', items: schema });
    required.push('others');
    restPlan = plan;
  }
  for (const key of listKeywords) draft.delete(key);
  draft.set('type', 'object');
  draft.set('properties', Object.freeze(properties));
  draft.set('required', Object.freeze(required));
  draft.set('additionalProperties', false);
  walker.tell('places');
  draft.say('a list, item by item');
  draft.restoreBy(restoreFields(plans, restPlan));
  walker.noteRestoring();
}

function anyOf(parts: readonly Part[]): unknown {
  const distinct = new Map(parts.map(({ schema }) => [JSON.stringify(schema), schema]));
  const schemas = [...distinct.values()];
  if (schemas.length === 0) return anything;
  return schemas.length === 1 ? schemas[0] : Object.freeze({ anyOf: Object.freeze(schemas) });
}
