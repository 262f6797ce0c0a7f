import { TenonError } from '../base/errors.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { CallOutcome } from '../journal/index.ts';
import { isValidationError, type ParseResult, toValidationError } from '../schema/index.ts';
import type { CallJob } from './job.ts';

/**
 * Stage: what the tool gave matches its schema; what is handed on is what the schema made of it. A `ValidationError`
 * that the tool gives back, for instance of another tool that it called, is a failure with that error's words.
 */
export function checkOutput(job: CallJob, value: unknown): MaybePromise<CallOutcome> {
  const schema = job.entry?.parts.output;
  if (schema === undefined) return { type: 'result', value };
  if (isValidationError(value)) return { type: 'error', error: outputInvalid(job, value.message) };
  const parsed = schema.parse(value);
  return isPromiseLike(parsed)
    ? parsed.then((result) => toOutcome(job, result))
    : toOutcome(job, parsed);
}

function toOutcome(job: CallJob, parsed: ParseResult): CallOutcome {
  if (parsed.ok) return { type: 'result', value: parsed.value };
  const headline = `Output validation failed for tool "${job.call.toolName}": what it returned does not match its outputSchema.`;
  const { message } = toValidationError(headline, parsed.issues);
  return { type: 'error', error: outputInvalid(job, message, { issues: parsed.issues }) };
}

function outputInvalid({ call }: CallJob, message: string, more: object = {}): TenonError {
  const { toolName, id: toolCallId } = call;
  return new TenonError('TOOL_OUTPUT_INVALID', message, {
    details: { toolName, toolCallId, ...more },
  });
}
