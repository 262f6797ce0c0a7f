import { colorsFor } from '../colors.ts';
import { toldError } from '../errors.ts';
import { withOwnStdout } from './own-stdout.ts';
import { placeOf, readTools, type ToolInFile } from './read-tools.ts';

/** The options of `tenon tool list`. */
export interface ListToolsOptions {
  readonly json?: boolean;
}

/** `tenon tool list`: the tools of a file or folder, a line each. */
export async function listTools(path: string, { json = false }: ListToolsOptions): Promise<void> {
  await withOwnStdout(async (print) => {
    const { tools, problems } = await readTools(path);
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (json) print(`${JSON.stringify(tools.map(toRow), null, 2)}\n`);
    else if (tools.length > 0) print(toLines(tools));
    else process.stderr.write(`There are no tools in "${path}".\n`);
    if (problems.length > 0) throw toldError();
  });
}

function toRow({ name, exportPath, file, tool }: ToolInFile) {
  return { name, export: exportPath, file, description: firstLine(tool.description) };
}

/** The first line of a text that says something. */
function firstLine(text: string | undefined): string {
  return (text ?? '').trim().split('\n', 1)[0]?.trim() ?? '';
}

function toLines(tools: readonly ToolInFile[]): string {
  const colors = colorsFor(process.stdout);
  const rows = tools.map((found) => ({ ...toRow(found), place: placeOf(found) }));
  const width = (column: 'name' | 'place') => Math.max(...rows.map((row) => row[column].length));
  const [names, places] = [width('name'), width('place')];
  return rows
    .map(({ name, place, description }) =>
      `${colors.bold(name.padEnd(names))}  ${colors.dim(place.padEnd(places))}  ${description}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
