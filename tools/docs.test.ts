import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { optionsToCome } from '../packages/core/src/agent/index.ts';
import { hooksToCome } from '../packages/core/src/processors/index.ts';
import { toolOptionsToCome } from '../packages/core/src/tools/index.ts';

const page = readFileSync(new URL('../docs/tools.md', import.meta.url), 'utf8');
const within = (option: string, names: readonly string[]) =>
  names.map((name) => `${option}.${name}`);

/** Which table tells of the options of what the code has a list of. */
const lists: Record<string, readonly string[]> = {
  option: toolOptionsToCome,
  'agent option': optionsToCome.agent,
  'call option': [
    ...optionsToCome.run,
    ...within('modelSettings', optionsToCome.modelSettings),
    ...within('structuredOutput', optionsToCome.structuredOutput),
  ],
};

/** The options in the first column of a table, of the rows whose column `works` begins with a word. */
function optionsOf(table: string, works: 'yes' | 'no'): string[] {
  const lines = page.split('\n');
  const head = lines.findIndex((line) => cellsOf(line)[0] === table);
  const end = lines.indexOf('', head);
  return lines.slice(head + 2, end).flatMap((line) => {
    const [options = '', word = ''] = cellsOf(line);
    const names = [...options.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
    return new RegExp(`^${works}\\b`).test(word) ? names : [];
  });
}

function cellsOf(line: string): string[] {
  return line.startsWith('|')
    ? line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    : [];
}

describe.each(Object.entries(lists))('docs/tools.md, in the table of each %s', (table, list) => {
  it('says "no" of those that do not work yet, and of no others', () => {
    expect(optionsOf(table, 'no').sort()).toEqual([...list].sort());
  });

  it('says "yes" of none that does not work yet', () => {
    const working = optionsOf(table, 'yes');
    expect(working.length).toBeGreaterThan(5);
    expect(working.filter((option) => list.includes(option))).toEqual([]);
  });
});

describe('docs/processors.md', () => {
  it('says of each hook whether it works', () => {
    const text = readFileSync(new URL('../docs/processors.md', import.meta.url), 'utf8');
    const rows = text.split('\n').map(cellsOf);
    const refused = rows.filter(([, , , works]) => works?.startsWith('no'));
    expect(refused.map(([, hook]) => hook?.replaceAll('`', '')).sort()).toEqual(
      [...hooksToCome].sort(),
    );
  });
});

describe('README.md', () => {
  it('shows an agent that runs as it stands, in 15 lines', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, sample = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(sample.trim().split('\n').length).toBeLessThanOrEqual(15);
    const file = fileURLToPath(new URL('../examples/quickstart/.tmp/readme.ts', import.meta.url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, sample);
    const node = ['--conditions=@tenon/source', '--import', 'tsx', file];
    expect(execFileSync(process.execPath, node, { encoding: 'utf8' })).toMatch(/\b10\b/);
  });
});
