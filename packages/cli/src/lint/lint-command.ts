import { type Colors, colorsFor } from '../colors.ts';
import { toldError } from '../errors.ts';
import { withOwnStdout } from '../tools/own-stdout.ts';
import { placeOf, readTools } from '../tools/read-tools.ts';
import { type Finding, type Provider, providerNames, providers } from './finding.ts';
import { type LintResult, lintAll } from './lint-tools.ts';

/** The options of `tenon tool lint`. */
export interface LintCommandOptions {
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly provider?: Provider;
}

/** `tenon tool lint`: what is found in the tools of a file or folder, and what they cost. */
export async function lintPath(path: string, options: LintCommandOptions): Promise<void> {
  await withOwnStdout(async (print) => {
    const { tools, problems } = await readTools(path);
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    const linted = tools.map((found) => ({
      key: found.key,
      tool: found.tool,
      place: placeOf(found),
    }));
    const result = await lintAll(linted, options);
    if (options.json === true) print(`${JSON.stringify(result, null, 2)}\n`);
    else if (tools.length > 0) print(toReport(result, options));
    else process.stderr.write(`There are no tools in "${path}".\n`);
    const isBad = options.strict === true && result.findings.length > 0;
    if (isBad || problems.length > 0) throw toldError();
  });
}

function toReport(
  { findings, costs, total }: LintResult,
  { provider }: LintCommandOptions,
): string {
  const colors = colorsFor(process.stdout);
  const shown = provider === undefined ? providers : [provider];
  const lines = [...byTool(findings)].flatMap(([heading, own]) => [
    `${colors.bold(own[0]?.tool ?? '')}  ${colors.dim(heading)}`,
    ...own.map((finding) => toLine(finding, colors)),
    '',
  ]);
  const rows = [
    ['tokens in each request, about', ...shown.map((one) => providerNames[one])],
    ...costs.map(({ tool, tokens }) => [tool, ...shown.map((one) => String(tokens[one]))]),
    ['total', ...shown.map((one) => String(total[one]))],
  ];
  return [...lines, ...toTable(rows), '', summaryOf(findings, costs.length), ''].join('\n');
}

/** In the order in which the tools were found. */
function byTool(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { place = finding.tool } = finding;
    groups.set(place, [...(groups.get(place) ?? []), finding]);
  }
  return groups;
}

function toLine({ severity, rule, path, message }: Finding, colors: Colors): string {
  const word = severity === 'error' ? colors.red('error  ') : colors.yellow('warning');
  return `  ${word}  ${path === '' ? '' : `${colors.bold(path)}: `}${message} ${colors.dim(`[${rule}]`)}`;
}

/** The first column to the left, numbers to the right. */
function toTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

function summaryOf(findings: readonly Finding[], tools: number): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const of = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  return `${of(tools, 'tool')}, ${of(errors, 'error')}, ${of(findings.length - errors, 'warning')}.`;
}
