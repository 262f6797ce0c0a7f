import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProgram } from './program.ts';
import { copyInstalled } from './testing/copy-binary.ts';
import { runTenon } from './testing/run-tenon.ts';

/** Every command, by the words that call it. */
function pathsOf(command: Command, above: readonly string[] = []): string[] {
  const words = [...above, command.name()];
  return [words.join(' '), ...command.commands.flatMap((one) => pathsOf(one, words))];
}

describe('tenon', () => {
  it('prints its commands when it is called alone and when it is asked for help', async () => {
    const alone = await runTenon([]);
    expect(alone).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['chat', 'tool', 'new'])
      expect(alone.stdout).toContain(`\n  ${command} `);
    expect(await runTenon(['--help'])).toEqual(alone);
  });

  it('prints its version', async () => {
    expect(await runTenon(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  it.each(pathsOf(createProgram()))(
    '%s --help shows how to call it by an example',
    async (path) => {
      const words = path.split(' ').slice(1);
      const { code, stdout, stderr } = await runTenon([...words, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`Usage: ${path} `);
      expect(stdout).toMatch(new RegExp(`^Examples?:\n {2}${path} [^[<]`, 'm'));
    },
  );

  it.each([
    [['caht'], `Unknown command 'caht'. Did you mean chat? "tenon --help" tells how to call it.\n`],
    [['--nonsense'], `Unknown option '--nonsense'. "tenon --help" tells how to call it.\n`],
    [['new'], `Missing required argument 'folder'. "tenon new --help" tells how to call it.\n`],
    [['tool'], '"tenon tool" needs a command. "tenon tool --help" tells how to call it.\n'],
  ])('%j is a usage error in one line', async (args, stderr) => {
    expect(await runTenon(args)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('says in a sentence which Node it needs where this one is too old', async () => {
    const pretend =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.11.0' } })";
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(pretend)}"` };
    expect(await runTenon(['--version'], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'tenon needs Node 20.19, or 22.12 and later, and this is Node 22.11.0. Install a newer one from https://nodejs.org/.\n',
    });
  });

  it('says how to build a clone that is not built', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tenon-not-built-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const binary = await copyInstalled(folder);
    await rm(join(binary, '../../dist'), { recursive: true });
    expect(await runTenon(['--version'], { binary })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'This clone of Tenon is not built yet. Run "npm run build" at its root, then the same command again.\n',
    });
  });
});
