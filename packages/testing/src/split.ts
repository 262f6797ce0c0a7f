import type { Split } from './pieces.ts';

/** Cuts between code points, so that no half of a pair is sent alone. */
export function split(text: string, pieces: Split = 1): readonly string[] {
  if (typeof pieces === 'object') return pieces;
  if (text === '') return [];
  if (pieces <= 1) return [text];
  const points = Array.from(text);
  const count = Math.min(pieces, points.length);
  return Array.from({ length: count }, (_, index) =>
    points
      .slice(
        Math.floor((index * points.length) / count),
        Math.floor(((index + 1) * points.length) / count),
      )
      .join(''),
  );
}
