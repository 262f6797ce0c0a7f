import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
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
