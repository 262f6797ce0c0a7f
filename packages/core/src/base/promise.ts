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

/** Goes on with what was given; at once where that is no promise. What a thenable's own `then` gives does not count. */
export function afterwards<Given, Next>(
  given: MaybePromise<Given>,
  then: (given: Given) => MaybePromise<Next>,
): MaybePromise<Next> {
  return isPromiseLike(given) ? Promise.resolve(given).then(then) : then(given);
}
