import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const workspace = fileURLToPath(new URL('../../../..', import.meta.url));

export interface ProjectOptions {
  /** It has a copy of `@tenon/core` of its own. */
  readonly ownCore?: boolean;
}

/** Makes a folder with these files, in which the packages of the workspace can be imported, until the test ends. */
export function makeProject(
  files: Readonly<Record<string, string>>,
  { ownCore = false }: ProjectOptions = {},
): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tenon-project-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const given = { 'package.json': '{"type":"module"}', ...files };
  for (const [name, text] of Object.entries(given)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const modules = join(workspace, 'node_modules');
  if (!ownCore) {
    symlinkSync(modules, join(folder, 'node_modules'));
    return folder;
  }
  const core = join(folder, 'node_modules/@tenon/core');
  mkdirSync(core, { recursive: true });
  for (const part of ['package.json', 'dist']) {
    cpSync(join(workspace, 'packages/core', part), join(core, part), { recursive: true });
  }
  for (const name of ['zod', '@cfworker', '@standard-schema']) {
    symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  }
  return folder;
}
