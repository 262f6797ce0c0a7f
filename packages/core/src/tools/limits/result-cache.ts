interface Entry {
  readonly value: unknown;
  readonly end: number;
}

/** Results for a time; the one that was used least recently makes room for a new one. */
export class ResultCache {
  readonly #ttlMs: number;
  readonly #maxEntries: number;
  /** In the order in which they were used. */
  readonly #entries = new Map<string, Entry>();

  constructor(ttlMs: number, maxEntries: number) {
    this.#ttlMs = ttlMs;
    this.#maxEntries = maxEntries;
  }

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.end <= performance.now()) return undefined;
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, value: unknown): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, end: performance.now() + this.#ttlMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#maxEntries) this.#entries.delete(oldest as string);
  }
}
