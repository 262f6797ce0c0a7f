// How the packages are built: types by `tsc -b`, and JavaScript either by `tsc -b` or, for packages whose tsconfig
// emits declarations only, as a bundle of their doors (few files, because each costs time to import). What a package
// carries of sources outside of it is bundled into one file.

import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { run, say } from './run.mjs';
import {
  carriedBy,
  doorsOf,
  filesBelow,
  outputsOf,
  packageFolders,
  readJson,
  root,
} from './workspace.mjs';

/** What `import '@tenon/core/agent'` and `'@tenon/core/tools'` together may cost. */
const importBudget = { folder: 'packages/core', doors: ['./agent', './tools'], files: 10 };

/** Builds all packages. Gives an exit code. */
export async function makeDist() {
  for (const folder of packageFolders()) removeLeftovers(folder);
  // `tsc -b` believes its own notes and does not look whether the files are still there
  const force = packageFolders().every(hasAllTypes) ? [] : ['--force'];
  const code = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', ...force]);
  if (code !== 0) return code;
  try {
    for (const folder of packageFolders()) await makeBundles(folder);
  } catch (error) {
    say(error.message);
    return 1;
  }
  const problems = [...missingOutputs(), ...importBudgetProblems()];
  for (const problem of problems) say(problem);
  return problems.length > 0 ? 1 : 0;
}

function isBundled(folder) {
  const { compilerOptions } = readJson(join(root, folder, 'tsconfig.json'));
  return compilerOptions?.emitDeclarationOnly === true;
}

function hasAllTypes(folder) {
  return filesBelow(`${folder}/src`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.replace('/src/', '/dist/').replace(/\.ts$/, '.d.ts'))
    .every((file) => existsSync(join(root, file)));
}

/** Removes what was built from sources that are gone, and old chunks; the rest is left to be overwritten. */
function removeLeftovers(folder) {
  const bundled = isBundled(folder);
  const outputs = outputsOf(folder);
  for (const file of filesBelow(`${folder}/dist`)) {
    if (file.endsWith('.tsbuildinfo')) continue;
    const source = file
      .replace(`${folder}/dist/`, `${folder}/src/`)
      .replace(/(\.d\.ts|\.js|\.js\.map)$/, '.ts');
    if (outputs.includes(file.replace(/\.map$/, ''))) continue;
    const isOutput = !bundled || file.endsWith('.d.ts');
    if (!isOutput || !existsSync(join(root, source))) rmSync(join(root, file));
  }
}

async function makeBundles(folder) {
  if (isBundled(folder)) {
    await bundle(
      folder,
      doorsOf(folder).map(({ source, output }) => ({ output, source: `${folder}/${source}` })),
    );
    say(`  ${folder}: ${describeOutputs(folder)}`);
  }
  for (const item of carriedBy(folder)) await bundle(folder, [item]);
}

/** Bundles sources, which are paths from the root, into outputs in the `dist` of a package. */
async function bundle(folder, items) {
  const vite = await import('vite');
  const entry = Object.fromEntries(
    items.map(({ source, output }) => [
      relative('dist', output).replaceAll('\\', '/').replace(/\.js$/, ''),
      join(root, source),
    ]),
  );
  await vite.build({
    configFile: false,
    root: join(root, folder),
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      lib: { entry, formats: ['es'], fileName: (_format, name) => `${name}.js` },
      target: 'es2023',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        // what does not start with a dot or a root is a package or a part of Node
        external: (id) => !/^(\.|\/|\0|[A-Za-z]:[\\/])/.test(id),
        output: {
          chunkFileNames: 'shared/[name].js',
          minifyInternalExports: false,
          // what every door needs a part of is one file, since each file costs time
          codeSplitting: { groups: [{ name: 'base', test: /[\\/]src[\\/]base[\\/]/ }] },
        },
      },
    },
  });
}

function describeOutputs(folder) {
  const files = filesBelow(`${folder}/dist`).filter((file) => file.endsWith('.js'));
  const bytes = files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
  return `${files.length} files, ${Math.round(bytes / 1024)} KB`;
}

function missingOutputs() {
  return packageFolders()
    .flatMap(outputsOf)
    .filter((file) => !existsSync(join(root, file)))
    .map((file) => `${file} is named by its package, and the build did not make it.`);
}

function importBudgetProblems() {
  const { folder, doors, files: limit } = importBudget;
  const loaded = new Set();
  for (const { door, output } of doorsOf(folder)) {
    if (doors.includes(door)) addImportsOf(join(root, folder, output), loaded);
  }
  if (loaded.size <= limit) return [];
  return [`${folder}: ${doors.join(' + ')} load ${loaded.size} files, ${limit} is the limit.`];
}

/** Follows static imports only; those by `import()` cost nothing before they are used. */
function addImportsOf(file, loaded) {
  if (loaded.has(file)) return;
  loaded.add(file);
  const code = readFileSync(file, 'utf8');
  for (const [, specifier] of code.matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];?$/gm)) {
    addImportsOf(join(dirname(file), specifier), loaded);
  }
}
