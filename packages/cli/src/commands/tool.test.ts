import { expect, it } from 'vitest';
import { runTenon } from '../testing/run-tenon.ts';

it.each(['run', 'list', 'lint'])(
  'tenon tool %s --help tells its options by an example',
  async (name) => {
    const { code, stdout, stderr } = await runTenon(['tool', name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: tenon tool ${name} [options] <file`);
    expect(stdout).toMatch(new RegExp(`Examples:\n {2}tenon tool ${name} src/`));
  },
);

it.each([
  [
    ['run'],
    `Missing required argument 'file[#export]'. "tenon tool run --help" tells how to call it.\n`,
  ],
  [
    ['lint', '.', '--sctrict'],
    `Unknown option '--sctrict'. Did you mean --strict? "tenon tool lint --help" tells how to call it.\n`,
  ],
])('tenon tool %j is a usage error in one line', async (args, stderr) => {
  expect(await runTenon(['tool', ...args])).toEqual({ code: 2, stdout: '', stderr });
});
