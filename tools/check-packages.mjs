// What users will install: packs every package, lints the tarballs, installs them in an empty project and
// imports each door there, by `import` and by `require()`, in JavaScript and in TypeScript.
// Reads what was built before. `--keep` leaves the project behind.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { nodeLines, nodeOf } from './node-lines.mjs';
import { say } from './run.mjs';
import { doorsOf, outputsOf, packageFolders, readJson, root, surfaceOf } from './workspace.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tenon-packages-')));
const project = join(scratch, 'project');
const problems = [];
const zod = `zod@${readJson(join(root, 'package.json')).devDependencies.zod}`;
/** Of the core and zod together. */
const most = { megabytes: 13, packages: 8 };
const typeRoots = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node'];
const strictTypes = ['--strict', '--target', 'es2022', ...typeRoots];
const resolutions = {
  nodenext: ['--module', 'nodenext'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
};

const packages = packageFolders().map((folder) => {
  const { name, private: isPrivate } = readJson(join(root, folder, 'package.json'));
  return { folder, name, isPrivate };
});
const published = packages.filter(({ isPrivate }) => !isPrivate).map(pack);
for (const item of published) {
  checkFiles(item);
  check(`publint ${item.name}`, bin('publint'), ['run', '--strict', item.tarball]);
  check(`attw ${item.name}`, bin('attw'), ['--profile', 'esm-only', '--no-emoji', item.tarball]);
}
if (problems.length === 0 && install()) {
  runDoors();
  runStore();
  checkCommandLine();
  const compilers = installCompilers();
  checkTypes(compilers);
  checkTwoCopies(compilers);
  checkSize();
}
if (!process.argv.includes('--keep')) rmSync(scratch, { recursive: true, force: true });
else say(`Kept ${scratch}`);
for (const problem of problems) say(`FAILED ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);

function pack({ folder, name }) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch];
  const { stdout, status, stderr } = spawnSync('npm', args, {
    cwd: join(root, folder),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm pack failed for ${name}: ${stderr}`);
  const told = JSON.parse(stdout);
  // a list in npm 10, an object by name in later ones
  const [{ filename, files }] = Array.isArray(told) ? told : Object.values(told);
  const tarball = join(scratch, filename.replace('@', '').replace('/', '-'));
  return { folder, name, tarball, files: files.map((file) => file.path) };
}

/** Every target of `exports` is packed, what the package carries too, and nothing that is of no use to users. */
function checkFiles({ folder, name, files }) {
  for (const file of outputsOf(folder).map((path) => posix.relative(folder, path))) {
    if (!files.includes(file)) problems.push(`${name} names ${file}, which is not packed`);
  }
  for (const file of ['LICENSE', 'README.md']) {
    if (!files.includes(file)) problems.push(`${name} packs no ${file}`);
  }
  const unwanted = /\.test\.|\/testing\/|\.tsbuildinfo$|^src\//;
  const isTemplate = (file) => file.startsWith('templates/');
  for (const file of files.filter((file) => unwanted.test(file) && !isTemplate(file))) {
    problems.push(`${name} packs ${file}`);
  }
  say(`ok     ${name}: ${files.length} files packed`);
}

function install() {
  return installIn(project, [...published.map(({ tarball }) => tarball), zod]);
}

