import { existsSync } from 'node:fs';

/** A file and, after `#`, what it exports. */
export interface Target {
  readonly file: string;
  /** As written: `weather`, `tools.weather`. */
  readonly wanted: string | undefined;
}

/** Reads `file#export`. A `#` that belongs to the name of a file that is there stays part of it. */
export function parseTarget(text: string): Target {
  const at = text.lastIndexOf('#');
  if (at <= 0 || existsSync(text)) return { file: text, wanted: undefined };
  const wanted = text.slice(at + 1);
  return { file: text.slice(0, at), wanted: wanted === '' ? undefined : wanted };
}
