import { wait } from '../../base/wait.ts';

/** A sliding window: no time of `intervalMs`, wherever it begins, holds more than `limit` calls of a key. */
export class RateWindow {
  readonly limit: number;
  readonly intervalMs: number;
  readonly #maxWaitMs: number;
  /** When the calls of each key were let through, or will be; the key that called last stands last. */
  readonly #times = new Map<string, number[]>();

  constructor(limit: number, intervalMs: number, maxWaitMs: number) {
    this.limit = limit;
    this.intervalMs = intervalMs;
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Lets the call through, perhaps after a wait: then it gives `undefined`. Else it gives the milliseconds after which
   * there is room. Rejects when the signal fires first.
   */
  async pass(key: string, signal: AbortSignal): Promise<number | undefined> {
    const now = performance.now();
    this.#forget(now);
    const times = this.#times.get(key) ?? [];
    const inside = times.findIndex((time) => time + this.intervalMs > now);
    times.splice(0, inside === -1 ? times.length : inside);
    const before = times[times.length - this.limit];
    // not before one that waits already
    const earliest = Math.max(now, times.at(-1) ?? now);
    const time = before === undefined ? earliest : Math.max(earliest, before + this.intervalMs);
    const waitMs = Math.ceil(time - now);
    if (waitMs > this.#maxWaitMs) return waitMs;
    times.push(time);
    this.#times.delete(key);
    this.#times.set(key, times);
    if (waitMs === 0) return undefined;
    try {
      await wait(waitMs, signal);
    } catch (reason) {
      times.splice(times.indexOf(time), 1);
      throw reason;
    }
    return undefined;
  }

  /** Keys whose calls are all out of the window; those that called last stand last. */
  #forget(now: number): void {
    for (const [key, times] of this.#times) {
      const last = times.at(-1);
      if (last !== undefined && last + this.intervalMs > now) return;
      this.#times.delete(key);
    }
  }
}
