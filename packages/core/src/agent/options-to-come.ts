import { TenonError } from '../base/errors.ts';
import { structuredOptionsToCome } from '../loop/index.ts';

/** Documented options of an agent that do not work yet. Taking them in silence would be a lie, so they are refused. */
const agentOptionsToCome = [
  'agents',
  'backgroundTasks',
  'browser',
  'channels',
  'durable',
  'goal',
  'memory',
  'scorers',
  'signals',
  'skills',
  'voice',
  'workflows',
  'workspace',
] as const;

/** The same for options of a call. */
const runOptionsToCome = [
  'autoResumeSuspendedTools',
  'delegation',
  'disableBackgroundTasks',
  'experimentalTransform',
  'isTaskComplete',
  'memory',
  'onIterationComplete',
  'requireToolApproval',
  'savePerStep',
  'scorers',
  'untilIdle',
] as const;

/** The same for settings of a model call. */
const modelSettingsToCome = ['timeout'] as const;

export const optionsToCome = {
  agent: agentOptionsToCome,
  run: runOptionsToCome,
  modelSettings: modelSettingsToCome,
  structuredOutput: structuredOptionsToCome,
};

/** @throws TenonError `AGENT_OPTION_NOT_SUPPORTED` */
export function refuseOptionsToCome(
  options: object,
  names: readonly string[],
  place: string,
): void {
  for (const name of names) {
    const value = (options as Record<string, unknown>)[name];
    if (value === undefined || value === false) continue;
    throw new TenonError(
      'AGENT_OPTION_NOT_SUPPORTED',
      `${place}: the option "${name}" does not work in this version of Tenon; see docs/tools.md for those that do.`,
      { details: { option: name } },
    );
  }
}
