import { describe, expect, it } from 'vitest';
import { runTenon } from './testing/run-tenon.ts';

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

  it.each([
    [['caht'], `Unknown command 'caht'. Did you mean chat? "tenon --help" tells how to call it.\n`],
    [['--nonsense'], `Unknown option '--nonsense'. "tenon --help" tells how to call it.\n`],
    [['new'], `Missing required argument 'folder'. "tenon new --help" tells how to call it.\n`],
    [['tool'], '"tenon tool" needs a command. "tenon tool --help" tells how to call it.\n'],
  ])('%j is a usage error in one line', async (args, stderr) => {
    expect(await runTenon(args)).toEqual({ code: 2, stdout: '', stderr });
  });
});
