import { basename } from 'node:path';

/** The name of a file without what follows the first dot: `weather` of `src/weather.tool.ts`. */
export function stemOf(file: string): string {
  const name = basename(file);
  return name.replace(/(?<=.)\..*$/, '');
}

/** The first line of a text that says something. */
export function firstLine(text: string | undefined): string {
  return (text ?? '').trim().split('\n', 1)[0]?.trim() ?? '';
}
