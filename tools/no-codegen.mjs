// Runs the tests of core where code cannot be made from strings. Arguments go to vitest.

import { become } from './run.mjs';

const root = ['--root', '.', '--config', 'tools/no-codegen.config.ts'];
become(['node_modules/vitest/vitest.mjs', 'run', ...root, ...process.argv.slice(2)]);
