import { type Json, put, without } from './json.ts';
import { inTurn, type Plan } from './restore/plan.ts';
import { describe } from './words.ts';

/** What became of a node, and how its values come back. The node itself where it was taken as it is. */
export interface Part {
  readonly schema: unknown;
  readonly plan: Plan | undefined;
}

/** A node being rewritten: it is copied when something changes, and not before. */
export class Draft {
  readonly node: Json;
  #copy: Json | undefined;
  #plans: Plan[] | undefined;
  #words: string[] | undefined;

  constructor(node: Json) {
    this.node = node;
  }

  get current(): Json {
    return this.#copy ?? this.node;
  }

  set(key: string, value: unknown): void {
    if (this.current[key] === value) return;
    this.#copy ??= { ...this.node };
    put(this.#copy, key, value);
  }

  delete(key: string): void {
    if (!(key in this.current)) return;
    // `delete` would turn the copy into a slow object for good
    this.#copy = without(this.current, key);
  }

  /** Adds to the description. */
  say(words: string): void {
    this.#words ??= [];
    this.#words.push(words);
  }

  restoreBy(plan: Plan | undefined): void {
    if (plan === undefined) return;
    this.#plans ??= [];
    this.#plans.push(plan);
  }

  finish(): Part {
    if (this.#words !== undefined) {
      this.set('description', describe(this.current.description, this.#words));
    }
    if (this.#copy !== undefined) Object.freeze(this.#copy);
    return { schema: this.current, plan: this.#plans && inTurn(this.#plans) };
  }
}
