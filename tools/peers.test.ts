import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadModel, type RouterWorld } from '../packages/core/src/models/router/load-model.ts';
import { type ProviderRow, providers } from '../packages/core/src/models/router/providers.ts';
import { readJson, root } from './workspace.mjs';

interface Manifest {
  readonly version: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
const manifestOf = (folder: string): Manifest => readJson(join(root, folder, 'package.json'));

const core = manifestOf('packages/core');
const rows = new Map(Object.values(providers).map((row) => [row.package, row]));

/** What users bring and the core never imports; all releases of this major version keep what is registered in one place. */
const knownByShape = ['@opentelemetry/api'];

/** The packages that models are made with, over every name that the router knows. */
async function importedPackages(): Promise<Set<string>> {
  const imported = new Set<string>();
  const world: RouterWorld = {
    resolvers: {},
    env: {},
    nodeMajor: undefined,
    importPackage: async (name) => {
      imported.add(name);
      throw new Error('not here');
    },
  };
  const names = [...Object.keys(providers), 'demo'].map((provider) =>
    provider === 'http'
      ? 'http://host/v1#model'
      : `${provider}/${provider === 'demo' ? 'planner' : 'model'}`,
  );
  for (const id of names) await expect(loadModel({ id }, world)).rejects.toThrow();
  return imported;
}

const ascending = ({ majors }: ProviderRow): number[] =>
  majors.map(({ major }) => major).sort((a, b) => a - b);

describe('the peers of the core', () => {
  it('are packages that make models, that read HTML or that are known by shape, and each is optional', async () => {
    const imported = [...(await importedPackages()), 'html-to-text'].sort();
    expect(imported).toContain('@ai-sdk/openai');
    const peers = [...imported, ...knownByShape].sort();
    expect(Object.keys(core.peerDependencies ?? {}).sort()).toEqual(peers);
    expect(core.peerDependenciesMeta).toEqual(
      Object.fromEntries(peers.map((name) => [name, { optional: true }])),
    );
  });

  it.each([...rows])('take the major versions of %s that work, and no other', (name, row) => {
    const range = ascending(row).map((major) => `^${major}.0.0`);
    expect(core.peerDependencies?.[name]).toBe(range.join(' || '));
  });

  it('take the model for demonstrations of their own release', () => {
    const { version } = manifestOf('packages/demo-model');
    expect(core.peerDependencies?.['@tenon/demo-model']).toBe(version);
  });

  it.each([...rows])('were tried with every major version of %s', (name, row) => {
    const installed = Object.entries(manifestOf('.').devDependencies ?? {}).flatMap(
      ([as, version]) => {
        if (as === name) return [version];
        return version.startsWith(`npm:${name}@`) ? [version.slice(`npm:${name}@`.length)] : [];
      },
    );
    expect(installed.map((version) => Number.parseInt(version, 10)).sort((a, b) => a - b)).toEqual(
      ascending(row),
    );
  });
});
