import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addChatCommand } from './commands/chat.ts';
import { addNewCommand } from './commands/new.ts';
import { addToolCommand } from './commands/tool.ts';

/** All commands. Each is a file in `commands/` that says its words and imports what it does only when it is asked to. */
export function createProgram(): Command {
  const program = new Command('tenon')
    .description('Joins language models to code: chat in the terminal, run and check your tools.')
    .version(versionOfPackage(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .helpCommand(false)
    .exitOverride()
    // what goes wrong is told once, by main
    .configureOutput({ writeErr: () => {} })
    .addHelpText('after', '\nExample:\n  tenon chat "What is 18% of 2450?"');
  addChatCommand(program);
  addToolCommand(program);
  addNewCommand(program);
  return program;
}

function versionOfPackage(): string {
  const path = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
