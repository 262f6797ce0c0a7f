import MiniSearch from 'minisearch';

/** The names that are most like what was written, the likest first; none when none is alike. */
export function nearest(written: string, names: readonly string[], count = 5): string[] {
  const index = new MiniSearch({ fields: ['name'], tokenize: toWords });
  const unique = [...new Set(names)];
  index.addAll(unique.map((name, id) => ({ id, name })));
  const found = index.search(written, { fuzzy: 0.34, prefix: true });
  return found.slice(0, count).map(({ id }) => unique[id] as string);
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}°]+/gu) ?? [];
