import MiniSearch from 'minisearch';
import type { ModelTool } from './spec.ts';
import { arithmetic, code, filePath, quoted, start, toTerms, toText, toWords } from './words.ts';

// What looks like a value; what that says, in the words that a tool for it is described with.
const looks = [start, arithmetic, filePath, code, quoted, /(?<!\p{L})\d[\d.,:-]*/gu];
const sayings = ['', 'arithmetic expression', 'path', 'phrase', '', ''];
const general = /^(?!.*\bmy\b)(?:what(?:'s| \w+) an?|who|why|how (?:do|to)\w*)\b/i;

/** Reads the tools once; the function it gives finds up to three that a wish speaks for. */
export function createChooser(tools: readonly ModelTool[]) {
  const choices = tools.map(({ name, description, inputSchema }, id) => {
    const fields = toFields(inputSchema);
    const about = toText(description).slice(0, 2000);
    const keys = fields.map((one) => [one.name, ...one.values, one.about].join(' ')).join(' ');
    const terms = new Set(toTerms(`${name} ${about} ${keys}`));
    const isKnown = (text: string) => toTerms(text.toLowerCase()).every((term) => terms.has(term));
    return { id, name, about, keys, fields, isKnown };
  });
  const index = new MiniSearch({ fields: ['name', 'about', 'keys'], tokenize: toTerms });
  const options = { boost: { name: 2 }, fuzzy: 0.12, prefix: ({ length }: string) => length > 3 };
  index.addAll(choices);
  const choose = (text: string) => {
    const said = looks.reduce((rest, look, at) => rest.replace(look, ` ${sayings[at]} `), text);
    const [first = ''] = toTerms(said);
    return index.search(said, options).flatMap(({ id, match }) => {
      const places = [...Object.values(match), match[first] ?? []].flat();
      return first in match && places.length > 2 ? (choices[id] ?? []) : [];
    });
  };
  return (wish: string) => {
    const texts = new Set(general.test(wish) ? [] : [wish.replace(/:\s.*/s, ''), wish]);
    return [...new Set([...texts].flatMap(choose))].slice(0, 3);
  };
}
export type Choice = ReturnType<ReturnType<typeof createChooser>>[number];

/** The parameters of a JSON schema, as far as they can be read; an odd schema has fewer. */
function toFields(schema: unknown) {
  const node = resolve(schema, schema);
  const properties: [string, unknown][] = Object.entries(Object(node.properties)).slice(0, 40);
  const fields = properties.map(([name, property]) => {
    const inner = resolve(property, schema);
    const about = toText(inner.description).slice(0, 1000);
    const required = [node.required].flat().includes(name) && inner.default === undefined;
    const values = [inner.enum].flat().slice(0, 100).map(toText).filter(Boolean);
    const type = [inner.type ?? 'string'].flat().find((one) => one !== 'null');
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
