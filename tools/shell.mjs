// How the checks run commands as a user types them.

import { spawnSync } from 'node:child_process';
import { say } from './run.mjs';

/** Runs a line of shell with an input that ends at once. */
export function shell(line, options = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', line], {
    encoding: 'utf8',
    ...options,
  });
  return { line, status, stdout, stderr };
}

/** Says whether something holds of what a command did, and shows that where it does not. Ends the program then. */
export function expectThat(title, outcome, holds) {
  if (holds(outcome)) {
    say(`ok     ${title}`);
    return;
  }
  const { line, status, stdout, stderr } = outcome;
  say(`FAILED ${title}\n$ ${line}\n${stdout}${stderr}exit status ${status}`);
  process.exit(1);
}
