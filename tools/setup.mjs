// What `npm start`, `npm test` and `npm run build` do first: a fresh clone needs nothing but Node and npm.
// Runs before anything is installed, so it uses Node alone; all it prints goes to stderr.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNodeNewEnough, neededNode } from '../packages/cli/bin/node-version.js';
import { makeDist } from './make-dist.mjs';
import { runNpm, say } from './run.mjs';
import { fingerprint, hashOf, outputsOf, packageFolders, readJson, root } from './workspace.mjs';

const modules = join(root, 'node_modules');
const installStamp = join(modules, '.tenon-installed');
const buildStamp = join(modules, '.tenon-built');

/** Makes this clone ready to run: the right Node, the packages, a build of what is there now. */
export async function setUp({ alwaysBuild = false } = {}) {
  checkNode(process.versions.node);
  await installIfNeeded();
  if (alwaysBuild || !isBuilt()) await buildNow();
}

function checkNode(version) {
  if (isNodeNewEnough(version)) return;
  say(`Tenon needs Node ${neededNode}, and this is Node ${version}.`);
  say('Install a newer one from https://nodejs.org/ and run the same command again.');
  process.exit(1);
}

async function installIfNeeded() {
  if (isInstalled()) return;
  const first = !existsSync(modules);
  say(`Installing packages (${first ? 'first time' : 'they have changed'}, about 20 seconds)…`);
  const started = Date.now();
  // packages for development are needed whatever the environment says
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runNpm(args);
  if (code !== 0) {
    say(`Installing failed: \`npm ci\` ended with ${code}. Its own words are above.`);
    process.exit(code);
  }
  writeFileSync(installStamp, hashOf(readFileSync(join(root, 'package-lock.json'))));
  say(`Installed in ${seconds(started)}.`);
}

function isInstalled() {
  const lock = join(root, 'package-lock.json');
  const installed = join(modules, '.package-lock.json'); // npm writes it last
  if (!existsSync(installed)) return false;
  const { devDependencies } = readJson(join(root, 'package.json'));
  const isThere = (name) => existsSync(join(modules, name, 'package.json'));
  if (!Object.keys(devDependencies).every(isThere)) return false;
  if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
  return existsSync(installStamp) && readText(installStamp) === hashOf(readFileSync(lock));
}

function isBuilt() {
  return existsSync(buildStamp) && readText(buildStamp) === fingerprint() && outputsAreThere();
}

async function buildNow() {
  const sources = fingerprint();
  const started = Date.now();
  say('Building…');
  const code = await makeDist();
  if (code !== 0) {
    say('The build failed. What is wrong stands above.');
    process.exit(code);
  }
  writeFileSync(buildStamp, sources);
  say(`Built in ${seconds(started)}.`);
}

function outputsAreThere() {
  return packageFolders()
    .flatMap(outputsOf)
    .every((file) => existsSync(join(root, file)));
}

const readText = (path) => readFileSync(path, 'utf8');
const seconds = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`;
