import type { Zod3Check } from './zod3-node.ts';

const formats: Record<string, string> = {
  email: 'email',
  url: 'uri',
  uuid: 'uuid',
  datetime: 'date-time',
  date: 'date',
  duration: 'duration',
};

/** A Zod 3 string with its checks. Several patterns stand side by side. */
export function zod3String(checks: readonly Zod3Check[]): Record<string, unknown> {
  const json: Record<string, unknown> = { type: 'string' };
  const patterns: string[] = [];
  for (const { kind, value, regex } of checks) {
    const text = escapePattern(String(value));
    if (kind === 'min' || kind === 'length') json.minLength = value;
    if (kind === 'max' || kind === 'length') json.maxLength = value;
    if (kind === 'startsWith') patterns.push(`^${text}`);
    if (kind === 'endsWith') patterns.push(`${text}$`);
    if (kind === 'includes') patterns.push(text);
    if (kind === 'regex' && regex !== undefined) patterns.push(regex.source);
    if (kind in formats) json.format = formats[kind];
  }
  const [first, ...more] = patterns;
  if (first !== undefined) json.pattern = first;
  if (more.length > 0) json.allOf = more.map((pattern) => ({ pattern }));
  return json;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
