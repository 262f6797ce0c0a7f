import { TenonError } from '../base/errors.ts';
import { toValidationError } from '../schema/index.ts';
import { checkRequestContext } from '../tools/index.ts';
import type { CallJob } from './job.ts';

/** Stage: the request context holds what the tool needs; the tool then reads what the schema made of it. */
export async function checkContext(job: CallJob): Promise<Error | undefined> {
  const schema = job.entry?.parts.requestContext;
  if (schema === undefined) return undefined;
  const checked = await checkRequestContext(schema, job.context);
  if (checked.ok) {
    job.context = checked.value;
    job.scope.debugLog?.stage(job.call, 'its request context is valid');
    return undefined;
  }
  const { toolName, id: toolCallId } = job.call;
  const headline = `Request context validation failed for tool "${toolName}":`;
  const { message } = toValidationError(headline, checked.issues);
  const error = new TenonError('TOOL_REQUEST_CONTEXT_INVALID', message, {
    details: { toolName, toolCallId, issues: checked.issues },
  });
  job.scope.debugLog?.stage(job.call, 'its request context is invalid', error);
  return error;
}
