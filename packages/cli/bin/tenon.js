#!/usr/bin/env node
// Plain JavaScript that any Node understands, so that one that is too old gets a sentence instead of a stack.

const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
if (isNewEnough) {
  const { main } = await import('../dist/main.js');
  process.exit(await main(process.argv.slice(2)));
} else {
  process.stderr.write(
    `tenon needs Node 20.19, or 22.12 and later, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org/.\n`,
  );
  process.exitCode = 1;
}
