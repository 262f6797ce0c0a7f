// What users will install: packs every package, lints the tarballs, installs them in an empty project and
// imports each door there, by `import` and by `require()`, in JavaScript and in TypeScript.
// Reads what was built before. `--keep` leaves the project behind.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { say } from './run.mjs';
import { doorsOf, packageFolders, readJson, root } from './workspace.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tenon-packages-')));
const project = join(scratch, 'project');
const problems = [];

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
  checkTypes();
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

/** Every target of `exports` is packed, and nothing that is of no use to users. */
function checkFiles({ folder, name, files }) {
  for (const { door, types, output } of doorsOf(folder)) {
    for (const target of [types, output]) {
      if (!files.includes(posix.normalize(target))) {
        problems.push(`${name} exports "${door}" as ${target}, which is not packed`);
      }
    }
  }
  for (const file of ['LICENSE', 'README.md']) {
    if (!files.includes(file)) problems.push(`${name} packs no ${file}`);
  }
  const unwanted = /\.test\.|\/testing\/|\.tsbuildinfo$|^src\//;
  for (const file of files.filter((file) => unwanted.test(file))) {
    problems.push(`${name} packs ${file}`);
  }
  say(`ok     ${name}: ${files.length} files packed`);
}

function install() {
  mkdirSync(project);
  const manifest = { name: 'consumer', private: true, type: 'module' };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  const tarballs = published.map(({ tarball }) => tarball);
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  return check('npm install of the tarballs', 'npm', ['install', ...flags, ...tarballs], project);
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
  const strict = ['--disallow-code-generation-from-strings', '--no-warnings'];
  check('each door by import', process.execPath, [...strict, 'doors.mjs'], project);
  check('each door by require()', process.execPath, [...strict, 'doors.cjs'], project);
}

function namesOf(folder, door) {
  const file = `${posix.basename(folder)}.${door === '.' ? 'index' : door.slice(2).replaceAll('/', '.')}.txt`;
  return readFileSync(join(root, 'tools', 'surface', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('type '));
}

/** The declarations hold for a project that checks libraries too, with our compiler and with an older one. */
function checkTypes() {
  const lines = specifiers().map((door, index) => `export * as door${index} from '${door}';`);
  writeFileSync(join(project, 'doors.ts'), lines.join('\n'));
  const ours = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const attw = createRequire(
    join(root, 'node_modules', '@arethetypeswrong', 'core', 'package.json'),
  );
  const older = join(dirname(attw.resolve('typescript/package.json')), 'bin', 'tsc');
  const typeRoots = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node'];
  const common = ['--noEmit', '--strict', '--target', 'es2022', ...typeRoots];
  const resolutions = {
    nodenext: ['--module', 'nodenext'],
    bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
  };
  for (const [compiler, path] of Object.entries({ ours, older })) {
    for (const [resolution, flags] of Object.entries(resolutions)) {
      const title = `types by ${resolution}, ${compiler} TypeScript`;
      check(title, process.execPath, [path, ...common, ...flags, 'doors.ts'], project);
    }
  }
}

function check(title, command, args, cwd = root) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) {
    say(`ok     ${title}`);
    return true;
  }
  problems.push(title);
  say(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
  return false;
}
