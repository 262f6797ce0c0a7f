import { TenonError } from '../base/errors.ts';
import { GrowingValue } from '../base/growing-value.ts';
import { JsonFinder, type JsonStarts } from '../base/json-finder.ts';
import { withoutProto } from '../base/parse-json.ts';
import type { AnswerFormat } from '../models/index.ts';
import { type Schema, toValidationError } from '../schema/index.ts';

export type ReadObject = { readonly object: unknown } | { readonly error: Error };

/** The text of an answer, in which a value is looked for. */
export interface AnswerText {
  readonly text: string;
  /** The model had more to say. */
  readonly isCut: boolean;
  /** How the model was told of the schema. */
  readonly format: AnswerFormat;
}

/** The value that an answer holds, or why it holds none. */
export async function readObject(
  { text, isCut, format }: AnswerText,
  schema: Schema,
): Promise<ReadObject> {
  const { values, isOpen } = valuesIn(text, format.starts);
  if (isCut && (isOpen || values.length === 0)) return cutOff();
  if (values.length === 0)
    return failed('STRUCTURED_OUTPUT_OBJECT_UNDEFINED', whyNone(text, isOpen));
  const matches: { readonly value: unknown; readonly written: string }[] = [];
  let issues: Parameters<typeof toValidationError>[1] = [];
  for (const value of values) {
    const parsed = await schema.parse(
      format.form === undefined ? value : format.form.restore(value),
    );
    if (parsed.ok) matches.push({ value: parsed.value, written: JSON.stringify(value) });
    else issues = parsed.issues;
  }
  const [first, ...others] = matches;
  if (first === undefined) return invalid(issues);
  if (others.every(({ written }) => written === first.written)) return { object: first.value };
  return failed(
    'STRUCTURED_OUTPUT_OBJECT_UNDEFINED',
    `The answer of the model holds ${matches.length} JSON values that match the schema, and must hold one.`,
  );
}

/**
 * The JSON values of an answer: the whole text, what stands in a code fence, or what stands among words. Line breaks in
 * texts, which JSON wants escaped, are taken as they are.
 */
function valuesIn(
  text: string,
  starts: JsonStarts,
): { readonly values: readonly unknown[]; readonly isOpen: boolean } {
  for (const candidate of [text, withoutFence(text)]) {
    const whole = candidate === undefined ? undefined : wholeValue(candidate);
    if (whole !== undefined) return { values: [whole.value], isOpen: false };
  }
  const finder = new JsonFinder(starts);
  finder.add(text);
  return { values: finder.found, isOpen: finder.isOpen };
}

function wholeValue(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: withoutProto(JSON.parse(text)) };
  } catch {
    const growing = new GrowingValue(undefined, { takesRaw: true });
    growing.add(text);
    growing.end();
    return growing.state === 'complete' ? { value: growing.written } : undefined;
  }
}

/** What stands in a code fence that is all of the text. */
function withoutFence(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length < 6 || !trimmed.startsWith('```') || !trimmed.endsWith('```'))
    return undefined;
  return trimmed.slice(3, -3).replace(/^\w+/, '');
}

function whyNone(text: string, isOpen: boolean): string {
  if (isOpen) return 'The JSON in the answer of the model is not complete.';
  return text.trim() === ''
    ? 'The model answered without a text, so that there is no JSON value.'
    : 'The answer of the model holds no JSON value.';
}

/** The run ended before the model had answered, or was asked for the value. */
export function noAnswer(isCut: boolean, reason: string): ReadObject {
  if (isCut) return cutOff();
  return failed(
    'STRUCTURED_OUTPUT_OBJECT_UNDEFINED',
    `The run ended (${reason}) before the model had given the value that was asked for. Raise the limit that ended it, or set finalAnswerStep.`,
  );
}

/** The budget was used up before a model could be asked for the value. `tokens`: how many of how many. */
export const noTokens = (tokens: string): ReadObject =>
  failed(
    'STRUCTURED_OUTPUT_OBJECT_UNDEFINED',
    `The run had used up its tokens (${tokens}) before a model could be asked for the value. Raise budget.maxTokens.`,
  );

const cutOff = (): ReadObject =>
  failed(
    'STRUCTURED_OUTPUT_TRUNCATED',
    'The answer was cut off before its JSON was complete. Allow more tokens (maxOutputTokens), or ask for less.',
  );

function failed(
  id: 'STRUCTURED_OUTPUT_TRUNCATED' | 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED',
  message: string,
): ReadObject {
  return { error: new TenonError(id, message) };
}

function invalid(issues: Parameters<typeof toValidationError>[1]): ReadObject {
  const { message } = toValidationError('Structured output validation failed:', issues);
  const details = { issues };
  return {
    error: new TenonError('STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED', message, { details }),
  };
}
