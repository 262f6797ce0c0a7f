import type { RunEvent, RunRecord } from './records.ts';

/** The append-only list of what happened in one run. Its state is a fold over it and nothing else. */
export class Journal {
  readonly #records: RunRecord[] = [];

  get records(): readonly RunRecord[] {
    return this.#records;
  }

  /** Writes the next record. A record is written before its effect is announced. */
  append(event: RunEvent): RunRecord {
    const record = { seq: this.#records.length + 1, event };
    this.#records.push(record);
    return record;
  }
}
