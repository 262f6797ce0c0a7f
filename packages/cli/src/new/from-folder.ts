import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type PackageSource, tarballOf } from './packages.ts';
import { ownPackages } from './template.ts';

/** Tarballs that lie in a folder, under the names that `npm pack` gives. */
export function fromFolder(folder: string): PackageSource {
  return {
    async get({ manifest }) {
      const files = await readdir(resolve(folder)).catch((error: Error) => {
        throw new Error(`The packages in "${folder}" cannot be read: ${error.message}.`);
      });
      const wanted = ownPackages(manifest).map(
        ([name, version]) => [name, tarballOf(name, version)] as const,
      );
      const missing = wanted.flatMap(([, file]) => (files.includes(file) ? [] : file));
      if (missing.length > 0) {
        throw new Error(
          `"${folder}" lacks ${missing.join(', ')}. Make them in a clone of Tenon by "npm pack".`,
        );
      }
      return new Map(wanted.map(([name, file]) => [name, join(resolve(folder), file)]));
    },
  };
}
