/** What a value must be like, by the keyword it does not meet and the limit that the schema gives there. */
export const messages: Record<string, (limit: unknown) => string> = {
  type: (type) => `must be ${Array.isArray(type) ? type.join(' or ') : String(type)}`,
  const: (value) => `must be ${JSON.stringify(value)}`,
  enum: (values) => `must be one of ${list(values)}`,
  minimum: (limit) => `must be >= ${limit}`,
  maximum: (limit) => `must be <= ${limit}`,
  exclusiveMinimum: (limit) => `must be > ${limit}`,
  exclusiveMaximum: (limit) => `must be < ${limit}`,
  multipleOf: (limit) => `must be a multiple of ${limit}`,
  minLength: (limit) => `must have at least ${limit} characters`,
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => `must have at least ${limit} items`,
  maxItems: (limit) => `must have at most ${limit} items`,
  minProperties: (limit) => `must have at least ${limit} properties`,
  maxProperties: (limit) => `must have at most ${limit} properties`,
  uniqueItems: () => 'must not have the same item twice',
  pattern: (pattern) => `must match the pattern ${pattern}`,
  format: (format) => `must be a valid ${format}`,
  not: () => 'has a form that is not allowed',
  minContains: () => 'lacks items that it must contain',
  maxContains: () => 'has too many items of a kind',
  false: () => 'is not allowed',
};

/** The values of an enum, the first thirty. */
export function list(values: unknown): string {
  const all = Array.isArray(values) ? values : [];
  const shown = all.slice(0, 30).map((value) => JSON.stringify(value));
  return all.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
