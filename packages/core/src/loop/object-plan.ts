import { TenonError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { aRecord, assertFields, type OptionForm, type OptionForms } from '../base/option-forms.ts';
import { afterwards, type MaybePromise } from '../base/promise.ts';
import type { ProviderOptions } from '../messages/index.ts';
import type { ModelCandidate, ModelOption } from '../models/index.ts';
import {
  type InferSchema,
  type JsonSchema,
  type PublicSchema,
  type Schema,
  toSchema,
} from '../schema/index.ts';
import { Injection } from './injection.ts';

/** Asks for an answer that is a value of a schema. Tools can still be called; the last answer is the value. */
export interface StructuredOutput<Source extends PublicSchema = PublicSchema, Model = ModelOption> {
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
  /**
   * Stands in the prompt in place of the words about the schema, which a response format has none of. With a `model` that
   * is asked by a response format, it is what that model is told to do.
   */
  readonly instructions?: string;
  /**
   * When the value is asked for: with each model call (`'every-step'`, the default), or in one more call without tools,
   * once the model has answered in words (`'last-step'`).
   */
  readonly applyTo?: 'every-step' | 'last-step';
  /** Makes the value in the end, out of what the run did. The run itself then knows nothing of the schema. */
  readonly model?: Model;
  /** Of the model calls that ask for the value, over those of the run; a `model` has these alone. */
  readonly providerOptions?: ProviderOptions;
  /** Hears of an answer that does not match, with `errorStrategy: 'warn'`, in place of the logger of the run. */
  readonly logger?: Pick<Logger, 'warn'>;
}

/** What a run needs of it. */
export interface ObjectPlan {
  readonly schema: Schema;
  /** The schema as a model is told it. */
  readonly json: JsonSchema;
  readonly errorStrategy: 'strict' | 'warn' | 'fallback';
  readonly fallbackValue: unknown;
  readonly injection: Injection | undefined;
  readonly instructions: string | undefined;
  readonly providerOptions: ProviderOptions | undefined;
  readonly logger: Pick<Logger, 'warn'> | undefined;
  /** `afterwards`: the candidates are asked for it, in a run of their own. */
  readonly when: 'every-step' | 'last-step' | 'afterwards';
  readonly candidates: readonly ModelCandidate[] | undefined;
  /** How often these are asked again for a value that matches. */
  readonly retries: number;
}

/** What is needed to make a plan. */
export interface ObjectPlanSource {
  /** For errors: `Agent "x"`. */
  readonly owner: string;
  readonly retries: number;
  readonly resolveModel: (model: unknown) => MaybePromise<readonly ModelCandidate[]>;
}

/**
 * Checks what was given. Gives a promise only where it names a model.
 * @throws TenonError `AGENT_OPTION_INVALID`, `AGENT_OPTION_NOT_SUPPORTED`, `SCHEMA_*`, `MODEL_*`
 */
export function toObjectPlan(
  given: StructuredOutput<PublicSchema, unknown>,
  { owner, retries, resolveModel }: ObjectPlanSource,
): MaybePromise<ObjectPlan> {
  assertOptions(given, owner);
  const { errorStrategy = 'strict', fallbackValue, jsonPromptInjection, instructions } = given;
  const schema = toSchema(given.schema, { owner, option: 'structuredOutput.schema' });
  const json = schema.jsonSchema();
  const way = jsonPromptInjection === true ? 'system' : (jsonPromptInjection ?? false);
  const plan: ObjectPlan = {
    schema,
    json,
    errorStrategy,
    fallbackValue,
    injection: way === false ? undefined : new Injection(way, json, instructions),
    instructions: way === false ? instructions : undefined,
    providerOptions: given.providerOptions,
    logger: given.logger,
    when: given.applyTo ?? 'every-step',
    candidates: undefined,
    retries,
  };
  if (given.model === undefined) return plan;
  return afterwards(resolveModel(given.model), (candidates) => ({
    ...plan,
    when: 'afterwards',
    candidates,
  }));
}

/** Documented options that do not work yet. */
export const structuredOptionsToCome = ['useAgent'] as const;

function assertOptions(given: StructuredOutput<PublicSchema, unknown>, owner: string): void {
  const place = `${owner}: structuredOutput`;
  for (const option of structuredOptionsToCome) {
    const { [option]: value } = given as { readonly useAgent?: unknown };
    if (value === undefined || value === false) continue;
    throw new TenonError(
      'AGENT_OPTION_NOT_SUPPORTED',
      `${place}: the option "${option}" does not work in this version of Tenon; see docs/tools.md for those that do.`,
      { details: { option } },
    );
  }
  assertFields(given, forms, ['schema'], { place, error: 'AGENT_OPTION_INVALID' });
  if (given.errorStrategy !== 'fallback' || given.fallbackValue !== undefined) return;
  throw new TenonError(
    'AGENT_OPTION_INVALID',
    `${place} with errorStrategy "fallback" needs a fallbackValue.`,
    { details: { option: 'fallbackValue' } },
  );
}

function oneOf(...values: readonly (string | boolean)[]): OptionForm {
  return {
    is: `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
    fits: (value) => values.includes(value as string),
  };
}

const hasWarn = (value: unknown): boolean =>
  typeof (value as { readonly warn?: unknown } | null)?.warn === 'function';

const anything: OptionForm = { is: 'anything', fits: () => true };

const forms: OptionForms = {
  schema: anything,
  applyTo: oneOf('every-step', 'last-step'),
  errorStrategy: oneOf('strict', 'warn', 'fallback'),
  fallbackValue: anything,
  instructions: { is: 'a text', fits: (value) => typeof value === 'string' },
  jsonPromptInjection: oneOf(true, false, 'system', 'inline', 'auto'),
  logger: { is: 'a logger with a method `warn`', fits: hasWarn },
  model: anything,
  providerOptions: aRecord,
  useAgent: anything,
};
