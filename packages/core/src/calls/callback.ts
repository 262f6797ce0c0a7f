import { toError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { isPromiseLike, type MaybePromise, noop } from '../base/promise.ts';

/**
 * Calls a user's callback that may take note but not interfere: what it throws is logged.
 * Gives a promise only when the callback does.
 */
export function notify(
  name: string,
  logger: Logger,
  callback: () => MaybePromise<unknown>,
): MaybePromise<void> {
  const log = (thrown: unknown): void => {
    const error = toError(thrown);
    logger.error(`${name} threw: ${error.message}`, { error });
  };
  try {
    const given = callback();
    if (isPromiseLike(given)) return Promise.resolve(given).then(noop, log);
  } catch (thrown) {
    log(thrown);
  }
  return undefined;
}
