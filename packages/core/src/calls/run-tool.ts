import { TenonError, toError } from '../base/errors.ts';
import type { CallJob } from './job.ts';

/** How the author's function ended. */
export type Ran =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly thrown: Error; readonly error: Error };

/** Stage: the author's function. Whatever it throws becomes an error that can be read. */
export async function runTool(job: CallJob): Promise<Ran> {
  const { call, entry } = job;
  try {
    return { ok: true, value: await entry?.parts.run?.(call.input, job.context) };
  } catch (value) {
    const thrown = toError(value);
    return { ok: false, thrown, error: executionFailed(job, thrown) };
  }
}

function executionFailed({ call }: CallJob, thrown: Error): Error {
  if (TenonError.is(thrown)) return thrown;
  const message = thrown.message || `Tool "${call.toolName}" failed with ${thrown.name}.`;
  return new TenonError('TOOL_EXECUTION_FAILED', message, {
    cause: thrown,
    details: { toolName: call.toolName, toolCallId: call.id },
  });
}
