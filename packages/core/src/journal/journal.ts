import type { RunEvent, RunRecord } from './records.ts';

/** The append-only list of what happened in one run. Its state is a fold over it and nothing else. */
export class Journal {
  readonly #events: RunEvent[] = [];

  /** Every record with its place, which counts up from 1. */
  get records(): readonly RunRecord[] {
    return this.#events.map((event, index) => ({ seq: index + 1, event }));
  }

  /** Writes the next record and gives its place. A record is written before its effect is announced. */
  append(event: RunEvent): number {
    return this.#events.push(event);
  }
}
