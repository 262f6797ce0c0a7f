import { toError } from '../base/errors.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { CallOutcome } from '../journal/index.ts';
import {
  copyPlain,
  readToolOutput,
  type ToolResultOutput,
  toErrorOutput,
  toOwnJson,
} from '../messages/index.ts';
import type { CallJob } from './job.ts';

/**
 * Stage: the tool says what the model is told in place of its result. It gets a copy. When it throws, the model is told
 * that the result could not be prepared, never the result; the app keeps it.
 */
export function askModelOutput(job: CallJob, value: unknown): MaybePromise<CallOutcome> {
  const { call, entry, scope } = job;
  const tool = entry?.tool;
  if (tool?.toModelOutput === undefined || value === null) return { type: 'result', value };
  const take = (modelOutput: ToolResultOutput): CallOutcome => {
    scope.debugLog?.stage(call, 'toModelOutput was asked what the model reads');
    return { type: 'result', value, modelOutput };
  };
  const failed = (thrown: unknown): CallOutcome => {
    // its message may tell of the result, so it is not logged
    scope.logger.warn(
      `toModelOutput of tool "${call.toolName}" threw (${toError(thrown).name}); the model is told that there is no result to read.`,
      { toolName: call.toolName, toolCallId: call.id },
    );
    return take(toErrorOutput(notPrepared));
  };
  try {
    const given = tool.toModelOutput(copyPlain(value));
    return isPromiseLike(given)
      ? Promise.resolve(given)
          .then((settled) => take(readOwn(settled)))
          .then(undefined, failed)
      : take(readOwn(given));
  } catch (thrown) {
    return failed(thrown);
  }
}

/** The tool may go on changing what it gave; all later prompts tell the same. */
const readOwn = (given: unknown): ToolResultOutput => readToolOutput(toOwnJson(given));

const notPrepared = 'The tool ran, but its result could not be prepared for you to read.';
