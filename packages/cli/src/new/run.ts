import { spawn } from 'node:child_process';
import { abortedError } from '../errors.ts';

export interface RunOptions {
  /** The folder to run in. */
  readonly cwd?: string;
  /** Stops it: the run then rejects as stopped by the user. */
  readonly signal: AbortSignal;
  /** Whether a shell finds the command. */
  readonly shell?: boolean;
}

/** What came of a program. */
export interface Outcome {
  readonly code: number | null;
  /** All that it printed, where that was asked for. */
  readonly output: string;
}

/** Runs a program with all its words on stderr. */
export function run(command: string, args: readonly string[], options: RunOptions) {
  return outcomeOf(command, args, options, ['ignore', 2, 2]);
}

/** Runs a program and reads what it prints. */
export function read(command: string, args: readonly string[], options: RunOptions) {
  return outcomeOf(command, args, options, ['ignore', 'pipe', 'pipe']);
}

function outcomeOf(
  command: string,
  args: readonly string[],
  { signal, ...options }: RunOptions,
  stdio: ('ignore' | 'pipe' | number)[],
): Promise<Outcome> {
  const child = spawn(command, args, { ...options, stdio });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  // a terminal has sent Ctrl-C to the child too, another sender has not
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return new Promise<Outcome>((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`${command} cannot be run: ${error.message}.`)));
    child.on('close', (code) => {
      if (signal.aborted) reject(abortedError());
      else resolve({ code, output });
    });
  }).finally(() => signal.removeEventListener('abort', stop));
}
