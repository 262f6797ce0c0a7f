import type { Logger } from '../base/logger.ts';
import { nearest } from '../base/nearest.ts';
import { aCount, aRecord, assertFields, type OptionForms } from '../base/option-forms.ts';
import type { RunBudget } from '../loop/index.ts';
import type { ToolSet } from '../tools/index.ts';

const budgetForms: OptionForms = {
  maxTokens: aCount(1, 'infinite'),
  maxToolCalls: aCount(0, 'infinite'),
  perTool: aRecord,
};

/** @throws TenonError `AGENT_OPTION_INVALID` */
export function assertBudget(budget: RunBudget, owner: string): void {
  const error = 'AGENT_OPTION_INVALID';
  assertFields(budget, budgetForms, [], { place: `${owner}: the option "budget"`, error });
  if (budget.perTool === undefined) return;
  const forms = Object.fromEntries(
    Object.keys(budget.perTool).map((key) => [key, aCount(0, 'infinite')]),
  );
  assertFields(budget.perTool, forms, [], {
    place: `${owner}: the option "budget.perTool"`,
    error,
  });
}

/** A name that no tool has limits nothing; it may be that of a tool which only other calls have. */
export function warnOfUnknownTools(
  { perTool = {} }: RunBudget,
  tools: ToolSet,
  owner: string,
  logger: Logger,
): void {
  for (const key of Object.keys(perTool)) {
    if (tools.get(key) !== undefined) continue;
    const near = nearest(key, tools.keys());
    const hint = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
    logger.warn(`${owner}: budget.perTool names "${key}", which no source has.${hint}`);
  }
}
