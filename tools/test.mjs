// `npm test`, `npm test -- packages/core`: all tests once, after whatever set-up this clone needs.

import { become } from './run.mjs';
import { setUp } from './setup.mjs';

await setUp();
become(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]);
