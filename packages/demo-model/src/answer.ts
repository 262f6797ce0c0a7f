import type { CallResult } from './conversation.ts';
import type { Wish } from './plan.ts';
import type { ModelTool } from './spec.ts';
import { toSummary } from './summary.ts';
import { readLimit } from './wishes.ts';
import { toTerms, toWords } from './words.ts';

/** Last line of every answer of the demo model. */
export const demoNotice =
  "(This answer comes from fixed rules, demo/planner, not from a language model. To use one, name it: model: 'openai/…' or a provider object.)";

/** The answer in words, once there is nothing (more) to call. */
export function toAnswer(
  plan: readonly Wish[],
  results: readonly CallResult[],
  tools: readonly ModelTool[],
  isCut: boolean,
): string {
  const calls = plan.filter(({ input }) => input);
  const lines = results.map((result, index) => toSentence(result, calls[index]?.input));
  for (const { text, tool, missing } of plan) {
    const needed = missing?.map(
      ({ name, about }) => toWords(name, true).join(' ') + (about && ` (${about})`),
    );
    if (tool && needed) lines.push(`To use ${toTitle(tool)} I need to know: ${needed.join('; ')}.`);
    else if (!tool && plan.some((wish) => wish.tool) && toTerms(text).length > 0) {
      lines.push(`No tool here fits “${text.slice(0, 200)}”.`);
    }
  }
  if (isCut) lines.push(`I read only the first ${readLimit} characters of your request.`);
  return [...(lines.length > 0 ? lines : [toIntroduction(tools)]), '', demoNotice].join('\n');
}

function toIntroduction(tools: readonly ModelTool[]): string {
  const purposes = tools.slice(0, 10).map(({ name, description }) => {
    const purpose = String(description ?? '')
      .split(/\.(?:\s|$)/)[0]
      ?.slice(0, 160);
    return `${toTitle(name)}${purpose ? ` – ${purpose}` : ''}`;
  });
  const offer = purposes.join('; ') || 'nothing, as no tool was given to me';
  return `I am a stand-in for a language model that only follows rules, and what I can do here is: ${offer}.`;
}

function toSentence({ toolName, value, failure }: CallResult, input: Wish['input'] = {}): string {
  const known = Object.values(input);
  const told = known
    .filter((part) => typeof part !== 'object')
    .join(', ')
    .slice(0, 100);
  const title = toTitle(toolName) + (told && ` (${told})`);
  return failure === undefined
    ? `${title}: ${toSummary(value, known)}`
    : `${title} did not work: ${failure}`;
}

function toTitle(name: string): string {
  const words = toWords(name, true).join(' ') || 'tool';
  return words.charAt(0).toUpperCase() + words.slice(1);
}
