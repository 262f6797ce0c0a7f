import { existsSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFiles } from './write-files.ts';

const here = fileURLToPath(new URL('../..', import.meta.url));
const workspaceModules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** Copies the command line, as it is packed, into a folder with no clone above it. Gives the path of the binary. */
export async function copyInstalled(folder: string): Promise<string> {
  await symlink(workspaceModules, join(folder, 'node_modules'));
  return copyPackage(join(folder, 'tenon'));
}

/** Makes what looks like a clone to a binary in it, with these files. Gives the path of that binary. */
export async function copyAsClone(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  await symlink(workspaceModules, join(folder, 'node_modules'));
  writeFiles(folder, files);
  return copyPackage(join(folder, 'packages', 'cli'));
}

async function copyPackage(to: string): Promise<string> {
  for (const part of ['bin', 'dist', 'templates', 'package.json']) {
    await cp(join(here, part), join(to, part), { recursive: true });
  }
  // what npm did not hoist
  const own = join(here, 'node_modules');
  if (existsSync(own)) await symlink(own, join(to, 'node_modules'));
  return join(to, 'bin', 'tenon.js');
}
