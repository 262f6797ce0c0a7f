import { type JsonSchema, resolveRef } from '@tenon/core/internal';

/** A part of a schema that has a name. */
export interface Field {
  readonly name: string;
  /** For instance `orders[].id`. */
  readonly path: string;
  readonly node: JsonSchema;
  /** Its own, or that of what it refers to, of what it may be beside `null`, or of its items. */
  readonly description: string;
}

/** All named fields of a schema, at any depth, each once. */
export function fieldsOf(schema: JsonSchema): readonly Field[] {
  const fields: Field[] = [];
  const seen = new Set<unknown>();
  visit(schema, []);
  return fields;

  function visit(given: unknown, path: readonly string[]): void {
    const node = target(given, schema);
    if (node === undefined || seen.has(node)) return;
    seen.add(node);
    for (const [name, child] of Object.entries(asNode(node.properties) ?? {})) {
      const own = asNode(child) ?? {};
      const meant = target(own, schema) ?? own;
      const at = [...path, name];
      fields.push({ name, path: toPath(at), node: meant, description: descriptionOf(own, schema) });
      visit(own, at);
    }
    for (const branch of branchesOf(node)) visit(branch, path);
    if (Array.isArray(node.items)) {
      for (const [index, item] of node.items.entries()) visit(item, [...path, `[${index}]`]);
    } else visit(node.items, [...path, '[]']);
    visit(node.additionalProperties, [...path, '*']);
  }
}

function descriptionOf(node: JsonSchema, root: JsonSchema, depth = 0): string {
  const meant = target(node, root) ?? node;
  const [own] = [node.description, meant.description].filter(isText);
  if (own !== undefined) return own.trim();
  if (depth > deepest) return '';
  const inner = (part: unknown) => descriptionOf(asNode(part) ?? {}, root, depth + 1);
  const forms = branchesOf(meant).filter((branch) => asNode(branch)?.type !== 'null');
  if (forms.length === 0) return asNode(meant.items) === undefined ? '' : inner(meant.items);
  const texts = forms.map(inner);
  return texts.every(isText) ? texts.join(' ') : '';
}

/** `orders[].id` for the steps `orders`, `[]`, `id`. */
export function toPath(steps: readonly string[]): string {
  return steps
    .map((step, index) => (index === 0 || /^\[\d*\]$/.test(step) ? step : `.${step}`))
    .join('');
}

function target(given: unknown, root: JsonSchema): JsonSchema | undefined {
  const node = asNode(given);
  return typeof node?.$ref === 'string' ? (resolveRef(root, node.$ref) ?? node) : node;
}

/** Deeper descriptions tell nothing of the field. */
const deepest = 4;

const branchesOf = (node: JsonSchema): readonly unknown[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => asList(node[keyword]));

const asNode = (value: unknown): JsonSchema | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
