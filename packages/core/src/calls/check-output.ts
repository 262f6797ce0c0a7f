import { TenonError } from '../base/errors.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { CallOutcome } from '../journal/index.ts';
import { type ParseResult, toValidationError } from '../schema/index.ts';
import type { CallJob } from './job.ts';

/** Stage: what the tool gave matches its schema; what is handed on is what the schema made of it. */
export function checkOutput(job: CallJob, value: unknown): MaybePromise<CallOutcome> {
  const schema = job.entry?.parts.output;
  if (schema === undefined) return { type: 'result', value };
  const parsed = schema.parse(value);
  return isPromiseLike(parsed)
    ? parsed.then((result) => toOutcome(job, result))
    : toOutcome(job, parsed);
}

function toOutcome({ call }: CallJob, parsed: ParseResult): CallOutcome {
  if (parsed.ok) return { type: 'result', value: parsed.value };
  const { toolName, id: toolCallId } = call;
  const headline = `Output validation failed for tool "${toolName}": what it returned does not match its outputSchema.`;
  const { message } = toValidationError(headline, parsed.issues);
  return {
    type: 'error',
    error: new TenonError('TOOL_OUTPUT_INVALID', message, {
      details: { toolName, toolCallId, issues: parsed.issues },
    }),
  };
}
