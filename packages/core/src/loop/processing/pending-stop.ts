/** What a processor stopped a run with while the loop waited for something else; the loop takes it up. */
export class PendingStop {
  #stop: { readonly by: unknown } | undefined;
  #onStop: (() => void) | undefined;

  get isSet(): boolean {
    return this.#stop !== undefined;
  }

  /** The first one counts. */
  set(by: unknown): void {
    this.#stop ??= { by };
    this.#onStop?.();
  }

  take(): unknown {
    const by = this.#stop?.by;
    this.#stop = undefined;
    return by;
  }

  throwIfSet(): void {
    if (this.#stop !== undefined) throw this.take();
  }

  /** Waits for work, but no longer than until a processor stops the run. */
  duringWork(work: PromiseLike<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = (): void => {
        this.#onStop = undefined;
        reject(this.take());
      };
      this.#onStop = take;
      if (this.isSet) take();
      const end = (): void => {
        if (this.#onStop === take) this.#onStop = undefined;
      };
      work.then(end, end);
      work.then(resolve, reject);
    });
  }
}
