import { TenonError } from '../../base/errors.ts';
import type { ToolContext } from '../context.ts';
import { deriveContext } from '../derive-context.ts';
import { ToolWriter } from '../writer.ts';
import type { LimitedCall } from './limited-call.ts';

/**
 * Runs the author's function once. Ends when that does, when its time is over, or when the call is stopped: a function
 * that does not listen to its signal holds nobody up, and what it gives later is dropped.
 */
export function runAttempt(
  call: LimitedCall,
  input: unknown,
  timeoutMs: number | undefined,
): Promise<unknown> {
  const { abortSignal } = call.context;
  if (abortSignal.aborted) return Promise.reject(abortSignal.reason);
  const own = timeoutMs === undefined ? undefined : new AbortController();
  const context = own === undefined ? call.context : withSignal(call.context, own.signal);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      abortSignal.removeEventListener('abort', onAbort);
    };
    const stop = (reason: unknown): void => {
      end();
      reject(reason);
      own?.abort(reason);
    };
    const onAbort = (): void => stop(abortSignal.reason);
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => stop(timedOut(call, timeoutMs)), timeoutMs);
    abortSignal.addEventListener('abort', onAbort);
    const work = (async () => call.run(input, context))();
    work.finally(end).then(resolve, reject);
  });
}

/** The context for one attempt. What the attempt writes once it was given up goes nowhere. */
function withSignal(context: ToolContext, abortSignal: AbortSignal): ToolContext {
  return deriveContext(
    context,
    { abortSignal },
    ({ writer }) =>
      new ToolWriter({
        output: (data) => {
          if (!abortSignal.aborted) void writer.write(data);
        },
        custom: (chunk) => {
          if (!abortSignal.aborted) void writer.custom(chunk);
        },
      }),
  );
}

function timedOut({ toolName, context }: LimitedCall, timeoutMs: number): TenonError {
  return new TenonError(
    'TOOL_TIMED_OUT',
    `Tool "${toolName}" was stopped because it took longer than ${timeoutMs} ms. Whether it took effect is not known.`,
    { details: { toolName, toolCallId: context.toolCallId, timeoutMs } },
  );
}
