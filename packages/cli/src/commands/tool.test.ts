import { expect, it } from 'vitest';
import { runTenon } from '../testing/run-tenon.ts';

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
