import { toTool } from '@tenon/core/internal';
import { toSentence } from '../errors.ts';
import { checkDescriptions } from './check-descriptions.ts';
import { ToolNames } from './check-names.ts';
import { checkSchema } from './check-schema.ts';
import { checkSize } from './check-size.ts';
import { toDefinition } from './definition.ts';
import { type Finding, type LintedTool, type Provider, providers, type Remark } from './finding.ts';
import { sumOf, type Tokens, tokensOf } from './tokens.ts';

/** What `lintTools` can be told. */
export interface LintOptions {
  /** Look at what this API takes alone. Default: at all of them. */
  readonly provider?: Provider | undefined;
}

/** What one definition takes in each request. */
export interface ToolCost {
  readonly tool: string;
  readonly place?: string;
  readonly tokens: Tokens;
}

/** What was found, and what the tools cost. */
export interface LintResult {
  readonly findings: readonly Finding[];
  readonly costs: readonly ToolCost[];
  /** All definitions together. */
  readonly total: Tokens;
}

/**
 * Checks tools for what the providers' APIs refuse or are told in another form, for descriptions that a model cannot work
 * with and for names that are changed, and estimates the tokens of each definition. Nothing is run and nothing is sent.
 *
 * @param tools under the names that the model is to call them by, as an agent takes them
 * @example
 * const { findings } = await lintTools({ weather });
 * expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
 */
export async function lintTools(
  tools: Readonly<Record<string, unknown>>,
  options: LintOptions = {},
): Promise<LintResult> {
  const usable: LintedTool[] = [];
  const unusable: Finding[] = [];
  for (const [key, value] of Object.entries(tools)) {
    if (value === undefined || value === null) continue;
    try {
      usable.push({ key, tool: toTool(value, key) });
    } catch (error) {
      unusable.push(toFinding({ key }, unusableRemark(error)));
    }
  }
  const result = await lintAll(usable, options);
  return { ...result, findings: [...unusable, ...result.findings] };
}

/** The same for tools that may share names, such as those of a folder. */
export async function lintAll(
  tools: readonly LintedTool[],
  { provider }: LintOptions = {},
): Promise<LintResult> {
  const wanted = provider === undefined ? providers : [provider];
  const names = new ToolNames(tools);
  const findings: Finding[] = [];
  const costs: ToolCost[] = [];
  for (const linted of tools) {
    const remarks = names.check(linted);
    try {
      const definition = await toDefinition(linted, names.toldFor(linted));
      const tokens = tokensOf(definition);
      const { key: tool, place } = linted;
      costs.push({ tool, ...(place !== undefined && { place }), tokens });
      remarks.push(...checkDescriptions(definition));
      remarks.push(...checkSchema(definition, wanted));
      remarks.push(...checkSize(definition, tokens, wanted));
    } catch (error) {
      remarks.push(unusableRemark(error));
    }
    const own = remarks.filter((remark) => concerns(remark, wanted));
    findings.push(...own.map((remark) => toFinding(linted, remark)).sort(errorsFirst));
  }
  return { findings, costs, total: sumOf(costs.map(({ tokens }) => tokens)) };
}

function unusableRemark(error: unknown): Remark {
  return { rule: 'schema-unusable', severity: 'error', message: toSentence(error) };
}

const concerns = (remark: Remark, wanted: readonly Provider[]): boolean =>
  remark.providers === undefined || remark.providers.some((provider) => wanted.includes(provider));

const errorsFirst = (a: Finding, b: Finding): number =>
  Number(a.severity === 'warning') - Number(b.severity === 'warning');

function toFinding({ key, place }: Omit<LintedTool, 'tool'>, remark: Remark): Finding {
  return {
    rule: remark.rule,
    severity: remark.severity ?? 'warning',
    tool: key,
    ...(place !== undefined && { place }),
    path: remark.path ?? '',
    providers: remark.providers ?? providers,
    message: remark.message,
  };
}
