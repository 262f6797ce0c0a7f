import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toSentence } from './errors.ts';
import { seenPath } from './seen-path.ts';

/** Why a module of the user's could not be loaded, in a sentence that names the file and, where it is known, the line. */
export function toLoadError(path: string, error: unknown): Error {
  const { message = '', stack = '' } = (error ?? {}) as Partial<Error>;
  const reason =
    missingModule(path, message) ?? brokenSyntax(message, stack) ?? thrown(error, stack);
  return new Error(`"${path}" cannot be loaded: ${reason}`, { cause: error });
}

/** An import that leads nowhere. */
function missingModule(path: string, message: string): string | undefined {
  const [, name] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? [];
  if (name === undefined) return undefined;
  const [, importer] = /(?:^- |imported from )(.+)$/m.exec(message) ?? [];
  const where = importer === undefined ? `"${path}"` : `"${shown(importer)}"`;
  if (name.startsWith('.') || isAbsolute(name)) {
    return `${where} imports "${isAbsolute(name) ? shown(name) : name}", which is not there.`;
  }
  const packageName = name.split('/', name.startsWith('@') ? 2 : 1).join('/');
  return isInstalled(packageName, importer ?? path)
    ? `${where} imports "${name}", which the package ${packageName} does not have.`
    : `${where} imports "${name}", and the package ${packageName} is not installed; run npm install ${packageName}`;
}

function isInstalled(packageName: string, importer: string): boolean {
  let folder = dirname(toPath(importer));
  while (!existsSync(join(folder, 'node_modules', packageName))) {
    const above = dirname(folder);
    if (above === folder) return false;
    folder = above;
  }
  return true;
}

/** The compiler of TypeScript and Node itself each have a way to name the place. */
function brokenSyntax(message: string, stack: string): string | undefined {
  const [, compiler, place] =
    /^ParseError: (.*?)\s*\n?\s*(\S+:\d+:\d+)$/s.exec(message.trim()) ?? [];
  if (compiler !== undefined && place !== undefined) return at(compiler, place);
  const [, native] = /^((?:file:\/\/|\/|[A-Z]:\\)\S+:\d+)\n/.exec(stack) ?? [];
  return native === undefined ? undefined : at(message, native);
}

/** What the module threw, and the first line of the user's own code in its stack. */
function thrown(error: unknown, stack: string): string {
  const places = [
    ...stack.matchAll(
      /^\s+at (?:async )?(?:.* \()?((?:file:\/\/|\/|[A-Z]:\\)[^()\s]*:\d+:\d+)\)?$/gm,
    ),
  ];
  const own = places
    .map(([, place = '']) => place)
    .find((place) => !place.includes('node_modules'));
  const sentence = toSentence(error);
  return own === undefined ? sentence : at(sentence, own);
}

const at = (sentence: string, place: string): string =>
  `${sentence.replace(/\.$/, '')} (${shown(place)}).`;

const shown = (place: string): string => seenPath(toPath(place));

const toPath = (place: string): string =>
  place.startsWith('file://') ? fileURLToPath(place) : place;
