#!/usr/bin/env node
// Plain JavaScript that any Node understands, so that one that is too old gets a sentence instead of a stack.

import { existsSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
const isBuilt = existsSync(new URL('../dist/main.js', import.meta.url));
const problem = isNewEnough
  ? 'This clone of Tenon is not built yet. Run "npm run build" at its root, then the same command again.'
  : `tenon needs Node 20.19, or 22.12 and later, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org/.`;

if (isNewEnough && isBuilt) {
  const { main } = await import('../dist/main.js');
  process.exit(await main(process.argv.slice(2)));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
