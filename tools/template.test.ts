import { expect, it } from 'vitest';
import { packageFolders, readJson, root } from './workspace.mjs';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const manifestIn = (folder: string): Manifest => readJson(`${root}/${folder}/package.json`);

it('the template of projects names the versions that this workspace builds and tests with', () => {
  const own = packageFolders().map(manifestIn);
  const known = Object.fromEntries([
    ...Object.entries(manifestIn('.').devDependencies ?? {}),
    ...own.map(({ name, version }) => [name, version]),
  ]);
  const { dependencies, devDependencies } = manifestIn('packages/cli/templates/project');
  const named = { ...dependencies, ...devDependencies };
  expect(named).toEqual(
    Object.fromEntries(Object.keys(named).map((name) => [name, known[name] ?? 'not known'])),
  );
});
