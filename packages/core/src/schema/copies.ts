/** Stands for a property that is to be left out. */
export const drop = Symbol('drop');

/** A value of which only what lies on the way to a change is copied, once. */
export class Copies {
  root: unknown;
  readonly #own = new Set<object>();

  constructor(root: unknown) {
    this.root = root;
  }

  set(path: readonly (string | number)[], value: unknown): void {
    const last = path.at(-1);
    if (last === undefined) {
      if (value !== drop) this.root = value;
      return;
    }
    this.root = this.#copy(this.root);
    let place = this.root as object;
    for (const key of path.slice(0, -1)) {
      const part = this.#copy((place as Record<string, unknown>)[key]);
      define(place, key, part);
      place = part;
    }
    if (value !== drop) define(place, last, value);
    else if (!Array.isArray(place)) Reflect.deleteProperty(place, last);
  }

  #copy(part: unknown): object {
    const object = part as object;
    if (this.#own.has(object)) return object;
    const copy = Array.isArray(object) ? [...object] : { ...object };
    this.#own.add(copy);
    return copy;
  }
}

function define(object: object, key: string | number, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
