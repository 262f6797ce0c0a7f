// The lines of Node that users have, and the program of each.

import { shell } from './shell.mjs';

export const nodeLines = [20, 22, 24];

/** The path of a Node of this line: the one that runs this, or another from the registry. */
export function nodeOf(major) {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const line = `npx -y --package=node@${major} -c 'command -v node'`;
  const { status, stdout, stderr } = shell(line);
  if (status !== 0) throw new Error(`There is no Node ${major} to check with: ${stderr}`);
  return stdout.trim();
}
