/** What is asked of the run. */
interface RunOfCalls {
  /** Whether a call of an earlier step, or of the history, has this id. */
  knowsCall(id: string): boolean;
}

/**
 * Gives each call of a model's answer an id of its own in the run: the first with an id has it, the next ones get
 * `<id>_2`, `<id>_3`. What is no id is made up.
 */
export class FreeCallIds {
  readonly #step: number;
  readonly #run: RunOfCalls;
  /** The ids that are taken, and the number that is tried first for the next call which wants the same one. */
  readonly #taken = new Map<string, number>();

  constructor(run: RunOfCalls, step: number) {
    this.#run = run;
    this.#step = step;
  }

  /** Each search begins where the last one for the same id ended. */
  take(wanted: unknown): string {
    const base = typeof wanted === 'string' && wanted !== '' ? wanted : `call-${this.#step}`;
    let number = this.#taken.get(base) ?? 2;
    let id = base;
    while (this.#taken.has(id) || this.#run.knowsCall(id)) id = `${base}_${number++}`;
    this.#taken.set(id, 2);
    this.#taken.set(base, number);
    return id;
  }
}
