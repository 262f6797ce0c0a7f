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
  return (
    typeof error === 'object' &&
    error !== null &&
    ((error as Error).name === 'AbortError' || (error as Error).name === 'ResponseAborted')
  );
}
