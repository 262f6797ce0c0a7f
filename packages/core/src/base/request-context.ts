/** Reserved keys whose values decide thread and resource; a host sets them, a client never can. */
export const MASTRA_RESOURCE_ID_KEY = 'mastra__resourceId';
export const MASTRA_THREAD_ID_KEY = 'mastra__threadId';
const AUTH_TOKEN_KEY = 'mastra__authToken';

type Key<Values> = unknown extends Values ? string : Extract<keyof Values, string>;
type Value<Values, K> = K extends keyof Values ? Values[K] : unknown;

/**
 * Values of one request that travel by reference from the caller to the agent, its tools and everything below.
 * With a type argument keys and values are typed; the `*Raw` methods take any key.
 *
 * @example
 * const requestContext = new RequestContext<{ tenant: string }>({ tenant: 'acme' });
 * await agent.generate('What do we owe?', { requestContext });
 */
export class RequestContext<Values = unknown> {
  readonly #values: Map<string, unknown>;

  constructor(values?: Iterable<readonly [string, unknown]> | Partial<Values> | null) {
    this.#values = new Map(toEntries(values));
  }

  get<K extends Key<Values>>(key: K): Value<Values, K> {
    return this.#values.get(key) as Value<Values, K>;
  }
  set<K extends Key<Values>>(key: K, value: Value<Values, K>): void {
    this.#values.set(key, value);
  }
  has(key: Key<Values>): boolean {
    return this.#values.has(key);
  }
  delete(key: Key<Values>): boolean {
    return this.#values.delete(key);
  }

  getRaw(key: string): unknown {
    return this.#values.get(key);
  }
  setRaw(key: string, value: unknown): void {
    this.#values.set(key, value);
  }
  hasRaw(key: string): boolean {
    return this.#values.has(key);
  }
  deleteRaw(key: string): boolean {
    return this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
  keys(): IterableIterator<string> {
    return this.#values.keys();
  }
  values(): IterableIterator<unknown> {
    return this.#values.values();
  }
  entries(): IterableIterator<[string, unknown]> {
    return this.#values.entries();
  }
  [Symbol.iterator](): IterableIterator<[string, unknown]> {
    return this.#values.entries();
  }
  forEach(visit: (value: unknown, key: string) => void): void {
    for (const [key, value] of this.#values) visit(value, key);
  }
  size(): number {
    return this.#values.size;
  }

  /** All values as a plain object, as they are: also what JSON cannot carry, also the auth token. */
  get all(): Record<string, unknown> {
    return toPlain(this.#values);
  }

  /**
   * What JSON can carry: functions, symbols, `undefined`, BigInts and cycles are left out, Maps become objects, Sets
   * arrays, Dates ISO texts. The auth token of the request is never part of it.
   */
  toJSON(): Record<string, unknown> {
    const kept: [string, unknown][] = [];
    for (const [key, value] of this.#values) {
      if (key === AUTH_TOKEN_KEY) continue;
      const copy = toPlainJson(value);
      if (copy !== undefined) kept.push([key, copy]);
    }
    return toPlain(kept);
  }

  /** What a trace may show: the same as `toJSON()`. */
  serializeForSpan(): Record<string, unknown> {
    return this.toJSON();
  }
}

/**
 * A view for code that has checked the values by a schema: reads give what the schema made of them, writes also go to
 * the original.
 */
export class CheckedRequestContext extends RequestContext {
  readonly #original: AnyRequestContext;

  constructor(original: AnyRequestContext, checked: Readonly<Record<string, unknown>>) {
    super([...original.entries(), ...Object.entries(checked)]);
    this.#original = original;
  }
  override set(key: string, value: unknown): void {
    this.setRaw(key, value);
  }
  override setRaw(key: string, value: unknown): void {
    super.setRaw(key, value);
    this.#original.setRaw(key, value);
  }
  override delete(key: string): boolean {
    return this.deleteRaw(key);
  }
  override deleteRaw(key: string): boolean {
    this.#original.deleteRaw(key);
    return super.deleteRaw(key);
  }
  override clear(): void {
    for (const key of [...this.keys()]) this.deleteRaw(key);
  }
}

/**
 * What Tenon takes as a request context: whatever its type argument, and the class of another copy of the package too.
 */
export interface AnyRequestContext {
  getRaw(key: string): unknown;
  setRaw(key: string, value: unknown): void;
  deleteRaw(key: string): boolean;
  entries(): IterableIterator<[string, unknown]>;
}

function toEntries(values: unknown): Iterable<readonly [string, unknown]> {
  if (values === undefined || values === null) return [];
  if (Symbol.iterator in Object(values)) return values as Iterable<readonly [string, unknown]>;
  return Object.entries(values);
}

/** `Object.fromEntries` defines own properties, so a key named `__proto__` is only a key. */
function toPlain(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  return Object.fromEntries(entries);
}

function toPlainJson(value: unknown): unknown {
  try {
    const text = JSON.stringify(value, (_key, inner: unknown) => {
      if (inner instanceof Map) return Object.fromEntries(inner);
      if (inner instanceof Set) return [...inner];
      return typeof inner === 'bigint' ? undefined : inner;
    });
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
