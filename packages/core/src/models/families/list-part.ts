import type { Draft, Part } from './draft.ts';
import { isJson, typesOf } from './json.ts';
import { restoreList } from './restore/restore-list.ts';
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
  const { schema, plan } = walker.rewrite(node.items ?? anything);
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
  const parts = places.map((place) => walker.rewrite(place));
  const rest = isJson(following) ? walker.rewrite(following) : undefined;
  const plans = parts.map(({ plan }) => plan);
  if (rest?.plan !== undefined || plans.some((plan) => plan !== undefined)) {
    draft.restoreBy(restoreList(plans, rest?.plan));
  }
  draft.delete('additionalItems');
  draft.delete('prefixItems');
  if (walker.dialect.tuples === 'prefix') {
    draft.set('prefixItems', Object.freeze(parts.map(({ schema }) => schema)));
    if (rest !== undefined || following === false) draft.set('items', rest?.schema ?? false);
    else draft.delete('items');
    return;
  }
  draft.set('items', anyOf(rest === undefined ? parts : [...parts, rest]));
  if (rest === undefined && typeof draft.node.maxItems !== 'number')
    draft.set('maxItems', parts.length);
  const names = parts.map(({ schema }, index) => `${index + 1}. ${nameOf(schema)}`);
  if (rest !== undefined) names.push(`then ${nameOf(rest.schema)}`);
  if (names.length > 0) draft.say(`in this order: ${names.join(', ')}`);
}

function anyOf(parts: readonly Part[]): unknown {
  const distinct = new Map(parts.map(({ schema }) => [JSON.stringify(schema), schema]));
  const schemas = [...distinct.values()];
  if (schemas.length === 0) return anything;
  return schemas.length === 1 ? schemas[0] : Object.freeze({ anyOf: Object.freeze(schemas) });
}
