import type { GrowingForm } from '../base/growing-form.ts';
import { webSearchId } from '../base/web-search-id.ts';
import type { JsonSchema } from '../schema/index.ts';
import type { LanguageModel } from './model.ts';
import type { Rewriting } from './rewriting.ts';
import {
  type SpecFunctionTool,
  type SpecProviderTool,
  type SpecTool,
  toV2Tool,
} from './spec/index.ts';
import { webSearchOf } from './web-search.ts';

/** Tools as one model is told of them. */
export interface ToldTools {
  readonly tools: readonly object[];
  /** By the name the model knows: how its arguments come back into the author's form. */
  readonly forms: ReadonlyMap<string, GrowingForm> | undefined;
  /** The tool that searches the web: what it was called, and what this model calls it. */
  readonly search: { readonly key: string; readonly tool: SpecProviderTool } | undefined;
}

/** Whom tools are told to. */
interface Listener {
  readonly version: LanguageModel['specificationVersion'];
  readonly rewriting: Rewriting | undefined;
  readonly names: { readonly provider: string; readonly modelId: string };
}

interface Told extends Omit<Listener, 'names'> {
  readonly told: ToldTools;
}

const kept = new WeakMap<readonly object[], Told[]>();

/**
 * Made once for the same list of tools, version and family: lists of tools do not change.
 * @throws TenonError `WEB_SEARCH_UNSUPPORTED_PROVIDER`
 */
export function toldTools(tools: readonly object[], listener: Listener): ToldTools {
  const { version, rewriting, names } = listener;
  const known = kept.get(tools) ?? [];
  for (const entry of known) {
    if (entry.version !== version || entry.rewriting?.family !== rewriting?.family) continue;
    const { told } = entry;
    if (told.search === undefined || told.search.tool.id === webSearchOf(names).id) return told;
  }
  const told = tell(tools as readonly SpecTool[], listener);
  kept.set(tools, [...known, { version, rewriting, told }]);
  return told;
}

function tell(tools: readonly SpecTool[], { version, rewriting, names }: Listener): ToldTools {
  const forms = new Map<string, GrowingForm>();
  let search: ToldTools['search'];
  const written = tools.map((tool) => {
    if (tool.type === 'function') {
      return rewriting === undefined ? tool : rewrite(tool, rewriting, forms);
    }
    if (tool.id !== webSearchId) return tool;
    const found = webSearchOf(names);
    const isTaken = tools.some((other) => other !== tool && other.name === found.name);
    search = { key: tool.name, tool: isTaken ? { ...found, name: tool.name } : found };
    return search.tool;
  });
  const isAsGiven = written.every((tool, index) => tool === tools[index]);
  return {
    tools: Object.freeze(version === 'v2' ? written.map(toV2Tool) : isAsGiven ? tools : written),
    forms: forms.size === 0 ? undefined : forms,
    search,
  };
}

function rewrite(
  tool: SpecFunctionTool,
  { family, rewriteFor }: Rewriting,
  forms: Map<string, GrowingForm>,
): SpecFunctionTool {
  const { schema, form } = rewriteFor(family, tool.inputSchema as JsonSchema, tool.strict);
  if (form !== undefined) forms.set(tool.name, form);
  return schema === tool.inputSchema ? tool : { ...tool, inputSchema: schema };
}
