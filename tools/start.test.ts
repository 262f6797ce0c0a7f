import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { environmentWithoutKeys } from '../packages/cli/src/testing/run-tenon.ts';
import { hasTerminal, openTerminal } from '../packages/cli/src/testing/terminal.ts';
import { root } from './workspace.mjs';

/** `npm start` without npm, in a clone that is set up. */
const start = (...words: string[]) => [process.execPath, 'tools/start.mjs', ...words];

function startAlone(...words: string[]) {
  const [node = '', ...args] = start(...words);
  const env = environmentWithoutKeys();
  return spawnSync(node, args, { cwd: root, env, input: '', encoding: 'utf8' });
}

describe('npm start', { timeout: 60_000 }, () => {
  it.skipIf(!hasTerminal && !process.env.CI)('opens a chat in a terminal', async () => {
    const terminal = await openTerminal([], { cwd: root, command: start() });
    await terminal.waitFor(/Assistant answers by|Which model shall answer/);
    await terminal.press('C-d');
    expect(await terminal.exitCode()).toBe(0);
  });

  it('answers a request of its own, by several tools, where there is no terminal', () => {
    const { status, stdout, stderr } = startAlone('--model', 'demo/planner');
    expect(stderr.match(/(?<=^→ )\w+/gm)).toEqual(
      expect.arrayContaining(['calculator', 'dateTime', 'convertUnits', 'summarizeFile', 'notes']),
    );
    expect(stderr).not.toMatch(/^✗/m);
    expect(stdout).toContain('441');
    expect(status).toBe(0);
  });

  it('answers the request that it is given', () => {
    const { status, stdout } = startAlone('--model', 'demo/planner', 'What is 18% of 2450?');
    expect(stdout).toMatch(/^calculator: 18% of 2450 · result 441\n/);
    expect(status).toBe(0);
  });
});
