export type MaybePromise<T> = T | PromiseLike<T>;

/** Tells a value that must be awaited from one that is there; thenables of other libraries count. */
export function isPromiseLike<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return (
    value instanceof Promise ||
    (typeof value === 'object' &&
      value !== null &&
      typeof (value as { then?: unknown }).then === 'function')
  );
}

export const noop = (): void => {};

/** Marks a promise as handled: its rejection is reported elsewhere or not wanted. */
export function ignoreRejection<P extends PromiseLike<unknown>>(promise: P): P {
  promise.then(noop, noop);
  return promise;
}

/** Does one thing after another; at once where the first gives no promise. */
export function afterwards(
  first: MaybePromise<void>,
  then: () => MaybePromise<void>,
): MaybePromise<void> {
  return isPromiseLike(first) ? first.then(then) : then();
}
