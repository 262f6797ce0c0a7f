/** The longest time that `setTimeout` takes; it ends a longer one at once. */
export const longestTimerMs = 2_147_483_647;

/** Waits so long, or until the signal fires: then it rejects with the signal's reason. Leaves no listener behind. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
