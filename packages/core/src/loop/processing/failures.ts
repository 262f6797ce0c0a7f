import { TenonError, toError } from '../../base/errors.ts';
import type { HookName, Processor } from '../../processors/index.ts';

const detailsOf = ({ id }: Processor, hook: HookName) => ({ processorId: id, hook });

/** The reason of an `abort()` that gives none, in hooks that look at what is given out. */
export const blockedOutput = 'Output processor blocked content';

export function hookFailed(processor: Processor, hook: HookName, thrown: unknown): TenonError {
  const cause = toError(thrown);
  return new TenonError(
    'PROCESSOR_FAILED',
    `Processor "${processor.id}" failed in ${hook}: ${cause.message}`,
    { details: detailsOf(processor, hook), cause },
  );
}

/** A hook gave what it must not; `problem` goes on the sentence that begins with its name. */
export function resultInvalid(
  processor: Processor,
  hook: HookName,
  problem: string,
  cause?: unknown,
): TenonError {
  return new TenonError(
    'PROCESSOR_RESULT_INVALID',
    `Processor "${processor.id}": ${hook} ${problem}`,
    { details: detailsOf(processor, hook), cause },
  );
}

export function foreignMessageList(processor: Processor, hook: HookName): TenonError {
  return new TenonError(
    'PROCESSOR_RESULT_INVALID',
    `Processor ${processor.id} returned a MessageList instance other than the one passed in. Use the messageList argument instead.`,
    { details: detailsOf(processor, hook) },
  );
}

/** The kind alone: a value could be private. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
