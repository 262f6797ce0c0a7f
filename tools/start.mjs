// `npm start`, `npm start -- "a request"`: the quickstart example, after whatever set-up this clone needs.

import { become } from './run.mjs';
import { setUp } from './setup.mjs';

await setUp();
become(['--import', 'tsx', 'examples/quickstart/src/main.ts', ...process.argv.slice(2)]);
