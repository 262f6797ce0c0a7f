import { toList, toRecord } from './words.ts';

/** What the planner knows about one parameter. */
export interface Field {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly type: string;
  readonly format: string;
  readonly values: readonly string[];
  /** What the items of an array are. */
  readonly items: unknown;
}

/** The parameters of a JSON schema, as far as they can be read; an odd schema has fewer. */
export function toFields(schema: unknown): Field[] {
  const node = resolve(schema, schema);
  const required = new Set(toList(node.required));
  return Object.entries(toRecord(node.properties))
    .slice(0, 40)
    .map(([name, property]) => toField(name, resolve(property, schema), required.has(name)));
}

function toField(name: string, node: Record<string, unknown>, required: boolean): Field {
  const types = [node.type].flat().filter((type) => typeof type === 'string');
  const values = [...toList(node.enum), node.const].filter((value) => typeof value === 'string');
  return {
    name,
    about: typeof node.description === 'string' ? node.description.slice(0, 1000) : '',
    required: required && node.default === undefined,
    type: types.find((type) => type !== 'null') ?? 'string',
    format: typeof node.format === 'string' ? node.format : '',
    values: values.slice(0, 100),
    items: node.items,
  };
}

/** Follows `$ref` and takes the first alternative that is not `null`; gives up when too deep. */
function resolve(schema: unknown, root: unknown, depth = 0): Record<string, unknown> {
  const node = toRecord(schema);
  if (depth > 8) return {};
  if (typeof node.$ref === 'string') {
    const path = node.$ref.split('/').slice(1, 20);
    return resolve(
      path.reduce<unknown>((at, key) => toRecord(at)[key], root),
      root,
      depth + 1,
    );
  }
  const branches = [node.anyOf, node.oneOf, node.allOf].flatMap(toList);
  if (branches.length === 0 || node.properties !== undefined) return node;
  const literals = branches.flatMap((branch) => toRecord(branch).const ?? []);
  const branch = branches.find((candidate) => toRecord(candidate).type !== 'null');
  return { ...resolve(branch, root, depth + 1), ...(literals[1] && { enum: literals }), ...node };
}
