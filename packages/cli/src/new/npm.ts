import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Outcome, type RunOptions, read, run } from './run.ts';

/** Runs npm with all its words on stderr. */
export function runNpm(args: readonly string[], options: RunOptions): Promise<Outcome> {
  return withNpm(run, args, options);
}

/** Runs npm and reads what it prints. */
export function askNpm(args: readonly string[], options: RunOptions): Promise<Outcome> {
  return withNpm(read, args, options);
}

function withNpm(how: typeof run, args: readonly string[], options: RunOptions): Promise<Outcome> {
  const script = runningNpm();
  if (script !== undefined) return how(process.execPath, [script, ...args], options);
  if (process.platform !== 'win32') return how('npm', args, options);
  // there it is a batch file, which only a shell runs
  const quoted = args.map((word) => (/\s/.test(word) ? `"${word}"` : word));
  return how('npm', quoted, { ...options, shell: true });
}

/** The npm that runs this program, where one does: `npx tenon`, or a script of a package. */
function runningNpm(): string | undefined {
  const folder = process.env.npm_execpath?.split(sep).slice(0, -1).join(sep);
  const script = folder === undefined ? '' : join(folder, 'npm-cli.js');
  return existsSync(script) ? script : undefined;
}
