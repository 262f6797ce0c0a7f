import { isAbsolute, relative, sep } from 'node:path';

/** A path as seen from the folder that the command runs in, where it lies below; else as it is. */
export function seenPath(path: string): string {
  const seen = relative('.', path);
  const isBelow = seen !== '..' && !seen.startsWith(`..${sep}`) && !isAbsolute(seen);
  return isBelow ? seen : path;
}
