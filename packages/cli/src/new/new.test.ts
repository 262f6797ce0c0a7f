import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTenon, type TenonRun, type TenonRunOptions } from '../testing/run-tenon.ts';

const tarballs = ['tenon', 'tenon-core', 'tenon-demo-model', 'tenon-testing'].map(
  (name) => `${name}-0.1.0.tgz`,
);
let scratch: string;
/** An empty folder for each test to run in. */
let cwd: string;
/** A folder of files that have the names of Tenon's tarballs, which is all that copying them needs. */
let packages: string;

beforeAll(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'tenon-new-test-')));
  packages = join(scratch, 'packages');
  await mkdir(packages);
  for (const tarball of tarballs) await writeFile(join(packages, tarball), tarball);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));
beforeEach(async () => {
  cwd = await mkdtemp(join(scratch, 'run-'));
});

/** Writes a project without installing it, its packages from the folder of tarballs. */
const write = (folder: string, options?: TenonRunOptions): Promise<TenonRun> =>
  runTenon(['new', folder, '--no-install', '--packages', packages], { cwd, ...options });

async function manifestIn(folder: string) {
  return JSON.parse(await readFile(join(cwd, folder, 'package.json'), 'utf8'));
}

describe('tenon new', () => {
  it('writes a project whose packages come from the clone that it runs from', async () => {
    const { code, stdout, stderr } = await runTenon(['new', 'trip', '--no-install'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Packing @tenon\/core, .* of the clone .+…$/m);
    expect(stderr).toMatch(/^Wrote \d+ files, and 4 packages in vendor\.$/m);
    expect(stdout).toBe(
      'The project in trip is made. Next:\n\n  cd trip\n  npm install\n  npm start\n',
    );
    expect((await readdir(join(cwd, 'trip'))).sort()).toEqual([
      '.env.example',
      '.gitignore',
      'README.md',
      'package.json',
      'src',
      'tsconfig.json',
      'vendor',
    ]);
    expect((await readdir(join(cwd, 'trip/vendor'))).sort()).toEqual(tarballs.toSorted());
    expect(await manifestIn('trip')).toMatchObject({
      name: 'trip',
      dependencies: {
        '@tenon/core': 'file:vendor/tenon-core-0.1.0.tgz',
        '@tenon/demo-model': 'file:vendor/tenon-demo-model-0.1.0.tgz',
        tenon: 'file:vendor/tenon-0.1.0.tgz',
        zod: expect.stringMatching(/^\d/),
      },
      devDependencies: { '@tenon/testing': 'file:vendor/tenon-testing-0.1.0.tgz' },
    });
    const tarball = await readFile(join(cwd, 'trip/vendor/tenon-core-0.1.0.tgz'));
    expect(tarball.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect(await readFile(join(cwd, 'trip/README.md'), 'utf8')).toMatch(/^# trip\n/);
  });

  it('takes the packages from the folder of tarballs that it is given', async () => {
    const { code, stderr } = await write('a');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^Wrote \d+ files, and 4 packages in vendor\.\n$/),
    });
    for (const tarball of tarballs) {
      expect(await readFile(join(cwd, 'a/vendor', tarball), 'utf8')).toBe(tarball);
    }
  });

  it.each([
    ['My Ågent 2', 'my-agent-2'],
    ['.notes_', 'notes'],
    ['tenon', 'tenon-project'],
    ['node_modules', 'node_modules-project'],
    ['日本', 'my-agent'],
    ['deep/below/agent', 'agent'],
  ])('in the folder "%s" names the project %s', async (folder, name) => {
    expect(await write(folder)).toMatchObject({ code: 0 });
    expect((await manifestIn(folder)).name).toBe(name);
  });

  it('writes commands that a shell takes', async () => {
    expect((await write("it's mine")).stdout).toContain(`\n  cd 'it'\\''s mine'\n`);
  });

  it('takes "." for here, also in a repository without files', async () => {
    await mkdir(join(cwd, '.git'));
    const { code, stdout } = await write('.');
    expect(code).toBe(0);
    expect(stdout).toBe(
      'The project in . is made. Next:\n\n  npm install\n  npm start\n  npm test\n',
    );
    expect(await readdir(cwd)).toEqual(expect.arrayContaining(['.git', 'package.json', 'src']));
  });

  it('refuses a folder that is not empty, and touches nothing', async () => {
    await mkdir(join(cwd, 'full'));
    await writeFile(join(cwd, 'full/note.txt'), 'mine');
    expect(await write('full')).toEqual({
      code: 1,
      stdout: '',
      stderr: '"full" is not empty. Name a folder that is empty or not there yet.\n',
    });
    expect(await readdir(join(cwd, 'full'))).toEqual(['note.txt']);
  });

  it.each(['note.txt', 'note.txt/below'])('refuses "%s" where note.txt is a file', async (path) => {
    await writeFile(join(cwd, 'note.txt'), 'mine');
    const { code, stderr } = await write(path);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^"note\.txt.* Name (a|another) folder\.\n$/);
    expect(await readFile(join(cwd, 'note.txt'), 'utf8')).toBe('mine');
  });

  it('says which tarballs a folder lacks, and leaves nothing', async () => {
    await writeFile(join(cwd, 'tenon-0.1.0.tgz'), '');
    expect(await runTenon(['new', 'a', '--packages', '.'], { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        '"." lacks tenon-core-0.1.0.tgz, tenon-demo-model-0.1.0.tgz, tenon-testing-0.1.0.tgz. Make them in a clone of Tenon by "npm pack".\n',
    });
    const none = await runTenon(['new', 'a', '--packages', 'none'], { cwd });
    expect(none.stderr).toMatch(/^The packages in "none" cannot be read: .*\.\n$/);
    expect(await readdir(cwd)).toEqual(['tenon-0.1.0.tgz']);
  });

  it.each(['new/below', 'empty'])(
    'removes what it wrote to %s when it cannot go on',
    async (to) => {
      await mkdir(join(cwd, 'empty/.git'), { recursive: true });
      const broken = join(cwd, 'broken');
      for (const tarball of tarballs) await mkdir(join(broken, tarball), { recursive: true });
      const { code, stderr } = await runTenon(['new', to, '--packages', broken], { cwd });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^The project cannot be written: .* Nothing is left of it\.\n$/);
      expect((await readdir(cwd)).sort()).toEqual(['broken', 'empty']);
      expect(await readdir(join(cwd, 'empty'))).toEqual(['.git']);
    },
  );

  it('tells how to go on when npm fails, after what npm said', async () => {
    const { code, stdout, stderr } = await runTenon(['new', 'a', '--packages', packages], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Wrote .*\nInstalling with npm…\n.*npm error .*\nnpm could not install/s,
    );
    expect(stderr.split('\n').at(-2)).toBe(
      'npm could not install; its words are above. The project is there; go on with: cd a && npm install',
    );
    expect(existsSync(join(cwd, 'a/src/tenon/index.ts'))).toBe(true);
  });

  it('tells its options, with an example', async () => {
    const { code, stdout } = await runTenon(['new', '--help']);
    expect(code).toBe(0);
    for (const part of ['--packages <folder>', '--no-install', 'Example:\n  tenon new my-agent']) {
      expect(stdout).toContain(part);
    }
  });
});
