export const root: string;
/** The packages that are published, as paths from the root. */
export function packageFolders(): string[];
/** All files below a folder, as sorted paths from the root. */
export function filesBelow(folder: string): string[];
/** What a package exports: `door` is the subpath, the rest are paths from the package's folder. */
export function doorsOf(
  folder: string,
): { door: string; source: string; types: string; output: string }[];
/** The list of the names that a door exports, as a path from the root. */
export function surfaceOf(folder: string, door: string): string;
/** Reads a JSON file, given by an absolute path. */
export function readJson<Value>(path: string): Value;
