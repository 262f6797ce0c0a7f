import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../templates/project/', import.meta.url));
const manifestFile = 'package.json';

/** The `package.json` of the template, which says what a project depends on. */
export interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** A file of a project: its path from the project's folder, and what it holds. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, manifestFile), 'utf8'));
}

/** The packages of Tenon that a project depends on, with the version of each. */
export function ownPackages({ dependencies, devDependencies }: Manifest): [string, string][] {
  const isOwn = ([name]: [string, string]) => name === 'tenon' || name.startsWith('@tenon/');
  return Object.entries({ ...dependencies, ...devDependencies }).filter(isOwn);
}

/** The files of a project of this name, all but its `package.json`. */
export async function readFiles(template: Manifest, name: string): Promise<ProjectFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path !== manifestFile && !path.startsWith('node_modules'));
  return Promise.all(
    paths.map(async (path) => ({
      path: path.replace(/^dot-/, '.'),
      text: (await readFile(join(folder, path), 'utf8')).replaceAll(template.name, name),
    })),
  );
}
