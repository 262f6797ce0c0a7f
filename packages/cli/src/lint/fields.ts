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

/** What a schema says of one place. */
export interface Parts {
  /** All that holds there: alternatives, members, what is referred to. */
  readonly nodes: readonly JsonSchema[];
  /** Of these, and of the field that they are a part of. */
  readonly descriptions: readonly string[];
}

/** @param path as the changes of a schema name it: `orders`, `[]`, `id` */
export function partsAt(schema: JsonSchema, path: readonly string[]): Parts {
  let nodes = withBranches([schema], schema);
  let descriptions = nodes.map(({ description }) => description).filter(isText);
  for (const step of path) {
    nodes = withBranches(
      nodes.map((node) => partOf(node, step)),
      schema,
    );
    const own = nodes.map(({ description }) => description).filter(isText);
    descriptions = isPlace(step) ? [...descriptions, ...own] : own;
  }
  return { nodes, descriptions };
}

function partOf(node: JsonSchema, step: string): unknown {
  if (step === '*') return node.additionalProperties;
  if (!isPlace(step)) return asNode(node.properties)?.[step];
  const { items } = node;
  return Array.isArray(items) ? items[Number(step.slice(1, -1))] : items;
}

/** With what they refer to, and their branches. */
function withBranches(nodes: readonly unknown[], root: JsonSchema): JsonSchema[] {
  const all = new Set<JsonSchema>();
  const add = (given: unknown): void => {
    const node = asNode(given);
    if (node === undefined || all.has(node)) return;
    all.add(node);
    for (const part of [target(node, root), ...branchesOf(node)]) add(part);
  };
  for (const node of nodes) add(node);
  return [...all];
}

/** `orders[].id` for the steps `orders`, `[]`, `id`. */
export function toPath(steps: readonly string[]): string {
  return steps.map((step, index) => (index === 0 || isPlace(step) ? step : `.${step}`)).join('');
}

function target(given: unknown, root: JsonSchema): JsonSchema | undefined {
  const node = asNode(given);
  return typeof node?.$ref === 'string' ? (resolveRef(root, node.$ref) ?? node) : node;
}

/** Deeper descriptions tell nothing of the field. */
const deepest = 4;

/** A step into a list. */
const isPlace = (step: string): boolean => /^\[\d*\]$/.test(step);

const branchesOf = (node: JsonSchema): readonly unknown[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => asList(node[keyword]));

const asNode = (value: unknown): JsonSchema | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
