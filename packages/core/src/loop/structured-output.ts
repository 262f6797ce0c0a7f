import { TenonError } from '../base/errors.ts';
import type { InferSchema, PublicSchema, Schema } from '../schema/index.ts';
import { toValidationError } from '../schema/index.ts';

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
   * Tells the model of the schema in a system message, for models that have no response format. Default: the
   * provider's own response format.
   */
  readonly jsonPromptInjection?: boolean | 'system';
  /** The words of that system message, in place of the schema. */
  readonly instructions?: string;
}

/** What a run needs of it. */
export interface ObjectPlan {
  readonly schema: Schema;
  readonly errorStrategy: 'strict' | 'warn' | 'fallback';
  readonly fallbackValue: unknown;
  /** The system message, when the schema is told that way. */
  readonly injected: string | undefined;
}

export function toObjectPlan(given: StructuredOutput, schema: Schema): ObjectPlan {
  const { errorStrategy = 'strict', fallbackValue, jsonPromptInjection, instructions } = given;
  const isInjected = jsonPromptInjection === true || jsonPromptInjection === 'system';
  if (!isInjected && jsonPromptInjection) {
    throw new TenonError(
      'AGENT_OPTION_NOT_SUPPORTED',
      `structuredOutput.jsonPromptInjection: "${String(jsonPromptInjection)}" does not work in this version of Tenon. Use true, "system" or false.`,
      { details: { option: 'jsonPromptInjection' } },
    );
  }
  return {
    schema,
    errorStrategy,
    fallbackValue,
    injected: isInjected ? (instructions ?? schemaInWords(schema)) : undefined,
  };
}

function schemaInWords(schema: Schema): string {
  return `Give your final answer as one JSON value and nothing else, without a code fence. It must match this JSON Schema:\n${JSON.stringify(schema.jsonSchema())}`;
}

/** The value that an answer holds, or why it holds none. */
export async function readObject(
  text: string,
  isCut: boolean,
  schema: Schema,
  restore: (value: unknown) => unknown,
): Promise<{ readonly object: unknown } | { readonly error: TenonError }> {
  const json = jsonIn(text);
  if (isCut && json === undefined) {
    return {
      error: failure(
        'STRUCTURED_OUTPUT_TRUNCATED',
        'The answer was cut off before its JSON was complete.',
      ),
    };
  }
  if (json === undefined) {
    return {
      error: failure(
        'STRUCTURED_OUTPUT_OBJECT_UNDEFINED',
        'The answer of the model holds no JSON value.',
      ),
    };
  }
  const parsed = await schema.parse(restore(json.value));
  if (parsed.ok) return { object: parsed.value };
  const { message } = toValidationError('Structured output validation failed:', parsed.issues);
  return {
    error: new TenonError('STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED', message, {
      details: { issues: parsed.issues },
    }),
  };
}

const failure = (
  id: 'STRUCTURED_OUTPUT_TRUNCATED' | 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED',
  message: string,
) => new TenonError(id, message);

/** The JSON of an answer: the whole text, what stands in a code fence, or what stands after some chatter. */
function jsonIn(text: string): { readonly value: unknown } | undefined {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  const start = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const bare = start >= 0 && end > start ? text.slice(start, end + 1) : undefined;
  for (const candidate of [text, fenced, bare]) {
    if (candidate === undefined || candidate.trim() === '') continue;
    try {
      return { value: JSON.parse(candidate) };
    } catch {
      // the next form may be the right one
    }
  }
  return undefined;
}
