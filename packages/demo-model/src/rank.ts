import MiniSearch from 'minisearch';
import { toTerms } from './words.ts';

/** Something to choose by words: its name, what belongs to it, and what is said about it. */
export interface Choice {
  readonly name: string;
  readonly keys?: string;
  readonly about?: string;
}

export interface Ranked {
  readonly index: number;
  /** How much of the text speaks for it: a word of its name counts 4, one said about it 2. */
  readonly evidence: number;
}

const weights: Record<string, number> = { name: 4, keys: 2, about: 2 };

/** Indexes choices once; the function it gives finds those that a text speaks for, best first. */
export function createRanker(
  choices: readonly Choice[],
  toWordsOf = toTerms,
): (text: string) => Ranked[] {
  const index = new MiniSearch<Choice & { id: number }>({
    fields: Object.keys(weights),
    tokenize: (text) => toWordsOf(text.slice(0, 4000), true),
    processTerm: (term) => term,
    searchOptions: { tokenize: (text) => [...new Set(toWordsOf(text))].slice(0, 40) },
  });
  index.addAll(choices.map((choice, id) => ({ ...choice, id })));
  return (text) => {
    const said = toWordsOf(text);
    const found = index.search(text, {
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 && term.length < 30 ? 0.2 : false),
    });
    const holders = new Map<string, number>();
    for (const term of found.flatMap((result) => result.terms)) {
      holders.set(term, (holders.get(term) ?? 0) + 1);
    }
    const scored = found.map(({ id, match }) => {
      let evidence = 0;
      let order = 0;
      for (const [term, fields] of Object.entries(match)) {
        // A verb in front says more than the same word later on; a near miss says less.
        const place = (term === said[0] ? 2 : 1) * (said.includes(term) ? 1 : 0.7);
        const points = fields.reduce((sum, field) => {
          return sum + (weights[field] ?? 0) * (field === 'name' ? Math.min(place, 1) : place);
        }, 0);
        evidence += points;
        order += points / (holders.get(term) ?? 1); // what all have in common tells none apart
      }
      return { index: Number(id), evidence, order };
    });
    return scored.sort((a, b) => b.order - a.order || a.index - b.index);
  };
}
