import type { MaybePromise } from '../base/promise.ts';
import { notify } from './callback.ts';
import type { CallJob } from './job.ts';

/** Stage: the tool hears that its input is there and valid. */
export function tellInput({ call, entry, scope }: CallJob): MaybePromise<void> {
  const { messages, abortSignal, logger } = scope;
  return notify(`onInputAvailable of tool "${call.toolName}"`, logger, () =>
    entry?.tool.onInputAvailable?.({
      toolCallId: call.id,
      input: call.input,
      messages,
      abortSignal,
    }),
  );
}

/** Stage: the tool hears what it gave, once that is checked. */
export function tellOutput({ call, entry, scope }: CallJob, output: unknown): MaybePromise<void> {
  const { abortSignal, logger } = scope;
  return notify(`onOutput of tool "${call.toolName}"`, logger, () =>
    entry?.tool.onOutput?.({
      toolCallId: call.id,
      toolName: call.toolName,
      output,
      abortSignal,
    }),
  );
}
