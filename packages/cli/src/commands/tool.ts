import { type Command, Option } from 'commander';
import { providers } from '../lint/finding.ts';

/** `tenon tool run`, `list` and `lint`. */
export function addToolCommand(program: Command): void {
  const tool = program
    .command('tool')
    .description('Run, list and check tools from their files.')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  tenon tool list src/tools');
  addRun(tool);
  addList(tool);
  addLint(tool);
}

function addRun(tool: Command): void {
  tool
    .command('run')
    .description('Run one tool from its file, TypeScript too, and print what it gives as JSON.')
    .argument('<file[#export]>', 'the file, and which of its tools where it has several')
    .argument('[input]', "what the tool is given, as JSON; '-' reads it from stdin")
    .option('--schema', 'print what the tool takes and gives instead, as JSON Schema')
    .option('--context <json>', 'values that the tool reads from context.requestContext')
    .option('--timeout <time>', 'stop the tool after this time: 500ms, 30s, 2m')
    .option('--pretty', 'print over several lines')
    .option('--debug', 'print the stack of an error')
    .addHelpText(
      'after',
      `
The result goes to stdout; what the tool logs or writes meanwhile goes to stderr.

Examples:
  tenon tool run src/tools/weather.ts '{"place":"Oslo"}'
  tenon tool run src/tools/index.ts#weather --schema
  echo '{"place":"Oslo"}' | tenon tool run src/tools/weather.ts -`,
    )
    .action(async (place, input, options) => {
      const { runTool } = await import('../tools/run-tool.ts');
      await runTool(place, input, options);
    });
}

function addList(tool: Command): void {
  tool
    .command('list')
    .description('List the tools of a file or a folder.')
    .argument('<file|folder>', 'where to look; folders are read with all that is below them')
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      `
Files are loaded to find their tools, as an import would. Of a folder those are left out that export
nothing, tests, node_modules, dist, and what begins with a dot.

Examples:
  tenon tool list src/tools
  tenon tool list src --json`,
    )
    .action(async (path, options) => {
      const { listTools } = await import('../tools/list-tools.ts');
      await listTools(path, options);
    });
}

function addLint(tool: Command): void {
  tool
    .command('lint')
    .description('Check tools for what providers refuse or change, and count their tokens.')
    .argument('<file|folder>', 'where the tools are; folders are read with all that is below them')
    .option('--json', 'print findings and costs as JSON')
    .option('--strict', 'end with 1 when anything is found')
    .addOption(
      new Option('--provider <name>', 'look at what one of them takes alone').choices(providers),
    )
    .addHelpText(
      'after',
      `
Examples:
  tenon tool lint src/tools
  tenon tool lint src/tools/weather.ts --provider google --strict`,
    )
    .action(async (path, options) => {
      const { lintPath } = await import('../lint/lint-command.ts');
      await lintPath(path, options);
    });
}
