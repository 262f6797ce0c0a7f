import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePackages } from './choose-packages.ts';
import { runNpm } from './npm.ts';
import { toPackageName } from './project-name.ts';
import { findTarget, shown } from './target.ts';
import { readManifest } from './template.ts';
import { writeProject } from './write-project.ts';

export interface NewProjectOptions {
  /** Where to put it, as the user wrote it. */
  readonly folder: string;
  /** The folder of tarballs to take Tenon's packages from. */
  readonly packages?: string | undefined;
  /** Whether to run `npm install` in it. */
  readonly install: boolean;
  /** Says what is being done. */
  readonly say: (line: string) => void;
  /** Stops it: nothing half-made is left behind. */
  readonly signal: AbortSignal;
}

/** Makes a project. Gives the commands to go on with. */
export async function createProject(options: NewProjectOptions): Promise<string[]> {
  const { folder, install, say, signal } = options;
  const target = await findTarget(folder);
  const manifest = await readManifest();
  const name = toPackageName(target.path, Object.keys(manifest.dependencies));
  const scratch = await mkdtemp(join(tmpdir(), 'tenon-new-'));
  try {
    const source = await choosePackages(options.packages);
    const tarballs = await source.get({ manifest, scratch, install, say, signal });
    await writeProject({ target, manifest, name, tarballs, say, signal });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  if (install) await installIn(target.path, options);
  return nextCommands(options);
}

const flags = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

async function installIn(path: string, { folder, say, signal }: NewProjectOptions): Promise<void> {
  say('Installing with npm…');
  const goOn = `go on with: ${[...enter(folder), 'npm install'].join(' && ')}`;
  const installed = await runNpm(['install', ...flags], { cwd: path, signal }).catch(
    (error: Error) => {
      if (signal.aborted) say(`Stopped before all was installed. The project is there; ${goOn}`);
      throw error;
    },
  );
  if (installed.code === 0) return;
  throw new Error(`npm could not install; its words are above. The project is there; ${goOn}`);
}

function nextCommands({ folder, install }: NewProjectOptions): string[] {
  const run = `npx tenon tool run src/tenon/tools/count-days.ts '{"from":"2026-03-02","to":"2026-12-24"}'`;
  const commands = [...enter(folder), ...(install ? [] : ['npm install'])];
  return [...commands, 'npm start', 'npm test', run].slice(0, 3);
}

/** The command that goes to the project, where it is not here. */
function enter(folder: string): string[] {
  return /^\.[\\/]?$/.test(folder) ? [] : [`cd ${shown(folder)}`];
}
