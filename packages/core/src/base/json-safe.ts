import { toBase64 } from './base64.ts';
import type { Json } from './json.ts';
import { toWellFormed } from './well-formed.ts';

/** Deeper values are cut off here, far below what `JSON.stringify` and the stack can bear. */
const maxDepth = 200;

const circular = '[Circular]';
const tooDeep = '[Too deep]';
const unserializable = '[Unserializable]';

/** What the walk gives for values that JSON leaves out: `undefined`, functions and symbols. */
const absent = undefined;

/**
 * The form in which a tool's result is streamed, stored and told to the model: a value that survives
 * `JSON.stringify` and `JSON.parse` unchanged. Never throws, never changes its argument, and gives plain data that is
 * JSON already back as it is, uncopied.
 *
 * - `undefined`, functions and symbols: dropped as properties, `null` elsewhere
 * - BigInt: its decimal digits; NaN and Infinity: `null`; `-0`: `0`; lone surrogates: U+FFFD
 * - `toJSON` is honoured, so a `Date` is its ISO text (`null` when invalid) and a `URL` its address
 * - `Map`: an object when every key is a string, else an array of entries; `Set`: an array
 * - `Error` without `toJSON`: `{ name, message }`
 * - bytes (`Buffer`, `Uint8Array`, `ArrayBuffer`, `DataView`): base64; other typed arrays: an array of numbers
 * - class instances: their own enumerable properties; own `__proto__` keys: dropped
 * - `"[Circular]"` where a value contains itself, `"[Too deep]"` below 200 levels, `"[Unserializable]"` where
 *   reading a value throws
 */
export function toJsonSafe(value: unknown): Json {
  if (typeof value === 'string') return toWellFormed(value);
  return walk(value, []) ?? null;
}

/** The same for what its author may go on changing: it shares no object with its argument. */
export function toOwnJson(value: unknown): Json {
  try {
    return copyParts(toJsonSafe(value)) as Json;
  } catch {
    return unserializable; // a proxy that can be read only once
  }
}

/** A copy of a value that is JSON already, as deep as the stack bears: beyond that the value itself. */
export function copyPlain<Value>(value: Value): Value {
  try {
    return copyParts(value) as Value;
  } catch {
    return value;
  }
}

function copyParts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    // not `map`, which calls the constructor of a class that extends `Array`
    const items: unknown[] = [];
    for (let index = 0; index < value.length; index++) items.push(copyParts(value[index]));
    return items;
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    copy[key] = copyParts((value as Readonly<Record<string, unknown>>)[key]);
  }
  return copy;
}

/** The JSON form, the same reference where nothing had to change, or `absent`. */
function walk(value: unknown, ancestors: object[]): Json | undefined {
  switch (typeof value) {
    case 'string':
      return toWellFormed(value);
    case 'number':
      return Number.isFinite(value) ? (value === 0 ? 0 : value) : null;
    case 'boolean':
      return value;
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? null : walkObject(value, ancestors);
    default:
      return absent;
  }
}

function walkObject(value: object, ancestors: object[]): Json | undefined {
  const depth = ancestors.length;
  if (ancestors.includes(value)) return circular;
  if (depth >= maxDepth) return tooDeep;
  ancestors.push(value);
  try {
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') {
      return walkSpecial(value, ancestors);
    }
    if (Array.isArray(value)) return walkArray(value, ancestors);
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return walkSpecial(value, ancestors);
    return walkPlain(value as Record<string, unknown>, ancestors, false);
  } catch {
    // a revoked or hostile proxy, a throwing toJSON, an exhausted stack
    return unserializable;
  } finally {
    ancestors.length = depth;
  }
}

function walkArray(array: readonly unknown[], ancestors: object[]): Json {
  let copy: Json[] | undefined;
  const { length } = array;
  for (let index = 0; index < length; index++) {
    const item = read(array, index);
    const safe = walk(item, ancestors) ?? null;
    if (copy === undefined) {
      if (Object.is(safe, item)) continue;
      copy = Array.from({ length: index }, (_, before) => array[before] as Json);
    }
    copy.push(safe);
  }
  return copy ?? (array as readonly Json[]);
}

