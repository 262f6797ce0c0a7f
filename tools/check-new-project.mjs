// What `tenon new` makes is whole: it is installed, tested, moved and run on each line of Node, and its test sees a broken
// tool. Reads what was built before.

import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { nodeLines, nodeOf } from './node-lines.mjs';
import { expectThat, shell } from './shell.mjs';
import { root } from './workspace.mjs';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tenon-new-')));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const made = join(scratch, 'made here');
const project = join(scratch, 'moved');
const inProject = (line) => shell(line, { cwd: project });
const question = 'How many days are there from 2026-03-02 to 2026-12-24?';
const days = '{"from":"2026-03-02","to":"2026-12-24"}';
const works = ({ status }) => status === 0;
const answers = ({ status, stdout }) => status === 0 && /\b297\b/.test(stdout);

const tenon = join(root, 'packages', 'cli', 'bin', 'tenon.js');
const create = shell(`'${process.execPath}' '${tenon}' new 'made here'`, { cwd: scratch });
expectThat('tenon new makes a project and installs it', create, works);

renameSync(made, project);
expectThat('its packages install anew where it was moved', inProject('npm ci'), works);
expectThat('its types hold', inProject('npm run types'), works);
for (const major of nodeLines) checkOn(major);
checkBrokenTool();
const again = 'npx tenon new ../second --no-install --packages vendor';
expectThat('the packed command line makes a project too', inProject(again), works);

function checkOn(major) {
  const env = { ...process.env, PATH: `${dirname(nodeOf(major))}${delimiter}${process.env.PATH}` };
  const on = (line) => shell(line, { cwd: project, env });
  const isRight = ({ stdout }) => stdout.startsWith(`v${major}.`);
  expectThat(`Node ${major} is there`, on('node --version'), isRight);
  expectThat(`npm test, on Node ${major}`, on('npm test'), works);
  const lines = [
    `npx tenon tool run src/tenon/tools/count-days.ts '${days}'`,
    `npm start -- '${question}'`,
    `npx tenon chat '${question}'`,
  ];
  for (const line of lines) expectThat(`${line}, on Node ${major}`, on(line), answers);
}

function checkBrokenTool() {
  const path = join(project, 'src/tenon/tools/count-days.ts');
  const whole = readFileSync(path, 'utf8');
  const broken = whole.replace('return { days,', 'return { days: days + 1,');
  if (broken === whole) throw new Error(`${path} cannot be broken as this check wants to.`);
  writeFileSync(path, broken);
  const test = inProject('npm test');
  const fails = ({ status, stdout }) =>
    status !== 0 && /(not ok|✖) .*\bassistant counts days/.test(stdout);
  expectThat('npm test fails when a tool is broken', test, fails);
}
