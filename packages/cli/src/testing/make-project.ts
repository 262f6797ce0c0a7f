import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { writeFiles } from './write-files.ts';

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
  writeFiles(folder, { 'package.json': '{"type":"module"}', ...files });
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
