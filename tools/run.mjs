// How the tools run other programs. Node alone, because it runs before anything is installed.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './workspace.mjs';

const isWindows = process.platform === 'win32';

/** Set-up speaks on stderr, so that stdout holds the answer alone. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Runs npm, its output on stderr, and gives its exit code. */
export function runNpm(args) {
  const npm = process.env.npm_execpath;
  const viaNode = npm !== undefined && /\.[cm]?js$/.test(npm);
  return viaNode ? run(process.execPath, [npm, ...args]) : run('npm', args, { shell: isWindows });
}

/** Runs a command at the root, its output on stderr, and gives its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
    child.on('error', (error) => {
      say(`Cannot run ${command}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)));
  });
}

/**
 * Hands this process over to Node with other arguments: the same terminal, input, output and signals,
 * and ends as the other one ends.
 */
export function become(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      // a terminal sends Ctrl-C to the whole group, the child has it already
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    say(`Cannot run Node: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    for (const name of signals) process.removeAllListeners(name);
    if (signal === null) process.exit(code ?? 1);
    process.kill(process.pid, signal);
    // where the signal cannot end us
    setTimeout(() => process.exit(exitCodeOf(signal)), 100);
  });
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}
