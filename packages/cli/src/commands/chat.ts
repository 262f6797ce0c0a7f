import type { Command } from 'commander';

/** `tenon chat`. */
export function addChatCommand(program: Command): void {
  program
    .command('chat')
    .description('Talk to an agent in the terminal, and see each call of its tools.')
    .argument('[request...]', 'a request; the agent answers it and the command ends')
    .addHelpText('after', '\nExample:\n  tenon chat "What is 18% of 2450?"');
}
