import type { toPlan } from './plan.ts';
import type { ModelRequest } from './spec.ts';
import { toText } from './words.ts';

/** Last line of every answer of the demo model. */
export const demoNotice =
  "(This answer comes from fixed rules, demo/planner, not from a language model. To use one, name it: model: 'openai/…' or a provider object.)";
export type Asked = ReturnType<typeof readRequest>;
type Odd = Readonly<Record<string, unknown>>;

/** The last request of a prompt, what was called for it, and the tools that may be called. */
export function readRequest({ prompt, tools = [], toolChoice }: ModelRequest) {
  const messages: Odd[] = [prompt].flat().map(Object);
  const from = messages.findLastIndex(({ role }) => role === 'user');
  const parts = messages.slice(from + 1).flatMap(({ content }) => content);
  const results = parts.map(Object).filter(isResult).map(toResult);
  const known = toolChoice?.type === 'none' ? [] : tools.filter(({ name }) => toText(name));
  const offered = known.filter(({ name }) => name === (toolChoice?.toolName ?? name));
  return { text: toSaid(messages[from]?.content), results, tools: offered };
}
const toSaid = (content: unknown): string => {
  const texts = [content].flat().map((part) => toText(part) || toText(Object(part).text));
  return texts.filter(Boolean).join('\n');
};
const isResult = ({ type }: Odd): boolean => type === 'tool-result';
function toResult({ toolName, output }: Odd) {
  const { type, value, reason }: Odd = Object(output);
  const verb = /^(?:error|execution)/.test(toText(type)) ? ' did not work' : '';
  const told = type === 'content' ? toSaid(value) : toSummary(value ?? reason ?? 'no result');
  return { tool: toText(toolName), verb, told, gave: verb ? '' : told };
}
function toSummary(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 2000);
  const entries = Object.entries(depth > 3 ? ['…'] : value).slice(0, 10);
  const told = entries.map(([name, inner]) => {
    const label = /number|boolean/.test(typeof inner) ? `${name} ` : '';
    return (Array.isArray(value) ? '\n- ' : label) + toSummary(inner, depth + 1);
  });
  return told.join(' · ').replace(/ · (?=\n|$)/g, '');
}
/** The answer in words, once there is nothing (more) to call. */
export function toAnswer(plan: ReturnType<typeof toPlan>, { results, tools }: Asked): string {
  const lines = results.map(({ tool, verb, told }) => `${tool}${verb}: ${told}`);
  for (const { text, tool, missing } of plan) {
    const asked = missing.map(({ name, about }) => about || name).join('; ');
    if (asked) lines.push(`To use ${tool} I need to know: ${asked}.`);
    else if (!tool && plan.some((wish) => wish.tool)) lines.push(`No tool here fits “${text}”.`);
  }
  const offers = tools.slice(0, 10).map(({ name, description }) => {
    return `${name} – ${toText(description).replace(/\.(?:\s.*)?$/s, '')}`.slice(0, 200);
  });
  const introduction = `I am a stand-in for a language model that only follows rules, and what I can do here is: ${offers.join('; ') || 'nothing'}.`;
  return `${lines.join('\n') || introduction}\n\n${demoNotice}`;
}
