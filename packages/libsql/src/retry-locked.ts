import { setTimeout as sleep } from 'node:timers/promises';
import { isLocked } from './errors.ts';

/** The longest time between two looks at a lock. */
const longestPauseMs = 10;

/**
 * Does something that a lock of another process may refuse, again and again until it is allowed or `timeoutMs` have
 * passed. SQLite can wait by itself, but would block the event loop, and wait in vain for a lock of its own process.
 */
export async function retryLocked<Result>(
  act: () => Result,
  timeoutMs: number,
  now: () => number = () => performance.now(),
): Promise<Result> {
  const until = now() + timeoutMs;
  for (let pause = 1; ; pause = Math.min(pause + 1, longestPauseMs)) {
    try {
      return act();
    } catch (error) {
      if (!isLocked(error) || now() >= until) throw error;
    }
    await sleep(pause);
  }
}
