export {
  type Finding,
  type LintRule,
  lintRules,
  type Provider,
} from './lint/finding.ts';
export { type LintOptions, type LintResult, lintTools, type ToolCost } from './lint/lint-tools.ts';
export type { Tokens } from './lint/tokens.ts';
export { main } from './main.ts';
