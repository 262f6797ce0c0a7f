import { type JsonSchema, resolveRef } from '../schema/index.ts';

/** What a value of a schema may be. */
export interface AnswerKinds {
  readonly object: boolean;
  readonly list: boolean;
  readonly text: boolean;
  /** A number, a boolean, `null`. */
  readonly other: boolean;
}

const any: AnswerKinds = { object: true, list: true, text: true, other: true };
const none: AnswerKinds = { object: false, list: false, text: false, other: false };
/** References that lead round in a circle say nothing. */
const deepest = 16;

/** What the values of a schema may be; anything, where it does not say. */
export function kindsOf(schema: JsonSchema): AnswerKinds {
  return kindsIn(schema, schema, 0);
}

function kindsIn(node: unknown, root: JsonSchema, depth: number): AnswerKinds {
  if (typeof node !== 'object' || node === null || depth > deepest) return any;
  const { $ref, type, enum: values, anyOf, oneOf, allOf } = node as JsonSchema;
  if ('const' in node) return kindOfValue(node.const);
  if (Array.isArray(values)) return values.map(kindOfValue).reduce(either, none);
  if (typeof type === 'string') return kindOfType(type);
  if (Array.isArray(type)) return type.map(kindOfType).reduce(either, none);
  const branchesOf = (list: readonly unknown[]): AnswerKinds[] =>
    list.map((branch) => kindsIn(branch, root, depth + 1));
  if (typeof $ref === 'string') return kindsIn(resolveRef(root, $ref), root, depth + 1);
  for (const union of [anyOf, oneOf]) {
    if (Array.isArray(union)) return branchesOf(union).reduce(either, none);
  }
  return Array.isArray(allOf) ? branchesOf(allOf).reduce(both, any) : any;
}

const kindOfType = (type: unknown): AnswerKinds => ({
  object: type === 'object',
  list: type === 'array',
  text: type === 'string',
  other: type !== 'object' && type !== 'array' && type !== 'string',
});

function kindOfValue(value: unknown): AnswerKinds {
  if (Array.isArray(value)) return kindOfType('array');
  return kindOfType(value === null ? 'null' : typeof value);
}

const either = (a: AnswerKinds, b: AnswerKinds): AnswerKinds => ({
  object: a.object || b.object,
  list: a.list || b.list,
  text: a.text || b.text,
  other: a.other || b.other,
});

const both = (a: AnswerKinds, b: AnswerKinds): AnswerKinds => ({
  object: a.object && b.object,
  list: a.list && b.list,
  text: a.text && b.text,
  other: a.other && b.other,
});
