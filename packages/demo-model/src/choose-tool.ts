import MiniSearch from 'minisearch';
import { arithmetic, code, quoted } from './patterns.ts';
import { toFields } from './schema.ts';
import type { ModelTool } from './spec.ts';
import { toTerms, toText } from './words.ts';

/** Reads the tools once; the function it gives finds the one that a wish speaks for most, if any. */
export function createChooser(tools: readonly ModelTool[]) {
  const choices = tools.map(({ name, description, inputSchema }, id) => {
    const fields = toFields(inputSchema);
    const about = toText(description).slice(0, 2000);
    const keys = fields.map((one) => [one.name, ...one.values, one.about].join(' ')).join(' ');
    const terms = new Set(toTerms(`${name} ${about} ${keys}`));
    const isKnown = (text: string) => toTerms(text.toLowerCase()).every((term) => terms.has(term));
    return { id, name, about, keys, fields, terms, isKnown };
  });
  const index = new MiniSearch({ fields: ['name', 'about', 'keys'], tokenize: toTerms });
  const options = { boost: { name: 2 }, fuzzy: 0.12, prefix: ({ length }: string) => length > 3 };
  index.addAll(choices);
  const choose = (text: string) => {
    const said = text.replace(quoted, ' ').toLowerCase();
    const [best] = index.search(said, options);
    const first = toTerms(said)[0] ?? '';
    let points = 0; // 2 for each place of a word, 2 more for the name; twice that for the first word
    for (const [term, places] of Object.entries(best?.match ?? {})) {
      const worth = 2 * places.length + (places.includes('name') ? 2 : 0);
      points += term === first ? 2 * worth : worth;
    }
    return choices.find(({ id, terms }) => id === best?.id && points > 4 && terms.has(first));
  };
  return (wish: string) => {
    const isGeneral = /^(?!.*\bmy\b)(?:what(?:'s| \w+) an?|who|why|how (?:do|to)\w*)\b/i;
    // A sum, and a name of code, say by their looks what these words would say.
    const sum = wish.search(arithmetic) < 0 ? '' : 'arithmetic expression';
    const name = wish.search(code) < 0 ? '' : 'phrase';
    const texts = [wish.replace(/:\s.*/s, ''), wish, `${sum} ${name} ${wish}`];
    return isGeneral.test(wish) ? undefined : texts.map(choose).find(Boolean);
  };
}
