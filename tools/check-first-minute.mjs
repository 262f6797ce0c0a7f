// Somebody who knows nothing but the README gets from a clone to a run of a tool of their own: types the commands that
// stand there, and nothing else, in an empty folder. Clones what is committed.

import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectThat, shell } from './shell.mjs';
import { root } from './workspace.mjs';

const section = 'Your own tool in five commands';
const repository = '<this repository>';
const result = '{"days":297,"weekdays":213}';

const commands = commandsOf(readFileSync(join(root, 'README.md'), 'utf8'));
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tenon-minute-')));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const lines = commands.map((command) => command.replace(repository, `'${root}'`));
expectThat(
  `${lines.length} commands of the README lead to the result of a tool`,
  shell(lines.join('\n'), { cwd: scratch }),
  ({ status, stdout }) => status === 0 && stdout.trim().split('\n').at(-1) === result,
);

/** The lines of the shell block of the section, without comments. */
function commandsOf(readme) {
  const [, block] =
    new RegExp(`^## ${section}\n[^#]*?^\`\`\`sh\n(.*?)^\`\`\``, 'ms').exec(readme) ?? [];
  const found = (block ?? '').split('\n').map((line) => line.replace(/\s+# .*/, '').trim());
  const commands = found.filter((line) => line !== '' && !line.startsWith('#'));
  if (!commands.some((command) => command.includes(repository))) {
    throw new Error(`README.md has no commands with ${repository} below "## ${section}".`);
  }
  if (commands.length > 5 || commands.some((command) => /&&|;|\|/.test(command))) {
    throw new Error(`More than five commands stand below "## ${section}".`);
  }
  return commands;
}
