import { type Command, CommanderError } from 'commander';
import { endProcess } from './end-process.ts';
import { type ExitStatus, exitStatus, exitStatusOf, toSentence } from './errors.ts';
import { createProgram } from './program.ts';

/** Runs the command line. Gives the status to exit with, when all output has been handed over. */
export async function main(args: readonly string[]): Promise<ExitStatus> {
  process.stdout.on('error', endWithoutStdout);
  // nobody can be told then, and what was asked for goes to stdout all the same
  process.stderr.on('error', () => {});
  const status = await run(args);
  await Promise.all([process.stdout, process.stderr].map(flushed));
  return status;
}

async function run(args: readonly string[]): Promise<ExitStatus> {
  const program = createProgram();
  if (args.length === 0) {
    program.outputHelp();
    return exitStatus.ok;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitStatus.ok;
  } catch (error) {
    const wrongCall = error instanceof CommanderError;
    if (wrongCall && error.exitCode === 0) return exitStatus.ok;
    const sentence = wrongCall ? toUsage(error, commandNamed(program, args)) : toSentence(error);
    if (sentence !== '') process.stderr.write(`${sentence}\n`);
    return wrongCall ? exitStatus.usage : exitStatusOf(error);
  }
}

/** A wrong call in one line that names the help to read. */
function toUsage({ message }: CommanderError, command: string): string {
  const said = message.replace(/^error: /, '').replace(/\n\((.*?)\??\)$/, '. $1?');
  const sentence = said === '(outputHelp)' ? `"${command}" needs a command` : said;
  const end = /[.?]$/.test(sentence) ? '' : '.';
  return `${sentence[0]?.toUpperCase()}${sentence.slice(1)}${end} "${command} --help" tells how to call it.`;
}

/** The name of the innermost command that the arguments reach, with those above it. */
function commandNamed(program: Command, args: readonly string[]): string {
  let command = program;
  const names = [program.name()];
  for (const argument of args) {
    const next = command.commands.find((one) => one.name() === argument);
    if (next === undefined) break;
    names.push(next.name());
    command = next;
  }
  return names.join(' ');
}

/** `tenon … | head` has read enough: that is no failure. A full disk is. */
function endWithoutStdout(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') endProcess(exitStatus.ok);
  process.stderr.write(`The output cannot be written: ${toSentence(error)}. Send it elsewhere.\n`);
  endProcess(exitStatus.error);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
