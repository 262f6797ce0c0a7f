import { TenonError } from '../base/errors.ts';
import { assertForms, type OptionForm, type OptionForms } from '../base/option-forms.ts';
import {
  type InferSchema,
  type JsonSchema,
  type PublicSchema,
  type Schema,
  toSchema,
} from '../schema/index.ts';
import { Injection } from './injection.ts';

/** Asks for an answer that is a value of a schema. Tools can still be called; the last answer is the value. */
export interface StructuredOutput<Source extends PublicSchema = PublicSchema> {
  readonly schema: Source;
  /**
   * What an answer that does not match does: fail the run (`'strict'`, the default), leave `object` undefined with a
   * warning (`'warn'`), or put `fallbackValue` in its place (`'fallback'`).
   */
  readonly errorStrategy?: 'strict' | 'warn' | 'fallback';
  readonly fallbackValue?: InferSchema<Source>;
  /**
   * How the model is told of the schema. `false`, the default: in the provider's own response format. `'system'` or
   * `true`: in a system message. `'inline'`: at the end of the latest message of the user. `'auto'`: by a response
   * format where the model is known to take one, beside tools where there are some, else inline.
   */
  readonly jsonPromptInjection?: boolean | 'system' | 'inline' | 'auto';
  /** Stands in the prompt in place of the words about the schema. A response format has none. */
  readonly instructions?: string;
}

/** What a run needs of it. */
export interface ObjectPlan {
  readonly schema: Schema;
  /** The schema as a model is told it. */
  readonly json: JsonSchema;
  readonly errorStrategy: 'strict' | 'warn' | 'fallback';
  readonly fallbackValue: unknown;
  readonly injection: Injection | undefined;
}

/**
 * Checks what was given; `owner` is for errors: `Agent "x"`.
 * @throws TenonError `AGENT_OPTION_INVALID`, `AGENT_OPTION_NOT_SUPPORTED`, `SCHEMA_*`
 */
export function toObjectPlan(given: StructuredOutput, owner: string): ObjectPlan {
  assertForms(given, forms, {
    place: `${owner}: structuredOutput`,
    error: 'AGENT_OPTION_INVALID',
  });
  const { errorStrategy = 'strict', fallbackValue, jsonPromptInjection, instructions } = given;
  if (errorStrategy === 'fallback' && fallbackValue === undefined) {
    throw new TenonError(
      'AGENT_OPTION_INVALID',
      `${owner}: structuredOutput with errorStrategy "fallback" needs a fallbackValue.`,
      { details: { option: 'fallbackValue' } },
    );
  }
  const schema = toSchema(given.schema, { owner, option: 'structuredOutput.schema' });
  const json = schema.jsonSchema();
  const way = jsonPromptInjection === true ? 'system' : (jsonPromptInjection ?? false);
  return {
    schema,
    json,
    errorStrategy,
    fallbackValue,
    injection: way === false ? undefined : new Injection(way, json, instructions),
  };
}

function oneOf(...values: readonly (string | boolean)[]): OptionForm {
  return {
    is: `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
    fits: (value) => values.includes(value as string),
  };
}

const forms: OptionForms = {
  errorStrategy: oneOf('strict', 'warn', 'fallback'),
  instructions: { is: 'a text', fits: (value) => typeof value === 'string' },
  jsonPromptInjection: oneOf(true, false, 'system', 'inline', 'auto'),
};
