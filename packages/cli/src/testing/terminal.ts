import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { environmentWithoutKeys, tenonBinary } from './run-tenon.ts';

const execute = promisify(execFile);

/** Whether there is a pseudo-terminal to run in. */
export const hasTerminal = spawnSync('tmux', ['-V']).status === 0;
if (!hasTerminal)
  process.stderr.write('tmux is not installed: what needs a terminal is not tested.\n');

export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** What runs in it. Default: the real binary, with these words. */
  readonly command?: readonly string[];
}

/** A terminal in which the command line runs. It is closed when the test ends. */
export interface Terminal {
  /** Types this, letter by letter. */
  type(text: string): Promise<void>;
  /** Presses keys by the names that tmux has for them: Enter, C-c, Up. */
  press(...keys: string[]): Promise<void>;
  /** Pastes as a terminal does. */
  paste(text: string): Promise<void>;
  resize(columns: number): Promise<void>;
  /** What is on the screen and above it: lines as they were written, rows as they are seen, or with escape sequences. */
  read(options?: { readonly as?: keyof typeof captures }): Promise<string>;
  /** What the terminal is titled. */
  title(): Promise<string>;
  /** Waits until a text is there. Gives all that is. */
  waitFor(text: string | RegExp): Promise<string>;
  /** Waits for the end of the command. */
  exitCode(): Promise<number>;
}

/** Opens a terminal and runs `tenon` in it. */
export async function openTerminal(
  words: readonly string[],
  options: TerminalOptions,
): Promise<Terminal> {
  const { cwd, env = {}, columns = 100 } = options;
  const socket = `tenon-${randomUUID()}`;
  const tmux = async (...args: string[]) =>
    (await execute('tmux', ['-L', socket, ...args], { env: terminalEnvironment(env) })).stdout;
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => {});
  });
  const command = options.command ?? [process.execPath, tenonBinary, ...words];
  await tmux(
    ...['-f', '/dev/null', 'set', '-g', 'history-limit', '5000', ';'],
    ...['new-session', '-d', '-x', String(columns), '-y', '40', '-c', cwd],
    ...['sh', '-c', untilRead, ...command],
  );

  const read: Terminal['read'] = ({ as = 'text' } = {}) =>
    tmux('capture-pane', '-p', '-S', '-', ...captures[as]);
  const until = async <Value>(look: () => Promise<Value | undefined>): Promise<Value> => {
    const deadline = Date.now() + 15_000;
    for (;;) {
      const value = await look();
      if (value !== undefined) return value;
      if (Date.now() > deadline) throw new Error(`It did not come. There was:\n${await read()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    read,
    title: async () => (await tmux('display-message', '-p', '#{pane_title}')).trim(),
    type: async (text) => void (await tmux('send-keys', '-l', text)),
    press: async (...keys) => void (await tmux('send-keys', ...keys)),
    paste: async (text) => {
      await tmux('set-buffer', text);
      await tmux('paste-buffer', '-p', '-r');
    },
    resize: async (width) => void (await tmux('resize-window', '-x', String(width))),
    waitFor: (text) =>
      until(async () => {
        const screen = await read();
        const isThere = typeof text === 'string' ? screen.includes(text) : text.test(screen);
        return isThere ? screen : undefined;
      }),
    exitCode: () =>
      until(async () => {
        const [, status] = /^\[ended with (\d+)\]$/m.exec(await read()) ?? [];
        return status === undefined ? undefined : Number(status);
      }),
  };
}

/** The terminal stays when the command has ended, so that it can be read how. */
const untilRead = '"$0" "$@"; printf "\\n[ended with %s]\\n" $?; exec cat';

const captures = { text: ['-J'], rows: [], colors: ['-J', '-e'] } as const;

function terminalEnvironment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { TMUX: _, TMUX_PANE: __, ...rest } = environmentWithoutKeys();
  // no server of the machine's is asked for its models
  return { ...rest, LANG: 'C.UTF-8', OLLAMA_HOST: 'http://127.0.0.1:9', ...env };
}
