/** Far below what the stack bears. */
const maxDepth = 200;

/**
 * One text for all values that are the same as JSON, whatever the order of their keys. `undefined` for what JSON cannot
 * carry whole: two values that differ never have one text. A property that is `undefined` counts as absent.
 */
export function canonicalJson(value: unknown): string | undefined {
  try {
    return write(value, 0);
  } catch {
    return undefined;
  }
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw notJson();
      return Object.is(value, -0) ? '-0' : String(value);
    case 'object':
      if (value === null) return 'null';
      if (depth >= maxDepth) throw notJson();
      return Array.isArray(value) ? writeList(value, depth) : writeRecord(value, depth);
    default:
      throw notJson();
  }
}

function writeList(list: readonly unknown[], depth: number): string {
  return `[${Array.from(list, (item) => write(item, depth + 1)).join()}]`;
}

function writeRecord(record: object, depth: number): string {
  const prototype = Object.getPrototypeOf(record);
  if (prototype !== Object.prototype && prototype !== null) throw notJson();
  if (Object.getOwnPropertySymbols(record).length > 0) throw notJson();
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  // by code units, the same in every locale
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = entries.map(([key, value]) => `${JSON.stringify(key)}:${write(value, depth + 1)}`);
  return `{${fields.join()}}`;
}

const notJson = (): TypeError => new TypeError('JSON cannot carry it.');
