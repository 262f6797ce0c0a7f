import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

/** The tests of core in workers that refuse `eval` and `new Function`, as runtimes at the edge do. */
const config = mergeConfig(
  base,
  defineConfig({
    test: {
      execArgv: ['--disallow-code-generation-from-strings'],
      setupFiles: ['tools/no-codegen.setup.ts'],
    },
  }),
);
config.test.include = ['packages/core/src/**/*.test.ts'];

export default config;
