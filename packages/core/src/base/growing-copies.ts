/** So many parts may be looked at for a piece of text, beside one for each of its characters. */
const partsPerPiece = 50;
/** Deeper than that, values are handed out as they are, and grow. */
const deepest = 200;

/**
 * Copies of a value that grows, each of which stays what it was. What two of them have in common is the same object. A
 * large value is copied less often: all copies together cost what the text of the value does.
 */
export class GrowingCopies {
  #latest: unknown;
  #size = 0;
  #saved = 0;

  get latest(): unknown {
    return this.#latest;
  }

  /** The text has grown by a piece. Gives whether there is a new copy, which differs from the one before. */
  grow(live: unknown, pieceLength: number): boolean {
    this.#saved += partsPerPiece + pieceLength;
    return this.#saved >= this.#size && this.finish(live);
  }

  /** Copies what is there, whatever it costs. */
  finish(live: unknown): boolean {
    const last = this.#latest;
    this.#saved = 0;
    this.#size = 0;
    this.#latest = this.#copy(live, last, 0);
    return this.#latest !== last;
  }

  /** Gives the last copy where nothing has changed. */
  #copy(live: unknown, last: unknown, depth: number): unknown {
    this.#size++;
    if (typeof live !== 'object' || live === null || depth > deepest) return live;
    if (Array.isArray(live))
      return this.#copyList(live, Array.isArray(last) ? last : undefined, depth);
    const isRecord = typeof last === 'object' && last !== null && !Array.isArray(last);
    return this.#copyRecord(live as AnyRecord, isRecord ? (last as AnyRecord) : undefined, depth);
  }

  #copyList(
    live: readonly unknown[],
    last: readonly unknown[] | undefined,
    depth: number,
  ): unknown {
    const copy = live.map((item, index) => this.#copy(item, last?.[index], depth + 1));
    if (last?.length !== live.length) return copy;
    return copy.every((item, index) => item === last[index]) ? last : copy;
  }

  #copyRecord(live: AnyRecord, last: AnyRecord | undefined, depth: number): unknown {
    const keys = Object.keys(live);
    let isSame = last !== undefined && Object.keys(last).length === keys.length;
    const copy: Record<string, unknown> = {};
    for (const key of keys) {
      const { [key]: before } = last ?? copy;
      const value = this.#copy(live[key], before, depth + 1);
      copy[key] = value;
      isSame &&= value === before && Object.hasOwn(last as AnyRecord, key);
    }
    return isSame ? last : copy;
  }
}

type AnyRecord = Readonly<Record<string, unknown>>;
