import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesBelow, root } from './workspace.mjs';

/** In place of npm: notes how it was called, and installs a compiler that notes it too and copies sources. */
const npm = `#!/usr/bin/env node
const fs = require('node:fs');
fs.appendFileSync(process.env.CALLS, ['npm', ...process.argv.slice(2)].join(' ') + '\\n');
if (process.env.NPM_STATUS !== undefined) {
  console.error('npm error: no route');
  process.exit(Number(process.env.NPM_STATUS));
}
fs.mkdirSync('node_modules/typescript/bin', { recursive: true });
fs.writeFileSync('node_modules/typescript/package.json', '{}');
fs.writeFileSync('node_modules/typescript/bin/tsc', process.env.COMPILER);
fs.writeFileSync('node_modules/.package-lock.json', '{}');
console.log('added 1 package');
`;
const compiler = `
const fs = require('node:fs');
fs.appendFileSync(process.env.CALLS, ['tsc', ...process.argv.slice(2)].join(' ') + '\\n');
const source = fs.readFileSync('packages/core/src/index.ts', 'utf8');
if (source.includes('wrong')) {
  console.error('index.ts: it is wrong');
  process.exit(2);
}
fs.mkdirSync('packages/core/dist', { recursive: true });
for (const file of ['index.js', 'index.d.ts']) fs.writeFileSync('packages/core/dist/' + file, source);
`;

let scratch: string;
let clone: string;

const at = (path: string): string => join(clone, path);

function write(path: string, content: string | object): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content));
}

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'tenon-setup-'));
  clone = join(scratch, 'clone');
  const tools = filesBelow('tools').filter((file) => /^tools\/[\w-]+\.mjs$/.test(file));
  for (const file of [...tools, 'packages/cli/bin/node-version.js'])
    cpSync(join(root, file), at(file));
  write('package.json', { type: 'module', devDependencies: { typescript: '1.0.0' } });
  for (const file of ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json']) write(file, {});
  const target = {
    '@tenon/source': './src/index.ts',
    types: './dist/index.d.ts',
    default: './dist/index.js',
  };
  write('packages/core/package.json', { exports: { '.': target } });
  write('packages/core/tsconfig.json', {});
  write('packages/core/src/index.ts', 'export const one = 1;\n');
  mkdirSync(join(scratch, 'bin'));
  writeFileSync(join(scratch, 'bin/npm'), npm);
  chmodSync(join(scratch, 'bin/npm'), 0o755);
});
afterEach(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs `npm run build -- --if-needed` as npm would, and gives what was called for it. */
function setUp({ nodeVersion = '', args = ['--if-needed'], env = {} } = {}) {
  const calls = join(scratch, 'calls');
  rmSync(calls, { force: true });
  const { npm_execpath: _, NODE_OPTIONS: __, ...given } = process.env;
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${nodeVersion}' } })`;
  const early = nodeVersion === '' ? [] : ['--import', `data:text/javascript,${pretend}`];
  const path = [join(scratch, 'bin'), dirname(process.execPath), process.env.PATH];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...early, 'tools/build.mjs', ...args],
    {
      cwd: clone,
      encoding: 'utf8',
      env: { ...given, PATH: path.join(delimiter), CALLS: calls, COMPILER: compiler, ...env },
    },
  );
  const called = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { status, stdout, stderr, called, names: called.map((line) => line.split(' ')[0]) };
}

/** Makes a file look as if it had been written after all that is there. */
function touch(path: string): void {
  const later = Date.now() / 1000 + 60;
  utimesSync(at(path), later, later);
}

