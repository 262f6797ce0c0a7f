import { createChooser } from './choose-tool.ts';
import type { CallResult } from './conversation.ts';
import { fillArguments } from './fill-arguments.ts';
import type { Field } from './schema.ts';
import type { ModelTool } from './spec.ts';
import { toSummary } from './summary.ts';
import { toWishes } from './wishes.ts';
import { toTerms } from './words.ts';

/** A wish of the user: the call it asks for, or the fields it says too little about. */
export interface Wish {
  readonly text: string;
  readonly tool?: string;
  readonly input?: Record<string, unknown>;
  readonly missing?: readonly Field[];
}

interface PlanOptions {
  readonly now: Date;
  readonly results: readonly CallResult[];
  /** Takes the best tool however little speaks for it. */
  readonly isForced: boolean;
}

/** Splits a request into wishes and finds the tool and the arguments of each, in order. */
export function toPlan(request: string, tools: readonly ModelTool[], options: PlanOptions): Wish[] {
  const choose = createChooser(tools, options.isForced);
  const strength = (piece: string) => {
    const tool = choose(piece);
    const [first = ''] = toTerms(piece);
    const isParameter = tool?.fields.some(({ name }) => toTerms(name, true).includes(first));
    return (tool?.terms.has(first) && !isParameter) || /^\d/.test(first)
      ? (tool?.strength ?? 0)
      : 0;
  };
  const calls: Wish[] = [];
  return toWishes(request, strength).map((text) => {
    const tool = choose(text);
    if (!tool) return { text };
    const reading = {
      text,
      toolTerms: tool.terms,
      now: options.now,
      previous: toPrevious(calls, options.results),
    };
    const { input, missing } = fillArguments(tool.fields, reading);
    if (missing.length > 0) return { text, tool: tool.name, missing };
    calls.push({ text, tool: tool.name, input });
    return { text, tool: tool.name, input };
  });
}

/** What the call before gave, for "save it": a text of no matter while it has not run. */
function toPrevious(calls: readonly Wish[], results: readonly CallResult[]): string | undefined {
  const call = calls.at(-1);
  const result = results[calls.length - 1];
  if (!call || result?.failure !== undefined) return undefined;
  const known = Object.values(call.input ?? {});
  return `${known.at(-1)}: ${toSummary(result?.value, known)}`;
}
