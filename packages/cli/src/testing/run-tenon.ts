import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const tenonBinary = fileURLToPath(new URL('../../bin/tenon.js', import.meta.url));
const built = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface TenonRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TenonRunOptions {
  /** The folder to run in. */
  readonly cwd?: string;
  /** Over the environment of the tests, from which all keys of providers are taken away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What is piped in; default: an input that ends at once. */
  readonly input?: string;
  /** The binary to run, in place of that of this clone. */
  readonly binary?: string;
  /** Is given the process when it has started, to send it signals. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs the real binary, as built, without a terminal. */
export function runTenon(
  args: readonly string[],
  options: TenonRunOptions = {},
): Promise<TenonRun> {
  if (!existsSync(built)) {
    throw new Error(
      'The command line is not built: run "npm run build", or the tests by "npm test".',
    );
  }
  const child = spawn(process.execPath, [options.binary ?? tenonBinary, ...args], {
    cwd: options.cwd,
    env: { ...environmentWithoutKeys(), ...options.env },
  });
  options.onStart?.(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The environment, without what would make a run depend on the machine. */
export function environmentWithoutKeys(): NodeJS.ProcessEnv {
  const isKey = (name: string) =>
    /_API_KEY$|^(FORCE_COLOR|NO_COLOR|NODE_OPTIONS|VITEST.*)$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isKey(name)));
}
