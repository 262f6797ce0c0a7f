import { TenonError } from '../base/errors.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import { copyPlain } from '../messages/index.ts';
import { type ParseResult, toValidationError } from '../schema/index.ts';
import type { CallJob } from './job.ts';

/** Stage: the arguments are JSON, and the schema accepts them. Gives the refusal, or nothing. */
export function parseInput(job: CallJob): MaybePromise<Error | undefined> {
  const { call } = job;
  if (call.args === undefined) return notJson(job);
  // what the tool does to its input is not what the model wrote
  return checkInput(job, call.input ?? copyPlain(call.args));
}

/** The same check for input that a hook has put in place of the model's. */
export function checkInput(job: CallJob, given: unknown): MaybePromise<Error | undefined> {
  const schema = job.entry?.parts.input;
  if (schema === undefined) {
    job.call.input = given ?? {};
    job.scope.debugLog?.stage(job.call, 'its input is taken as it is');
    return undefined;
  }
  const parsed = schema.parseLeniently(given);
  return isPromiseLike(parsed) ? parsed.then((result) => accept(job, result)) : accept(job, parsed);
}

function accept({ call, scope }: CallJob, parsed: ParseResult): Error | undefined {
  if (parsed.ok) {
    call.input = parsed.value;
    scope.debugLog?.stage(call, 'its input is valid');
    return undefined;
  }
  const { toolName, id: toolCallId } = call;
  const { message } = toValidationError(
    `Input validation failed for tool "${toolName}":`,
    parsed.issues,
  );
  const error = new TenonError('TOOL_INPUT_INVALID', message, {
    details: { toolName, toolCallId, issues: parsed.issues },
  });
  scope.debugLog?.stage(call, 'its input is invalid', error);
  return error;
}

function notJson({ call, scope }: CallJob): Error {
  const { toolName, id: toolCallId } = call;
  const error = new TenonError(
    'TOOL_INPUT_NOT_JSON',
    `The arguments for tool "${toolName}" are not valid JSON, so it was not run. Send the arguments again as one JSON object.`,
    { details: { toolName, toolCallId, length: call.text.length } },
  );
  scope.debugLog?.stage(call, 'its input is invalid', error);
  return error;
}
