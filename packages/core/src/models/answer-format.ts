import type { GrowingForm } from '../base/growing-form.ts';
import type { JsonStarts } from '../base/json-finder.ts';
import type { JsonSchema } from '../schema/index.ts';
import { kindsOf } from './answer-kinds.ts';
import type { Rewriting } from './rewriting.ts';
import { wrapName, wrapped } from './wrapped-answer.ts';

/** A schema for the answer of a model as the model is told it, and the way back. */
export interface AnswerFormat {
  readonly schema: JsonSchema;
  /** How the value comes back into the form of its author; `undefined` where it is in it. */
  readonly form: GrowingForm | undefined;
  /** With what the JSON of the value begins. */
  readonly starts: JsonStarts;
}

/** Told in words, or to an API of which nothing is known: the author's own form. */
export function plainFormat(schema: JsonSchema): AnswerFormat {
  const { object, list, text } = kindsOf(schema);
  return { schema, form: undefined, starts: { object, list, text } };
}

/**
 * As the response format of an API. They are strict everywhere: the model writes every field. And they want an object,
 * so that any other value becomes its only property.
 */
export function rewrittenFormat(
  schema: JsonSchema,
  { family, rewriteFor }: Rewriting,
): AnswerFormat {
  const kinds = kindsOf(schema);
  if (kinds.object && !kinds.list && !kinds.text && !kinds.other) {
    const told = rewriteFor(family, schema, true);
    return { schema: told.schema, form: told.form, starts: objectAlone };
  }
  const told = rewriteFor(family, wrapped(schema), true);
  return { schema: told.schema, form: unwrapping(told.form), starts: objectAlone };
}

const objectAlone: JsonStarts = { object: true, list: false, text: false };

/** A model that gives the content without its wrapping is understood too. */
function unwrapping(form: GrowingForm | undefined): GrowingForm {
  const restore = (value: unknown): unknown => {
    const restored = form === undefined ? value : form.restore(value);
    const isWrapped = typeof restored === 'object' && restored !== null && wrapName in restored;
    return isWrapped ? (restored as Record<string, unknown>)[wrapName] : restored;
  };
  const parts = form?.growing;
  if (form !== undefined && parts?.type !== 'parts') return { restore };
  const inner = parts?.type === 'parts' ? parts.partAt(wrapName).form : undefined;
  return { restore, growing: { type: 'content', name: wrapName, form: inner } };
}
