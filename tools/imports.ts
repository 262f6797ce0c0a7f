import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

export interface Import {
  readonly specifier: string;
  readonly kind: 'static' | 'type' | 'dynamic';
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** What a source file imports. Formatted sources are read by their lines, comments left out. */
export function importsOf(source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  const imports: Import[] = [];
  const statements = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"\n]+)['"]/gm;
  for (const [, type, specifier = ''] of code.matchAll(statements)) {
    imports.push({ specifier, kind: type === undefined ? 'static' : 'type' });
  }
  // `typeof import('x')` and `import('x').Name` are types; whether or not, they name the other file
  for (const [, specifier = ''] of code.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]/g)) {
    imports.push({ specifier, kind: 'dynamic' });
  }
  return imports;
}
