#!/usr/bin/env node
// Plain JavaScript that any Node understands, so that one that is too old gets a sentence instead of a stack.

import { existsSync } from 'node:fs';
import { isNodeNewEnough, neededNode } from './node-version.js';

const { node } = process.versions;
const isBuilt = existsSync(new URL('../dist/main.js', import.meta.url));

if (!isNodeNewEnough(node)) {
  fail(
    `tenon needs Node ${neededNode}, and this is Node ${node}. Install a newer one from https://nodejs.org/.`,
  );
} else if (!isBuilt) {
  fail(
    'This clone of Tenon is not built yet. Run "npm run build" at its root, then the same command again.',
  );
} else {
  const { main } = await import('../dist/main.js');
  process.exit(await main(process.argv.slice(2)));
}

function fail(problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
