import { findClone } from './clone.ts';
import { fromClone } from './from-clone.ts';
import { fromFolder } from './from-folder.ts';
import { fromRegistry } from './from-registry.ts';
import type { PackageSource } from './packages.ts';

/** A folder of tarballs that the user names, else the clone that this program is part of, else the registry. */
export async function choosePackages(folder: string | undefined): Promise<PackageSource> {
  if (folder !== undefined) return fromFolder(folder);
  const clone = await findClone();
  return clone === undefined ? fromRegistry : fromClone(clone);
}