describe('set-up', () => {
  it('installs and builds a fresh clone, and says so on stderr alone', () => {
    const { status, stdout, stderr, called } = setUp();
    expect(status).toBe(0);
    expect(stdout).toBe('');
    expect(called).toEqual([
      'npm ci --include=dev --no-audit --no-fund --loglevel=error',
      'tsc -b --force',
    ]);
    expect(stderr).toMatch(/^Installing packages \(first time.*added 1 package.*Installed in/s);
    expect(stderr).toMatch(/Building….*Built in [\d.]+ s\.\n$/s);
    expect(existsSync(at('packages/core/dist/index.js'))).toBe(true);
  });

  it('does nothing, and says nothing, when nothing has changed', () => {
    setUp();
    expect(setUp()).toMatchObject({ status: 0, called: [], stdout: '', stderr: '' });
  });

  describe('installs again', () => {
    it('when the lockfile has changed', () => {
      setUp();
      write('package-lock.json', { changed: true });
      touch('package-lock.json');
      const { called, stderr } = setUp();
      expect(called[0]).toMatch(/^npm ci /);
      expect(stderr).toContain('they have changed');
      expect(setUp().called).toEqual([]);
    });

    it('when node_modules is gone or a package in it', () => {
      for (const path of ['node_modules', 'node_modules/typescript']) {
        setUp();
        rmSync(at(path), { recursive: true });
        expect(setUp().called[0]).toMatch(/^npm ci /);
      }
    });

    it('when the last time was broken off', () => {
      setUp();
      rmSync(at('node_modules/.package-lock.json'));
      expect(setUp().names).toEqual(['npm']);
    });

    it('not when the lockfile was only written anew, as a checkout does', () => {
      setUp();
      touch('package-lock.json');
      expect(setUp().called).toEqual([]);
    });
  });

  describe('builds again', () => {
    it.each([
      'packages/core/src/index.ts',
      'packages/core/package.json',
      'packages/core/tsconfig.json',
      'tsconfig.base.json',
      'tools/make-dist.mjs',
    ])('when %s has changed', (path) => {
      setUp();
      appendFileSync(at(path), '\n');
      expect(setUp().names).toEqual(['tsc']);
      expect(setUp().called).toEqual([]);
    });

    it('when a source was added or is gone', () => {
      setUp();
      write('packages/core/src/two.ts', 'export const two = 2;\n');
      expect(setUp().names).toEqual(['tsc']);
      rmSync(at('packages/core/src/two.ts'));
      expect(setUp().names).toEqual(['tsc']);
    });

    it('when an output is missing', () => {
      for (const file of ['index.js', 'index.d.ts']) {
        setUp();
        rmSync(at(`packages/core/dist/${file}`));
        expect(setUp().names).toEqual(['tsc']);
      }
    });

    it('not when only a test has changed', () => {
      setUp();
      write('packages/core/src/index.test.ts', 'it();\n');
      expect(setUp().called).toEqual([]);
    });

    it('whenever it is asked to', () => {
      setUp();
      expect(setUp({ args: [] }).names).toEqual(['tsc']);
    });
  });

  it('ends with the status of an installation that failed, and tries again the next time', () => {
    const { status, stderr, names } = setUp({ env: { NPM_STATUS: '7' } });
    expect(status).toBe(7);
    expect(stderr).toMatch(/npm error: no route\nInstalling failed: `npm ci` ended with 7\./);
    expect(names).toEqual(['npm']);
    expect(setUp()).toMatchObject({ status: 0, names: ['npm', 'tsc'] });
  });

  it('ends with the status of a build that failed, and tries again the next time', () => {
    write('packages/core/src/index.ts', 'wrong');
    expect(setUp()).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/it is wrong\nThe build failed\./),
    });
    expect(setUp()).toMatchObject({ status: 2, names: ['tsc'] });
  });

  it.each(['18.20.4', '20.18.3', '21.7.3', '22.11.0'])(
    'refuses Node %s, before anything is installed',
    (nodeVersion) => {
      const { status, stdout, stderr, called } = setUp({ nodeVersion });
      expect(status).toBe(1);
      expect(called).toEqual([]);
      expect(stdout).toBe('');
      expect(stderr).toBe(
        `Tenon needs Node 20.19, or 22.12 and later, and this is Node ${nodeVersion}.\n` +
          'Install a newer one from https://nodejs.org/ and run the same command again.\n',
      );
    },
  );

  it.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0', '26.0.0'])(
    'goes on with Node %s',
    (nodeVersion) => {
      expect(setUp({ nodeVersion })).toMatchObject({ status: 0, names: ['npm', 'tsc'] });
    },
  );
});
