import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { optionsToCome } from '../packages/core/src/agent/index.ts';
import { toolOptionsToCome } from '../packages/core/src/tools/index.ts';

const page = readFileSync(new URL('../docs/tools.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('|'));
const isRefused = (option: string): boolean =>
  rows.some((row) => row.includes(`\`${option}\``) && /\| no\b/.test(row));

describe('docs/tools.md', () => {
  it('lists every documented option that does not work yet', () => {
    const options = [...toolOptionsToCome, ...optionsToCome.agent, ...optionsToCome.run];
    expect(options.filter((option) => !isRefused(option))).toEqual([]);
  });
});
