import type { GrowingValue } from '../base/growing-value.ts';
import type { ModelPart } from '../models/index.ts';
import type { ToolEntry } from '../tools/index.ts';

/** What the provider said when it began to write the arguments of a call. */
export type InputStart = Extract<ModelPart, { type: 'tool-input-start' }>;

/** A call whose arguments are still being written. */
export interface OpenInput {
  /** The id that the call has in the run. */
  readonly id: string;
  readonly part: InputStart;
  readonly entry: ToolEntry | undefined;
  text: string;
  /** What the text says so far, where the tool wants to know. */
  readonly partial: GrowingValue | undefined;
  isEnded: boolean;
}

/** The calls of one answer that were begun but not yet named as complete, by the provider's id. */
export class OpenInputs {
  readonly #latest = new Map<string, OpenInput>();
  /** Those whose provider's id was begun anew before their call came, in their order. */
  #overtaken: OpenInput[] = [];

  add(input: OpenInput): void {
    const overtaken = this.#latest.get(input.part.id);
    if (overtaken !== undefined) this.#overtaken.push(overtaken);
    this.#latest.set(input.part.id, input);
  }

  /** The one that is being written. */
  get(providerId: string): OpenInput | undefined {
    return this.#latest.get(providerId);
  }

  /** The one that a complete call with this id belongs to: the oldest. */
  take(providerId: string): OpenInput | undefined {
    const overtaken = this.#overtaken.find(({ part }) => part.id === providerId);
    if (overtaken !== undefined) {
      this.#overtaken = this.#overtaken.filter((input) => input !== overtaken);
      return overtaken;
    }
    const input = this.#latest.get(providerId);
    this.#latest.delete(providerId);
    return input;
  }

  takeAll(): OpenInput[] {
    const all = [...this.#overtaken, ...this.#latest.values()];
    this.#overtaken = [];
    this.#latest.clear();
    return all;
  }
}
