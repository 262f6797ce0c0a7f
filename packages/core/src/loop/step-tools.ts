import type { OptionForm } from '../base/option-forms.ts';
import type { ToolSet } from '../tools/index.ts';
import type { PreparedStep } from './options.ts';
import type { Run } from './run.ts';

export const aToolChoice: OptionForm = {
  is: '"auto", "none", "required" or { type: "tool", toolName: "…" }',
  fits: (value) => {
    if (value === 'auto' || value === 'none' || value === 'required') return true;
    const { type, toolName } = (value ?? {}) as { type?: unknown; toolName?: unknown };
    return type === 'tool' && typeof toolName === 'string';
  },
};

/** The tools of a step: those of the run, or what a processor or `prepareStep` chose or gave. */
export function toolsOfStep(run: Run, prepared: PreparedStep | undefined): ToolSet {
  const { config } = run;
  const { tools, activeTools: names } = prepared ?? {};
  if (tools !== undefined) {
    const { toolSet, replaced } = config.allTools.replacedBy({ name: giversOf(run), tools });
    if (replaced.length > 0) warnOfReplaced(run, replaced);
    return names === undefined ? toolSet : toolSet.only(names);
  }
  return names === undefined ? config.toolSet : config.allTools.only(names);
}

/** Who may have given the tools of a step. */
function giversOf({ config, processors }: Run): string {
  const hook = processors?.having('processInputStep') && 'processInputStep';
  const option = config.prepareStep && 'prepareStep';
  return [hook, option].filter((name) => name !== undefined).join(' or ');
}

/** Once for a run: steps mostly replace the same. */
function warnOfReplaced(run: Run, keys: readonly string[]): void {
  if (run.hasWarnedOfTools) return;
  run.hasWarnedOfTools = true;
  const names = keys.map((key) => `"${key}"`).join(', ');
  run.logger.warn(
    `Tools of agent "${run.agentId}" replaced for a step by those of ${giversOf(run)}: ${names}.`,
  );
}
