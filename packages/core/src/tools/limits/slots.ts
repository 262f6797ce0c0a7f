interface Lane {
  running: number;
  /** In the order in which they came. */
  readonly waiting: Set<() => void>;
}

/** Lets so many calls of a key run at a time. */
export class Slots {
  readonly #limit: number;
  /** Only those that are in use. */
  readonly #lanes = new Map<string, Lane>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waits for a free slot and gives the function that frees it again. Rejects when the signal fires first. */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: new Set() };
    this.#lanes.set(key, lane);
    if (lane.running < this.#limit) lane.running++;
    else await queue(lane, signal);
    return () => {
      const [next] = lane.waiting;
      if (next !== undefined) next();
      else if (--lane.running === 0) this.#lanes.delete(key);
    };
  }
}

/** A slot goes from the one that frees it to the first that waits, without being free in between. */
function queue({ waiting }: Lane, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(enter);
      reject(signal.reason);
    };
    const enter = (): void => {
      waiting.delete(enter);
      signal.removeEventListener('abort', leave);
      resolve();
    };
    waiting.add(enter);
    signal.addEventListener('abort', leave, { once: true });
  });
}
