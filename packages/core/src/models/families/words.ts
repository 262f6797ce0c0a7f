import { isJson, type Json } from './json.ts';

/** A rule that an API does not take, told to the model in words; `undefined` where there is nothing to tell. */
export function toWords(keyword: string, value: unknown, node: Json): string | undefined {
  const write = phrases[keyword];
  if (write === undefined) return undefined;
  const words = write(value, node);
  return words === undefined || words.length > longest ? undefined : words;
}

/** Whether a rule has nothing in it that a model would have to be told, or is told with another. */
export function saysNothing(keyword: string, node: Json): boolean {
  const value = node[keyword];
  if (toldElsewhere.has(keyword) || (value === false && keyword.startsWith('unevaluated')))
    return true;
  const write = phrases[keyword];
  return write !== undefined && write(value, node) === undefined;
}

/** Parts of `if`, of lists by their places, of records, and names that references lead to. */
const toldElsewhere: ReadonlySet<string> = new Set([
  'then',
  'else',
  'additionalItems',
  'patternProperties',
  '$anchor',
  '$dynamicAnchor',
]);

/** Longer rules would take more room in the prompt than they are worth. */
const longest = 500;

const json = (value: unknown): string => JSON.stringify(value) ?? '';
const show = (value: unknown): string => (typeof value === 'string' ? value : json(value));
const count = (value: unknown, one: string): string =>
  `${show(value)} ${one}${value === 1 ? '' : 's'}`;
const isSafeLimit = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) === 2 ** 53 - 1;

const phrases: Readonly<Record<string, (value: unknown, node: Json) => string | undefined>> = {
  minLength: (value) => (value === 0 ? undefined : `at least ${count(value, 'character')}`),
  maxLength: (value) => `at most ${count(value, 'character')}`,
  pattern: (value, { format }) =>
    typeof format === 'string' && format !== 'regex'
      ? undefined
      : `matches the regular expression ${show(value)}`,
  format: (value) => `format ${show(value)}`,
  minimum: (value) => (isSafeLimit(value) ? undefined : `at least ${show(value)}`),
  maximum: (value) => (isSafeLimit(value) ? undefined : `at most ${show(value)}`),
  exclusiveMinimum: (value) => (typeof value === 'number' ? `more than ${show(value)}` : undefined),
  exclusiveMaximum: (value) => (typeof value === 'number' ? `less than ${show(value)}` : undefined),
  multipleOf: (value) => `a multiple of ${show(value)}`,
  minItems: (value) => (value === 0 ? undefined : `at least ${count(value, 'item')}`),
  maxItems: (value) => `at most ${count(value, 'item')}`,
  uniqueItems: (value) => (value === true ? 'no item twice' : undefined),
  contains: (value) => `one item matches ${json(value)}`,
  minProperties: (value) => (value === 0 ? undefined : `at least ${show(value)} keys`),
  maxProperties: (value) => `at most ${show(value)} keys`,
  propertyNames: (value) => keyWords(value),
  default: (value) => `default: ${json(value)}`,
  examples: (value) => `for example ${json(value)}`,
  enum: (value) => `one of ${json(value)}`,
  const: (value) => `always ${json(value)}`,
  not: (value) => `not ${json(value)}`,
  dependentRequired: (value) => `with these keys these others: ${json(value)}`,
  dependencies: (value) => `with these keys these others: ${json(value)}`,
  if: (value, node) =>
    `if it matches ${json(value)} then ${json(node.then ?? {})} else ${json(node.else ?? {})}`,
  contentMediaType: (value) => `holds ${show(value)}`,
  contentEncoding: (value) => `encoded as ${show(value)}`,
  deprecated: (value) => (value === true ? 'deprecated' : undefined),
};

function keyWords(names: unknown): string | undefined {
  if (!isJson(names)) return undefined;
  const { type: _, ...rules } = names;
  const words = Object.keys(rules).flatMap((key) => toWords(key, rules[key], rules) ?? []);
  return words.length === 0 ? undefined : `keys: ${words.join(', ')}`;
}

/** A description with more said after it. */
export function describe(description: unknown, words: readonly string[]): string | undefined {
  const given = typeof description === 'string' ? description : undefined;
  if (words.length === 0) return given;
  const text = words.join('; ');
  const sentence = `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  if (given === undefined || given === '') return sentence;
  return `${given}${/[.!?:…。]\s*$/.test(given) ? ' ' : '. '}${sentence}`;
}

/** What a schema asks for, in a word or two. */
export function nameOf(schema: unknown): string {
  if (!isJson(schema)) return 'any value';
  if ('const' in schema) return json(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, 8).map(json).join(' or ');
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map(nameOf))].join(' or ');
  const { type, description } = schema;
  const name = Array.isArray(type)
    ? type.map(show).join(' or ')
    : typeof type === 'string'
      ? type
      : 'value';
  return typeof description === 'string' && description.length <= 80
    ? `${name} (${description})`
    : name;
}
