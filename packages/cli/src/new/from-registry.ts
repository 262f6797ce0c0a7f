import { askNpm } from './npm.ts';
import type { PackageSource } from './packages.ts';
import { ownPackages } from './template.ts';

/** The registry that npm is set up with, by the versions that the template names. */
export const fromRegistry: PackageSource = {
  async get({ manifest, install, say, signal }) {
    if (!install) return new Map();
    say('Asking npm for the packages of Tenon…');
    for (const [name, version] of ownPackages(manifest)) {
      if (await isReleased(`${name}@${version}`, signal)) continue;
      throw new Error(
        `npm does not find ${name} ${version}: Tenon is not released there yet. Pack it in a clone of its repository by "npm pack", and name the folder of the tarballs by --packages.`,
      );
    }
    return new Map();
  },
};

/** Whether the registry has it. One that cannot be reached is left to `npm install` to tell. */
async function isReleased(spec: string, signal: AbortSignal): Promise<boolean> {
  const { code, output } = await askNpm(['view', spec, 'version'], { signal });
  return code === 0 ? output.trim() !== '' : !/\bE404\b/.test(output);
}