/** Walks own enumerable string keys. `mustCopy` is for what only looks like plain data from its keys. */
function walkPlain(
  object: Readonly<Record<string, unknown>>,
  ancestors: object[],
  mustCopy: boolean,
): { readonly [key: string]: Json } {
  let copy: Record<string, Json> | undefined = mustCopy ? {} : undefined;
  // `for in` is twice as fast as `Object.keys`; the descriptor tells what is inherited, and what may change later.
  for (const key in object) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (descriptor === undefined) continue;
    const value = read(object, key);
    const safe = walk(value, ancestors);
    const safeKey = toWellFormed(key);
    if (copy === undefined) {
      const unchanged =
        safe === value &&
        safe !== absent &&
        safeKey === key &&
        key !== '__proto__' &&
        descriptor.get === undefined &&
        !Object.is(value, -0);
      if (unchanged) continue;
      copy = copyBefore(key, object);
    }
    if (safe !== absent && key !== '__proto__') copy[safeKey] = safe;
  }
  return copy ?? (object as { readonly [key: string]: Json });
}

/** A copy of the properties that come before `end`; all of them are JSON. */
function copyBefore(end: string, object: Readonly<Record<string, unknown>>): Record<string, Json> {
  const copy: Record<string, Json> = {};
  for (const key in object) {
    if (key === end) break;
    if (Object.hasOwn(object, key)) copy[key] = object[key] as Json;
  }
  return copy;
}

/** Everything with a `toJSON` or a prototype of its own. `value` is the last of the ancestors. */
function walkSpecial(value: object, ancestors: object[]): Json | undefined {
  // Before `toJSON`, since a `Buffer` has one that spells out each byte.
  if (ArrayBuffer.isView(value)) return walkView(value, ancestors);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== 'function') return walkByKind(value, ancestors);
  const given: unknown = toJSON.call(value, '');
  if (typeof given !== 'object' || given === null) return walk(given, ancestors);
  if (given !== value) {
    if (ancestors.includes(given)) return circular;
    ancestors.push(given);
  }
  // As in `JSON.stringify`, what `toJSON` gave is not asked for a `toJSON` again.
  return walkByKind(given, ancestors);
}

function walkView(view: ArrayBufferView, ancestors: object[]): Json {
  const isBytes =
    view instanceof Uint8Array || view instanceof Uint8ClampedArray || view instanceof DataView;
  if (isBytes) return toBase64(view);
  return walkArray(Array.from(view as unknown as ArrayLike<unknown>), ancestors);
}

/** Always copies: the value may have a `toJSON` that a later `JSON.stringify` would find. */
function walkByKind(value: object, ancestors: object[]): Json | undefined {
  if (Array.isArray(value)) return walkArray([...value], ancestors);
  if (value instanceof Map) return walkMap(value, ancestors);
  if (value instanceof Set) return walkArray([...value], ancestors);
  if (value instanceof ArrayBuffer) return toBase64(value);
  if (value instanceof Error) {
    return walkPlain({ name: value.name, message: value.message }, ancestors, true);
  }
  if (
    value instanceof Number ||
    value instanceof String ||
    value instanceof Boolean ||
    value instanceof BigInt
  ) {
    return walk(value.valueOf(), ancestors);
  }
  return walkPlain(value as Record<string, unknown>, ancestors, true);
}

function walkMap(map: ReadonlyMap<unknown, unknown>, ancestors: object[]): Json {
  const entries = [...map];
  if (!entries.every(([key]) => typeof key === 'string')) return walkArray(entries, ancestors);
  const object: Record<string, Json> = {};
  for (const [key, value] of entries) {
    const safe = walk(value, ancestors);
    if (safe !== absent && key !== '__proto__') object[toWellFormed(key as string)] = safe;
  }
  return object;
}

/** A property whose getter throws spoils itself alone, not the whole value. */
function read(object: object, key: string | number): unknown {
  try {
    return (object as Readonly<Record<string | number, unknown>>)[key];
  } catch {
    return unserializable;
  }
}
