import { toWords } from './words.ts';

/** The numbers and texts of a result, of a list its first items; what is `known` is left out. */
export function toSummary(value: unknown, known: readonly unknown[] = [], depth = 0): string {
  if (depth > 4) return '…';
  if (Array.isArray(value)) return `${value.length}${toLines(value, depth)}`;
  if (typeof value !== 'object' || value === null) return String(value ?? 'done').slice(0, 2000);
  const worth = Object.entries(value).filter(([, inner]) => ![null, false, ''].includes(inner));
  const fresh = worth.filter(([, inner]) => typeof inner !== 'string' || !known.includes(inner));
  const entries = (fresh.length > 0 ? fresh : worth).slice(0, 30);
  const isTold = entries.some(([, inner]) => isSentence(inner));
  const told = entries.map(([name, inner]) => {
    const label = toWords(name, true).join(' ') || name;
    if (inner === true) return label;
    if (Array.isArray(inner))
      return (isTold ? '' : `${inner.length} ${label}`) + toLines(inner, depth);
    const text = toSummary(inner, known, depth + 1);
    return depth > 0 || entries.length === 1 || isSentence(inner) ? text : `${label} ${text}`;
  });
  const joined = told.join(depth > 0 ? ' · ' : isTold ? ' ' : ', ');
  return joined.replace(/ +(?=\n)/g, '').trim() || 'done';
}

/** Such a text needs no label, nor a count of the list beside it. */
const isSentence = (value: unknown): boolean => typeof value === 'string' && /\s.*\.$/s.test(value);

const toLines = (items: readonly unknown[], depth: number): string =>
  items
    .slice(0, 10)
    .map((item) => `\n- ${toSummary(item, [], depth + 1)}`)
    .join('') + (items.length > 10 ? `\n- … and ${items.length - 10} more` : '');
