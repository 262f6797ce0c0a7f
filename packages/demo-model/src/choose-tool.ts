import { findArithmetic } from './arithmetic.ts';
import { createRanker, type Ranked } from './rank.ts';
import { type Field, toFields } from './schema.ts';
import type { ModelTool } from './spec.ts';
import { quotePattern, toTerms } from './words.ts';

/** The tool for a wish. */
export interface ChosenTool {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The words by which it is known. */
  readonly terms: ReadonlySet<string>;
  /** How much speaks for it, in multiples of what is needed. */
  readonly strength: number;
}

/** Evidence a tool must have to be called: more than its bare name, or one word in front. */
const threshold = 5;

/** Questions about the world rather than about what the tools hold. */
const general = /^(?:what(?:'s| is| are| does) an?\b|who|why|how (?:do|does|to)\b|explain)/i;

/** What tells by its looks which tool is meant: a sum, and a path, a quote or a name from code. */
const clues: readonly { sign: (text: string) => boolean; fits: RegExp; evidence: number }[] = [
  {
    sign: (text) => findArithmetic(text) !== undefined,
    fits: /\b(?:expression|formula)\b/i,
    evidence: 8,
  },
  {
    sign: (text) => /""|\w\/\w|\p{Ll}\p{Lu}|\p{Lu}{4}|\w_\w/u.test(text),
    fits: /\bfiles?\b/i,
    evidence: 3,
  },
];

/**
 * Reads the tools once; the function it gives finds the one that a wish speaks for most, if enough
 * does. A forced choice takes it however little that is.
 */
export function createChooser(tools: readonly ModelTool[], isForced: boolean) {
  const choices = tools.map((tool) => {
    const fields = toFields(tool.inputSchema);
    const keys = fields.map(({ name, values, about }) => `${name} ${values.join(' ')} ${about}`);
    const text = {
      name: tool.name,
      about: String(tool.description ?? '').slice(0, 2000),
      keys: keys.join(' '),
    };
    const terms = new Set(toTerms(Object.values(text).join(' '), true));
    return { ...text, fields, terms, clues: clues.filter(({ fits }) => fits.test(text.keys)) };
  });
  const rank = createRanker(choices);
  return (wish: string): ChosenTool | undefined => {
    const bare = wish.replace(quotePattern, ' "" ');
    const share = general.test(wish) && !/\bmy\b/i.test(wish) ? 0.4 : 1;
    const command = /^[^:]{1,120}(?=:\s)/.exec(bare)?.[0] ?? bare; // what is dictated may say anything
    const choose = (text: string): Ranked | undefined => {
      const ranked = rank(text).map((one) => ({ ...one, evidence: one.evidence * share }));
      const said = clues.filter(({ sign }) => sign(text));
      if (said.length === 0 || (ranked[0]?.evidence ?? 0) >= 8) return ranked[0];
      return choices
        .map((choice, index) => {
          const extra = choice.clues.filter((clue) => said.includes(clue));
          const evidence = ranked.find((one) => one.index === index)?.evidence ?? 0;
          return { index, evidence: extra.reduce((sum, clue) => sum + clue.evidence, evidence) };
        })
        .reduce<Ranked | undefined>((a, b) => (a && a.evidence >= b.evidence ? a : b), ranked[0]);
    };
    const first = choose(command);
    const best = first && first.evidence >= threshold ? first : choose(bare);
    const strength = (best?.evidence ?? 0) / threshold;
    const tool = isForced || strength >= 1 ? choices[best?.index ?? 0] : undefined;
    return tool && { ...tool, strength };
  };
}
