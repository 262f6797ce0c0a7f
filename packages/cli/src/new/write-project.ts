import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { abortedError } from '../errors.ts';
import type { Tarballs } from './packages.ts';
import { isKept, type Target } from './target.ts';
import { type Manifest, readFiles } from './template.ts';

export interface Project {
  readonly target: Target;
  readonly manifest: Manifest;
  readonly name: string;
  readonly tarballs: Tarballs;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const vendor = 'vendor';

/** Writes the files of a project. Where that fails, it removes again what it wrote. */
export async function writeProject(project: Project): Promise<void> {
  const { target, tarballs, say, signal } = project;
  const files = await readFiles(project.manifest, project.name);
  // the first folder that was not there; everything below it is ours to remove
  let made: string | undefined;
  try {
    made = await mkdir(target.path, { recursive: true });
    files.push({ path: 'package.json', text: `${JSON.stringify(toManifest(project), null, 2)}\n` });
    for (const { path, text } of files) await write(join(target.path, path), text);
    for (const tarball of tarballs.values()) {
      await mkdir(join(target.path, vendor), { recursive: true });
      await copyFile(tarball, join(target.path, vendor, basename(tarball)));
    }
    if (signal.aborted) throw abortedError();
  } catch (error) {
    await removeFrom(target, made);
    if (signal.aborted) throw error;
    const { message } = error as Error;
    throw new Error(`The project cannot be written: ${message}. Nothing is left of it.`);
  }
  const packages = tarballs.size > 0 ? `, and ${tarballs.size} packages in ${vendor}` : '';
  say(`Wrote ${files.length} files${packages}.`);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: 'wx' });
}

function toManifest({ manifest, name, tarballs }: Project): Manifest {
  const place = (versions: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(versions).map(([dependency, version]) => {
        const tarball = tarballs.get(dependency);
        const from = tarball === undefined ? version : `file:${vendor}/${basename(tarball)}`;
        return [dependency, from];
      }),
    );
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    name,
    dependencies: place(dependencies),
    devDependencies: place(devDependencies),
  };
}

async function removeFrom({ path, exists }: Target, made: string | undefined): Promise<void> {
  if (made !== undefined) await rm(made, { recursive: true, force: true });
  if (!exists) return;
  const entries = (await readdir(path)).filter((entry) => !isKept(entry));
  for (const entry of entries) await rm(join(path, entry), { recursive: true, force: true });
}
