import type { MaybePromise } from '../base/promise.ts';
import { copyPlain } from '../messages/index.ts';
import { copyWhole } from '../tools/index.ts';
import { notify } from './callback.ts';
import type { CallJob } from './job.ts';

/** Stage: the tool hears that its input is there and valid. It has a copy wherever one can be made of it. */
export function tellInput({ call, entry, scope }: CallJob): MaybePromise<void> {
  const { messages, abortSignal, logger } = scope;
  return notify(`onInputAvailable of tool "${call.toolName}"`, logger, () =>
    entry?.tool.onInputAvailable?.({
      toolCallId: call.id,
      input: (copyWhole(call.input) ?? { value: call.input }).value,
      messages,
      abortSignal,
    }),
  );
}

/** Stage: the tool hears what it gave, once that is checked. It has a copy: it takes note and changes nothing. */
export function tellOutput({ call, entry, scope }: CallJob, output: unknown): MaybePromise<void> {
  const { abortSignal, logger } = scope;
  return notify(`onOutput of tool "${call.toolName}"`, logger, () =>
    entry?.tool.onOutput?.({
      toolCallId: call.id,
      toolName: call.toolName,
      output: copyPlain(output),
      abortSignal,
    }),
  );
}
