import { createChooser } from './choose-tool.ts';
import { fillArguments } from './clues.ts';
import type { Asked } from './conversation.ts';
import { toTerms } from './words.ts';

/** Finds the wishes of a request, and the tool and the arguments of each, in order. */
export function toPlan({ text: request, results, tools }: Asked, now: Date) {
  const choose = createChooser(tools);
  let calls = 0;
  return toWishes(request, (piece) => choose(piece).length > 0).map((text) => {
    const previous = results[calls - 1]?.gave ?? '';
    const fits = choose(text).flatMap((tool) => fillArguments(text, { ...tool, now, previous }));
    const best = fits.find(({ input }) => input) ?? fits[0];
    if (best?.input) calls += 1;
    return { text, tool: '', missing: [], input: undefined, ...best };
  });
}

/** Behind what a wish may end; what follows a comma or an "and" must look like one. */
const boundary = /(?<=[.!?]\s|[;\n]|,? (?:then|after that|and),? |, )(?=[^"]*(?:"[^"]*"[^"]*)*$)/i;
/** The pieces of a request; one that is no wish of its own stays with the wish before it. */
function toWishes(request: string, isWish: (piece: string) => boolean): string[] {
  const wishes: string[] = [];
  for (const [at, piece] of request.slice(0, 4000).split(boundary).entries()) {
    const last = wishes.at(-1) ?? '.';
    const isHard = !/(?:,|\band)\s$|:\s/i.test(last);
    if (at < 60 && (isHard || (!/^(?:when|if)\b/i.test(last) && isWish(piece)))) wishes.push(piece);
    else wishes.push((wishes.pop() ?? '') + piece);
  }
  const bare = wishes.map((wish) => wish.trim().replace(/(?:[,;]| and| then| after that)+$/i, ''));
  return bare.filter((wish) => toTerms(wish).length > 0);
}
