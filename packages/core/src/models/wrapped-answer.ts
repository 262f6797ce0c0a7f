import type { JsonSchema } from '../schema/index.ts';

/** What the only property of a wrapped answer is called. */
export const wrapName = 'value';

const kept = new WeakMap<JsonSchema, JsonSchema>();

/** The schema of an object whose only property is a value of `schema`; the same one for the same schema. */
export function wrapped(schema: JsonSchema): JsonSchema {
  let wrapper = kept.get(schema);
  if (wrapper === undefined) {
    wrapper = wrap(schema);
    kept.set(schema, wrapper);
  }
  return wrapper;
}

function wrap({ $schema, $defs, definitions, ...content }: JsonSchema): JsonSchema {
  return {
    ...($schema !== undefined && { $schema }),
    type: 'object',
    properties: { [wrapName]: moved(content) },
    required: [wrapName],
    additionalProperties: false,
    ...($defs !== undefined && { $defs: moved($defs) }),
    ...(definitions !== undefined && { definitions: moved(definitions) }),
  };
}

/** References to the root, or to a place in it, lead to where it stands now. */
function moved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(moved);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string' ? movedReference(part) : moved(part),
    ]),
  );
}

function movedReference(reference: string): string {
  if (!/^#(?!\/(\$defs|definitions)\/)(\/|$)/.test(reference)) return reference;
  return `#/properties/${wrapName}${reference.slice(1)}`;
}
