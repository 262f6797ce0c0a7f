import type { JsonSchema } from '@tenon/core/internal';
import type { Definition } from './definition.ts';
import { fieldsOf } from './fields.ts';
import type { Provider, Remark } from './finding.ts';
import { estimateTokens, type Tokens } from './tokens.ts';

/** Longer lists are better looked up. */
const manyValues = 100;
/** More than most sets of tools take together. */
const manyTokens = 1500;

/** What is large costs tokens in each request, and attention. */
export function checkSize(
  definition: Definition,
  tokens: Tokens,
  providers: readonly Provider[],
): Remark[] {
  const remarks: Remark[] = fieldsOf(definition.schema).flatMap(({ path, node }) => {
    const values = valuesOf(node);
    if (values.length <= manyValues) return [];
    const message = `It lists ${values.length} values, about ${estimateTokens(values)} tokens in each request. Let another tool look values up, or check them in \`execute\`.`;
    return [{ rule: 'large-enum', path, message }];
  });
  const most = Math.max(...providers.map((provider) => tokens[provider]));
  if (most > manyTokens) {
    const message = `Its definition takes about ${most} tokens in each request. Shorten descriptions, or make several tools of it and offer each where it is needed.`;
    remarks.push({ rule: 'large-schema', message });
  }
  if (definition.strict === true && providers.includes('openai')) {
    remarks.push(...checkLimits(definition.sentTo('openai').inputSchema));
  }
  return remarks;
}

function valuesOf(node: JsonSchema): readonly unknown[] {
  const { enum: own, items } = node;
  if (Array.isArray(own)) return own;
  const inner = (items as JsonSchema | undefined)?.enum;
  return Array.isArray(inner) ? inner : [];
}

/** What OpenAI's documentation of structured outputs allows in one schema. */
const limits = { properties: 5000, levels: 10, values: 1000, characters: 120_000 };
type Counts = { -readonly [Limit in keyof typeof limits]: number };

function checkLimits(schema: JsonSchema): Remark[] {
  const counts: Counts = { properties: 0, levels: 0, values: 0, characters: 0 };
  count(schema, 1, counts);
  const names = Object.keys(limits) as (keyof typeof limits)[];
  return names
    .filter((name) => counts[name] > limits[name])
    .map((name) => ({
      rule: 'strict-limit',
      severity: 'error',
      providers: ['openai'],
      message: `It has ${counts[name]} ${words[name]}, and strict mode of OpenAI takes ${limits[name]}. Make it smaller, or leave \`strict\` out.`,
    }));
}

const words: Readonly<Record<keyof typeof limits, string>> = {
  properties: 'properties',
  levels: 'levels of objects',
  values: 'listed values',
  characters: 'characters in names and listed values',
};

function count(node: unknown, level: number, counts: Counts): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties, enum: values, const: value } = node as JsonSchema;
  if (Array.isArray(values)) {
    counts.values += values.length;
    for (const one of values) counts.characters += String(one).length;
  }
  if (typeof value === 'string') counts.characters += value.length;
  const isObject = typeof properties === 'object' && properties !== null;
  if (isObject) {
    const names = Object.keys(properties);
    counts.properties += names.length;
    counts.levels = Math.max(counts.levels, level);
    for (const name of names) counts.characters += name.length;
    for (const part of Object.values(properties)) count(part, level + 1, counts);
  }
  const { items, anyOf, $defs } = node as JsonSchema;
  const others = [items, ...(Array.isArray(anyOf) ? anyOf : []), ...Object.values($defs ?? {})];
  for (const other of others) count(other, level, counts);
}
