import { toText, toWords } from './words.ts';

/** The parameters of a JSON schema, as far as they can be read; an odd schema has fewer. */
export function toFields(schema: unknown) {
  const node = resolve(schema, schema);
  const properties: [string, unknown][] = Object.entries(Object(node.properties)).slice(0, 40);
  const fields = properties.map(([name, property]) => {
    const inner = resolve(property, schema);
    const about = toText(inner.description).slice(0, 1000);
    const required = [node.required].flat().includes(name) && inner.default === undefined;
    const values = [inner.enum].flat().slice(0, 100).map(toText).filter(Boolean);
    const type = [inner.type ?? 'string'].flat().find((one) => one !== 'null');
    // All that tells its kind, such as "string date day: The day to look up".
    const kind = values.length > 0 ? 'choice' : `${toText(type)} ${toText(inner.format)}`;
    return { name, about, required, values, label: `${kind} ${toWords(name).join(' ')}: ${about}` };
  });
  return fields.sort((a, b) => Number(b.required) - Number(a.required));
}

/** Follows `$ref` and takes the first alternative that is not `null`; gives up when too deep. */
function resolve(schema: unknown, root: unknown, depth = 0): Readonly<Record<string, unknown>> {
  const { $ref, anyOf, oneOf, allOf, ...node }: Record<string, unknown> = Object(schema);
  const [, ...path] = toText($ref).split('/', 20);
  const branch = [anyOf, oneOf, allOf].flat().find((one) => one && Object(one).type !== 'null');
  const next = $ref ? path.reduce((at, key) => Object(at)[key], root) : branch;
  return next === undefined || depth > 8 ? node : { ...resolve(next, root, depth + 1), ...node };
}
