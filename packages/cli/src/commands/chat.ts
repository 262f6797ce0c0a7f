import { type Command, InvalidArgumentError } from 'commander';
import type { ChatOptions } from '../chat/chat.ts';

const more = `
Without a request, in a terminal, it opens a conversation; piped input is a request too, or is added to the one given.
The answer goes to stdout, calls of tools go to stderr.

The agent is the only one of the project in this folder (src/tenon/index.ts or src/mastra/index.ts), else a built-in
assistant. That one asks which model to use when the environment has a key or Ollama is running, and keeps the choice in
.tenon/settings.json. Keys are also read from .env.local and .env of this folder; the environment comes first.

Examples:
  tenon chat "What is 18% of 2450?"
  tenon chat --model openai/gpt-5
  tenon chat --agent src/agents/clerk.ts#clerk --json "Sum up today's orders" < orders.csv`;

/** `tenon chat`. */
export function addChatCommand(program: Command): void {
  program
    .command('chat')
    .description('Talk to an agent in the terminal, and see each call of its tools.')
    .argument('[request...]', 'a request; the agent answers it and the command ends')
    .option(
      '-a, --agent <agent>',
      'who answers: <file>[#export], or the id of an agent of the project',
    )
    .option(
      '-m, --model <name>',
      'which model answers: provider/model, http://host/v1#model, or demo/planner',
    )
    .option('--max-steps <count>', 'most model calls of one answer', toCount)
    .option('--json', 'print each chunk of the run as a line of JSON')
    .option(
      '--otherwise <request>',
      'what to answer when there is neither a request nor a terminal',
    )
    .option('--examples', 'print requests that the demo model understands')
    .addHelpText('after', more)
    .action(async (words: string[], options: ChatOptions) => {
      const { chat } = await import('../chat/chat.ts');
      await chat(words.join(' ').trim(), options);
    });
}

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
