// `npm start`, `npm start -- "a request"`: `tenon chat`, after whatever set-up this clone needs. Its built-in assistant is
// that of the quickstart example.

import { become } from './run.mjs';
import { setUp } from './setup.mjs';

/** Where there is neither a request nor a terminal. It needs several tools, and changes nothing. */
const request =
  'What is 18% of 2450? What time is it in Tokyo? Convert 5 miles to kilometres. Summarise README.md, and then list my notes.';

await setUp();
become(['packages/cli/bin/tenon.js', 'chat', '--otherwise', request, ...process.argv.slice(2)]);
