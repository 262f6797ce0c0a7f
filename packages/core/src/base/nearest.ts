/** The candidates most like `word`, best first, at most `count`; for "did you mean" in errors. */
export function nearest(word: string, candidates: Iterable<string>, count = 3): string[] {
  const limit = Math.max(2, Math.floor(word.length / 2));
  const scored: [string, number][] = [];
  for (const candidate of candidates) {
    const distance = editDistance(
      word.toLowerCase().slice(0, 64),
      candidate.toLowerCase().slice(0, 64),
    );
    if (distance <= limit) scored.push([candidate, distance]);
  }
  return scored
    .sort((a, b) => a[1] - b[1])
    .slice(0, count)
    .map(([candidate]) => candidate);
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
