import type { Command } from 'commander';

/** `tenon tool run`, `list` and `lint`. */
export function addToolCommand(program: Command): void {
  program
    .command('tool')
    .description('Run, list and check tools from their files.')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  tenon tool list src/tools');
}
