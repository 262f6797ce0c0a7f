import { GrowingCopies } from '../base/growing-copies.ts';
import { JsonFinder } from '../base/json-finder.ts';
import type { AnswerFormat } from '../models/index.ts';
import type { Run } from './run.ts';

/** Says on what is there of the value that the text of an answer is to hold, while the model writes it. */
export class PartialObject {
  readonly #run: Run;
  readonly #finder: JsonFinder;
  readonly #copies = new GrowingCopies();

  constructor(run: Run, { starts, form }: AnswerFormat) {
    this.#run = run;
    this.#finder = new JsonFinder(starts, form);
  }

  add(delta: string): void {
    this.#finder.add(delta);
    const { value } = this.#finder;
    if (value !== undefined && this.#copies.grow(value, delta.length)) this.#announce();
  }

  /** The text is complete. */
  end(): void {
    const { value } = this.#finder;
    if (value !== undefined && this.#copies.finish(value)) this.#announce();
  }

  #announce(): void {
    const { runId } = this.#run;
    this.#run.emitCustom({ type: 'object', runId, from: 'AGENT', object: this.#copies.latest });
  }
}
