import { basename } from 'node:path';

const longest = 214;
const forbidden = ['node_modules', 'favicon.ico'];

/** A name that npm takes for the project in a folder, other than those of the packages that it depends on. */
export function toPackageName(path: string, taken: readonly string[]): string {
  const name = basename(path)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[-._]+|[-._]+$/g, '')
    .slice(0, longest);
  if (name === '') return 'my-agent';
  return [...forbidden, ...taken].includes(name) ? `${name}-project` : name;
}
