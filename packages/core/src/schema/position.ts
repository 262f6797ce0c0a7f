import { alternatives } from './json-tree.ts';
import { isObject } from './source.ts';
import type { JsonSchema } from './types.ts';

/** What a JSON Schema says about one place in a value. */
export interface Position {
  /** The schemas one of which the value must match; none where nothing is known. */
  readonly nodes: readonly JsonSchema[];
  /** Whether the place may be left out. */
  readonly optional: boolean;
}

export function toPosition(schema: JsonSchema): Position {
  return { nodes: alternatives(schema, schema), optional: false };
}

/** The place of `key` in `container`, which stands at `position`. */
export function stepInto(
  schema: JsonSchema,
  position: Position,
  container: object,
  key: string | number,
): Position {
  const branches = fitting(schema, position.nodes, container);
  const below: unknown[] = [];
  let optional = branches.length > 0 && !Array.isArray(container);
  for (const node of branches) {
    const part = partOf(node, key);
    if (part !== undefined) below.push(part);
    const { required } = node;
    if (Array.isArray(required) && required.includes(key)) optional = false;
  }
  return { nodes: below.flatMap((part) => alternatives(schema, part)), optional };
}

/** Of several objects those whose fixed properties (`kind: 'a'`) agree with the value. */
function fitting(
  schema: JsonSchema,
  nodes: readonly JsonSchema[],
  container: object,
): readonly JsonSchema[] {
  const isArray = Array.isArray(container);
  const kind = nodes.filter(
    (node) => (isArray ? 'items' : 'properties') in node || accepts(node, isArray),
  );
  if (isArray || kind.length < 2) return kind;
  return kind.filter((node) => agrees(schema, node, container as Record<string, unknown>));
}

function accepts({ type }: JsonSchema, isArray: boolean): boolean {
  return type === (isArray ? 'array' : 'object');
}

function agrees(schema: JsonSchema, node: JsonSchema, object: Record<string, unknown>): boolean {
  const { properties } = node;
  if (!isObject(properties)) return true;
  return Object.entries(properties).every(([key, part]) => {
    const [only, ...more] = alternatives(schema, part);
    if (only === undefined || more.length > 0 || !Object.hasOwn(object, key)) return true;
    if ('const' in only) return only.const === object[key];
    return !Array.isArray(only.enum) || object[key] === null || only.enum.includes(object[key]);
  });
}

function partOf(node: JsonSchema, key: string | number): unknown {
  if (typeof key === 'number') {
    const { items, additionalItems } = node;
    return Array.isArray(items) ? (items[key] ?? additionalItems) : items;
  }
  const { properties, patternProperties, additionalProperties } = node;
  if (isObject(properties) && Object.hasOwn(properties, key)) return properties[key];
  return isObject(patternProperties) ? undefined : additionalProperties;
}
