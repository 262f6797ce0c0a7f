import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The real path of a folder or file below `top`; whatever leads out of it, link or dots, is refused. */
export async function resolveInside(top: string, path: string, kind: string): Promise<string> {
  const outside = `"${path}" is outside the folder that may be read.`;
  const wanted = resolve(top, path);
  if (!isInside(top, wanted)) throw new Error(outside);
  const real = await realpath(wanted).catch((cause: unknown) => {
    throw new Error(`There is no ${kind} "${path}" here.`, { cause });
  });
  if (!isInside(top, real)) throw new Error(outside);
  return real;
}

function isInside(top: string, path: string): boolean {
  const way = relative(top, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
