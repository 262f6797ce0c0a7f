import { noop } from './promise.ts';

/**
 * A signal that never fires, shared by all who have none of their own. Listeners are not kept, since nothing would
 * ever call or release them.
 */
export const neverAborted: AbortSignal = (() => {
  const { signal } = new AbortController();
  const ignore = { value: () => {}, enumerable: false };
  Object.defineProperties(signal, { addEventListener: ignore, removeEventListener: ignore });
  return signal;
})();

/** Tells errors of a stopped operation from real failures. */
export function isAbortError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name } = error as Error;
  return name === 'AbortError' || name === 'ResponseAborted';
}

/**
 * What `work` gives, or `undefined` as soon as the signal is aborted: then work that has not begun never does, and
 * what becomes of work under way is not looked at.
 */
export function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return signal === undefined ? work() : unlessStopped(signal, work);
}

async function unlessStopped<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let stop = noop;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), stopped]);
  } catch (thrown) {
    // it may have been told to stop first
    if (signal.aborted) return undefined;
    throw thrown;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
