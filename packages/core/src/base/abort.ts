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
