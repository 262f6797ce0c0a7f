import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askNpm } from './npm.ts';
import { type PackageSource, tarballOf } from './packages.ts';
import { type Outcome, run } from './run.ts';
import { ownPackages } from './template.ts';

/** The packages of a clone of Tenon's repository, built and packed as they stand. */
export function fromClone(root: string): PackageSource {
  return {
    async get({ manifest, scratch, say, signal }) {
      const here = { cwd: root, signal };
      const build = ['tools/build.mjs', '--if-needed'];
      expectDone(await run(process.execPath, build, here), 'built', 'npm run build');

      const packages = ownPackages(manifest);
      const names = packages.map(([name]) => name);
      say(`Packing ${names.join(', ')} of the clone ${root}…`);
      const pack = ['pack', ...names.map((name) => `--workspace=${name}`)];
      const flags = [`--pack-destination=${scratch}`, '--ignore-scripts', '--loglevel=error'];
      const packed = await askNpm([...pack, ...flags], here);
      if (packed.code !== 0) say(packed.output.trim());
      expectDone(packed, 'packed', `npm ${pack.join(' ')}`);
      const tarballs = packages.map(([name, version]) => {
        const tarball = join(scratch, tarballOf(name, version));
        if (existsSync(tarball)) return [name, tarball] as const;
        throw new Error(
          `The clone ${root} has no ${name} ${version}. Bring it and the template of projects to one version.`,
        );
      });
      return new Map(tarballs);
    },
  };

  function expectDone({ code }: Outcome, done: string, command: string): void {
    if (code === 0) return;
    throw new Error(
      `The clone ${root} cannot be ${done}; what went wrong is above. Mend it until "${command}" works there.`,
    );
  }
}
