import { createChooser } from './choose-tool.ts';
import { fillArguments } from './clues.ts';
import type { Asked } from './conversation.ts';
import { toTerms } from './words.ts';

/** Finds the wishes of a request, and the tool and the arguments of each, in order. */
export function toPlan({ text: request, results, tools }: Asked, now: Date) {
  const choose = createChooser(tools);
  let calls = 0;
  return toWishes(request, choose).map((text) => {
    const tool = choose(text);
    if (!tool) return { text, tool: '', missing: [], input: undefined };
    const filled = fillArguments(text, { ...tool, now, previous: results[calls - 1]?.gave ?? '' });
    if (filled.input) calls += 1;
    return { text, tool: tool.name, ...filled };
  });
}

/** Behind what a wish may end; what follows a comma or an "and" must look like one. */
const boundary =
  /(?<=[.!?]\s|[;\n]|,? (?:then|after that),? |,? and |, )(?=[^"]*(?:"[^"]*"[^"]*)*$)/i;

/** The pieces of a request; one that is no wish of its own stays with the wish before it. */
function toWishes(request: string, isWish: (piece: string) => unknown): string[] {
  const wishes: string[] = [];
  for (const [at, piece] of request.slice(0, 4000).split(boundary).entries()) {
    const last = wishes.at(-1) ?? '.';
    const isHard = !/(?:,|\band)\s$/i.test(last) && !/:\s/.test(last);
    if (at < 60 && (isHard || isWish(piece))) wishes.push(piece);
    else wishes.push((wishes.pop() ?? '') + piece);
  }
  const bare = wishes.map((wish) => wish.trim().replace(/(?:[,;]| and| then| after that)+$/i, ''));
  return bare.filter((wish) => toTerms(wish).length > 0);
}
