// What the tools know about this repository. Node alone, because it runs before anything is installed.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The packages that are published, as paths from the root. */
export function packageFolders() {
  return readdirSync(join(root, 'packages'))
    .filter((name) => existsSync(join(root, 'packages', name, 'package.json')))
    .sort()
    .map((name) => `packages/${name}`);
}

/** What a package exports: `door` is the subpath, the rest are paths from the package's folder. */
export function doorsOf(folder) {
  const { exports } = readJson(join(root, folder, 'package.json'));
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([door, target]) => ({
      door,
      source: target['@tenon/source'],
      types: target.types,
      output: target.default,
    }));
}

/** The list of the names that a door exports, as a path from the root. */
export function surfaceOf(folder, door) {
  const name = door === '.' ? 'index' : door.slice(2).replaceAll('/', '.');
  return `tools/surface/${posix.basename(folder)}.${name}.txt`;
}

/** What packages carry that is made of sources outside of them: each is bundled into one file. */
const carried = [
  // the assistant that `tenon chat` has where there is no project
  {
    folder: 'packages/cli',
    output: './dist/assistant.js',
    source: 'examples/quickstart/src/agent.ts',
  },
];

/** What a package carries: `source` is a path from the root, `output` one from the package's folder. */
export function carriedBy(folder) {
  return carried.filter((item) => item.folder === folder);
}

/** What the build makes of a package for others to import, as paths from the root. */
export function outputsOf(folder) {
  return [
    ...doorsOf(folder).flatMap(({ types, output }) => [types, output]),
    ...carriedBy(folder).map(({ output }) => output),
  ].map((file) => posix.join(folder, file));
}

/** All files below a folder, as sorted paths from the root. */
export function filesBelow(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(file) : [file];
    })
    .sort();
}

/** Changes when anything changes that the build reads. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const file of buildInputs()) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function buildInputs() {
  const top = [
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'tools/make-dist.mjs',
    'tools/workspace.mjs',
  ];
  const ofPackages = packageFolders().flatMap((folder) => [
    `${folder}/package.json`,
    `${folder}/tsconfig.json`,
    ...sourcesBelow(`${folder}/src`),
  ]);
  const ofCarried = carried.flatMap(({ source }) => sourcesBelow(posix.dirname(source)));
  return [...top, ...ofPackages, ...ofCarried];
}

function sourcesBelow(folder) {
  return filesBelow(folder).filter((file) => !file.endsWith('.test.ts'));
}

export function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads a JSON file, given by an absolute path. */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