/** Makes an empty project with these packages. */
function installIn(folder, specs) {
  mkdirSync(folder);
  const manifest = { name: 'consumer', private: true, type: 'module' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const title = `npm install in an empty project: ${posix.basename(folder)}`;
  return check(title, 'npm', ['install', ...flags, ...specs], { cwd: folder });
}

function specifiers() {
  return published.flatMap(({ folder, name }) =>
    doorsOf(folder).map(({ door }) => posix.join(name, door)),
  );
}

/** Each door gives, at run time, the names that `tools/surface` lists. */
function runDoors() {
  const names = Object.fromEntries(
    published.flatMap(({ folder, name }) =>
      doorsOf(folder).map(({ door }) => [posix.join(name, door), namesOf(folder, door)]),
    ),
  );
  const compare = `function compare(door, module, expected) {
    const missing = expected.filter((name) => !(name in module));
    if (missing.length > 0) throw new Error(door + ' lacks ' + missing.join(', '));
  }
  const doors = ${JSON.stringify(names)};
  for (const [door, names] of Object.entries(doors))`;
  writeFileSync(join(project, 'doors.mjs'), `${compare} compare(door, await import(door), names);`);
  writeFileSync(join(project, 'doors.cjs'), `${compare} compare(door, require(door), names);`);
  for (const major of nodeLines) {
    runOn(major, 'doors.mjs', project);
    runOn(major, 'doors.cjs', project);
  }
}

function namesOf(folder, door) {
  return readFileSync(join(root, surfaceOf(folder, door)), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('type '));
}

/** The driver of the store in a file is native code, which is there and works on each Node. */
function runStore() {
  writeFileSync(
    join(project, 'store.mjs'),
    `import { LibSQLStore } from '@tenon/libsql';
    const storage = new LibSQLStore({ id: 'storage', url: 'file:tenon.db' });
    const states = await storage.getStore('threadState');
    const key = { threadId: 't', type: 'node' };
    await states.setState({ ...key, value: process.version });
    if ((await states.getState(key)) !== process.version) throw new Error('It kept nothing.');
    await storage.close();`,
  );
  for (const major of nodeLines) runOn(major, 'store.mjs', project);
}

/** The packed binary runs on each Node, and runs a tool from its TypeScript source. */
function checkCommandLine() {
  copyFileSync(join(root, 'tools', 'consumers', 'tool.ts'), join(project, 'tool.ts'));
  const { version } = readJson(join(root, 'packages', 'cli', 'package.json'));
  const binary = join('node_modules', 'tenon', 'bin', 'tenon.js');
  const expected = [
    [['--version'], version],
    [['tool', 'run', 'tool.ts', '{"number":21}'], '{"result":42}'],
  ];
  for (const major of nodeLines) {
    const node = nodeOf(major);
    for (const [args, output] of expected) {
      const title = `tenon ${args.slice(0, 2).join(' ')} on Node ${major}`;
      check(title, node, [binary, ...args], { cwd: project, output });
    }
  }
}

/** The declarations hold for a project that checks libraries too, and a program of a user's compiles and runs. */
function checkTypes(compilers) {
  const lines = specifiers().map((door, index) => `export * as door${index} from '${door}';`);
  writeFileSync(join(project, 'doors.ts'), lines.join('\n'));
  compileAndRun('program', project, compilers, ['doors.ts']);
}

/** A program in tools/consumers is taken by each compiler, and what ours makes of it runs on each Node. */
function compileAndRun(name, cwd, compilers, others = []) {
  const file = `${name}.ts`;
  copyFileSync(join(root, 'tools', 'consumers', file), join(cwd, file));
  for (const { version, path } of compilers) {
    for (const [resolution, flags] of Object.entries(resolutions)) {
      const args = [path, '--noEmit', ...strictTypes, ...flags, ...others, file];
      const title = `types of the ${name} by ${resolution}, TypeScript ${version}`;
      check(title, process.execPath, args, { cwd });
    }
  }
  const [ours] = compilers;
  const args = [ours.path, ...strictTypes, ...resolutions.nodenext, file];
  check(`the ${name}, compiled`, process.execPath, args, { cwd });
  for (const major of nodeLines) runOn(major, `${name}.js`, cwd);
}

/** Ours and the last of the two majors before it, in a folder of their own, since all name their command `tsc`. */
function installCompilers() {
  const folder = join(scratch, 'compilers');
  const older = { '5.9.3': 'typescript5', '6.0.3': 'typescript6' };
  const aliases = Object.entries(older).map(([version, as]) => `${as}@npm:typescript@${version}`);
  installIn(folder, aliases);
  const ours = join(root, 'node_modules', 'typescript');
  const pathIn = (as) => join(folder, 'node_modules', as, 'bin', 'tsc');
  return [
    { version: readJson(join(ours, 'package.json')).version, path: join(ours, 'bin', 'tsc') },
    ...Object.entries(older).map(([version, as]) => ({ version, path: pathIn(as) })),
  ];
}

/** With the flags that programs of users may have to run under. */
function runOn(major, file, cwd) {
  const flags = ['--disallow-code-generation-from-strings', '--no-warnings'];
  check(`${file} on Node ${major}`, nodeOf(major), [...flags, file], { cwd });
}

/** What one copy of the core makes, another copy takes. */
function checkTwoCopies(compilers) {
  const folder = join(scratch, 'copies');
  const core = published.find(({ name }) => name === '@tenon/core').tarball;
  const copies = [`copy-a@file:${core}`, `copy-b@file:${core}`];
  if (!installIn(folder, [...published.map(({ tarball }) => tarball), ...copies, zod])) return;
  // copies of one version are one package to TypeScript
  for (const copy of ['copy-a', 'copy-b']) {
    const path = join(folder, 'node_modules', copy, 'package.json');
    const manifest = readJson(path);
    writeFileSync(path, JSON.stringify({ ...manifest, version: `${manifest.version}-${copy}` }));
  }
  compileAndRun('two-copies', folder, compilers);
  const required = `const { Agent } = require('copy-b/agent');
  const agent = new Agent({ id: 'host', name: 'Host', instructions: '', model: 'demo/planner' });
  const { Tenon } = require('copy-a');
  if (new Tenon({ agents: { agent } }).getAgent('agent') !== agent) throw new Error('Another agent.');`;
  writeFileSync(join(folder, 'required.cjs'), required);
  for (const major of nodeLines) runOn(major, 'required.cjs', folder);
}

/** What the least that one can build on takes: the core and a schema library. */
function checkSize() {
  const folder = join(scratch, 'least');
  const { tarball } = published.find(({ name }) => name === '@tenon/core');
  if (!installIn(folder, [tarball, zod])) return;
  const { stdout } = spawnSync('npm', ['ls', '--all', '--parseable'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const count = stdout.trim().split('\n').length - 1;
  const megabytes = bytesBelow(join(folder, 'node_modules')) / 2 ** 20;
  const title = `@tenon/core and zod: ${megabytes.toFixed(1)} MB in ${count} packages`;
  const isSmall = megabytes <= most.megabytes && count <= most.packages;
  if (!isSmall) problems.push(`${title}; at most ${most.megabytes} MB in ${most.packages}`);
  say(`${isSmall ? 'ok    ' : 'FAILED'} ${title}`);
}

function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Runs a command, which has to succeed, and to print `output` where that is given. */
function check(title, command, args, { cwd = root, output } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0 && (output === undefined || stdout.trim() === output)) {
    say(`ok     ${title}`);
    return true;
  }
  problems.push(title);
  say(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
  return false;
}
