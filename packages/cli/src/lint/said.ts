import type { JsonSchema } from '@tenon/core/internal';
import { partsAt } from './fields.ts';

/** Whether the author's own descriptions tell a rule, so that nothing is lost where an API does not take it. */
export function isSaid(rule: string, schema: JsonSchema, path: readonly string[]): boolean {
  const tells = tellers[rule];
  const { nodes, descriptions } = partsAt(schema, path);
  const ruled = nodes.filter((node) => node[rule] !== undefined);
  if (tells === undefined || ruled.length === 0) return false;
  const text = descriptions.join('\n');
  return ruled.every((node) => tells(text, node[rule]));
}

/** Whether there is a way to see that descriptions tell such a rule. */
export const canBeSaid = (rule: string): boolean => tellers[rule] !== undefined;

type Teller = (text: string, value: unknown) => boolean;

/** The number itself is there; a dash before it may be a sign or not. */
const tellsNumber: Teller = (text, value) => {
  const plain = text.replace(/(?<=\d)[,_' ](?=\d{3}(?!\d))/g, '');
  const numbers = plain.match(/\d+(?:\.\d+)?/g) ?? [];
  return numbers.some((number) => Number(number) === Math.abs(Number(value)));
};

/** An example is there. */
const tellsPattern: Teller = (text, value) => {
  const pattern = new RegExp(String(value), 'u');
  const words = text.split(/[\s"'`()]+/).flatMap((word) => [word, word.replace(/[.,;:!?]+$/, '')]);
  return words.some((word) => word !== '' && pattern.test(word));
};

const forms: Readonly<Record<string, RegExp>> = {
  date: /\b\d{4}-\d\d-\d\d\b|\bY{4}-M{2}-D{2}\b/i,
  time: /\d\d:\d\d|\bHH:MM\b/i,
  duration: /\bP\w*\d|\bISO\b/,
  email: /\S@\S|\be-?mail\b/i,
  uri: /\b\w+:\/\/|\bUR[IL]\b/i,
  uuid: /\bUUID\b|\b[0-9a-f]{8}-/i,
  hostname: /\b(?:host|domain)/i,
  ipv4: /\bIP(?:v4)?\b|\d+(?:\.\d+){3}/i,
  ipv6: /\bIPv6\b/i,
};

/** Its name or an example is there. */
const tellsFormat: Teller = (text, value) => {
  const form = forms[String(value)];
  return form === undefined
    ? text.toLowerCase().includes(String(value).toLowerCase())
    : form.test(text);
};

const tellers: Readonly<Record<string, Teller>> = {
  minLength: tellsNumber,
  maxLength: tellsNumber,
  minimum: tellsNumber,
  maximum: tellsNumber,
  exclusiveMinimum: tellsNumber,
  exclusiveMaximum: tellsNumber,
  multipleOf: tellsNumber,
  minItems: tellsNumber,
  maxItems: tellsNumber,
  minProperties: tellsNumber,
  maxProperties: tellsNumber,
  pattern: tellsPattern,
  format: tellsFormat,
};
