import type { GrowingForm } from '../base/growing-form.ts';
import type { JsonSchema } from '../schema/index.ts';
import type { LanguageModel } from './model.ts';
import type { Rewriting } from './rewriting.ts';
import { type SpecFunctionTool, toV2Tool } from './spec/index.ts';

/** Tools as one model is told of them. */
export interface ToldTools {
  readonly tools: readonly object[];
  /** By the name the model knows: how its arguments come back into the author's form. */
  readonly forms: ReadonlyMap<string, GrowingForm> | undefined;
}

interface Told {
  readonly version: string;
  readonly rewriting: Rewriting | undefined;
  readonly told: ToldTools;
}

const kept = new WeakMap<readonly object[], Told[]>();

/** Made once for the same list of tools, version and family: lists of tools do not change. */
export function toldTools(
  tools: readonly object[],
  version: LanguageModel['specificationVersion'],
  rewriting: Rewriting | undefined,
): ToldTools {
  const known = kept.get(tools) ?? [];
  for (const entry of known) {
    if (entry.version === version && entry.rewriting?.family === rewriting?.family)
      return entry.told;
  }
  const told = tell(tools as readonly SpecFunctionTool[], version, rewriting);
  kept.set(tools, [...known, { version, rewriting, told }]);
  return told;
}

function tell(
  tools: readonly SpecFunctionTool[],
  version: LanguageModel['specificationVersion'],
  rewriting: Rewriting | undefined,
): ToldTools {
  const forms = new Map<string, GrowingForm>();
  const written =
    rewriting === undefined ? tools : tools.map((tool) => rewrite(tool, rewriting, forms));
  return {
    tools: Object.freeze(version === 'v2' ? written.map(toV2Tool) : written),
    forms: forms.size === 0 ? undefined : forms,
  };
}

function rewrite(
  tool: SpecFunctionTool,
  { family, rewriteFor }: Rewriting,
  forms: Map<string, GrowingForm>,
): SpecFunctionTool {
  if (tool.type !== 'function') return tool;
  const { schema, form } = rewriteFor(family, tool.inputSchema as JsonSchema, tool.strict);
  if (form !== undefined) forms.set(tool.name, form);
  return schema === tool.inputSchema ? tool : { ...tool, inputSchema: schema };
}
