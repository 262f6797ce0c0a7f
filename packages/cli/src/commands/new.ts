import type { Command } from 'commander';

/** `tenon new`. */
export function addNewCommand(program: Command): void {
  program
    .command('new')
    .description('Make a small project with an agent, a tool and a test.')
    .argument('<folder>', 'where to put it; must be empty or not there yet')
    .addHelpText('after', '\nExample:\n  tenon new my-agent');
}
