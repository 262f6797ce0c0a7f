import type { Command } from 'commander';
import type { NewFlags } from '../new/run-new.ts';

/** `tenon new`. */
export function addNewCommand(program: Command): void {
  program
    .command('new')
    .description('Make a small project with an agent, two tools and tests, and install it.')
    .argument(
      '<folder>',
      'where to put it: a folder that is empty or not there yet, or "." for here',
    )
    .option('--packages <folder>', 'take the packages of Tenon from the tarballs in this folder')
    .option('--no-install', 'only write the files')
    .addHelpText(
      'after',
      `
Example:
  tenon new my-agent

Until Tenon is on the npm registry, its packages are packed from the clone of its repository that
this program runs from, or taken from the folder that --packages names, and kept in vendor/.`,
    )
    .action(async (folder: string, flags: NewFlags) => {
      const { runNew } = await import('../new/run-new.ts');
      await runNew(folder, flags);
    });
}
