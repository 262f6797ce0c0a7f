import type { Manifest } from './template.ts';

/** The file that each package is installed from; none where npm is to take it from the registry. */
export type Tarballs = ReadonlyMap<string, string>;

/** What a source of packages may need to know. */
export interface PackageRequest {
  readonly manifest: Manifest;
  /** A folder to put tarballs in, which goes when the project is written. */
  readonly scratch: string;
  /** Whether they are going to be installed at once. */
  readonly install: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Where the packages of Tenon come from. */
export interface PackageSource {
  /** @throws Error when they are not to be had; the message says what to do. */
  get(request: PackageRequest): Promise<Tarballs>;
}

/** The name that `npm pack` gives to the tarball of a package. */
export function tarballOf(name: string, version: string): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
