import { TenonError, type TenonErrorOptions } from '../base/errors.ts';
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
  if (isValidationError(value)) {
    // its words may be of any make
    return outputInvalid(job, value.message, { cause: value });
  }
  const parsed = schema.parse(value);
  return isPromiseLike(parsed)
    ? parsed.then((result) => toOutcome(job, result))
    : toOutcome(job, parsed);
}

function toOutcome(job: CallJob, parsed: ParseResult): CallOutcome {
  if (parsed.ok) {
    job.scope.debugLog?.stage(job.call, 'its output is valid');
    return { type: 'result', value: parsed.value };
  }
  const headline = `Output validation failed for tool "${job.call.toolName}": what it returned does not match its outputSchema.`;
  const { message } = toValidationError(headline, parsed.issues);
  return outputInvalid(job, message, { details: { issues: parsed.issues } });
}

function outputInvalid(
  { call, scope }: CallJob,
  message: string,
  { details, cause }: TenonErrorOptions,
): CallOutcome {
  const { toolName, id: toolCallId } = call;
  const error = new TenonError('TOOL_OUTPUT_INVALID', message, {
    details: { toolName, toolCallId, ...details },
    cause,
  });
  scope.debugLog?.stage(call, 'its output is invalid', error);
  return { type: 'error', error };
}
