import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyAsClone, copyInstalled } from '../testing/copy-binary.ts';
import {
  hasOnly,
  notFound,
  type RegistryAnswer,
  startRegistry,
} from '../testing/local-registry.ts';
import { runTenon } from '../testing/run-tenon.ts';

let scratch: string;
let installed: string;
/** An empty folder for each test to run in. */
let cwd: string;

beforeAll(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'tenon-sources-test-')));
  installed = await copyInstalled(await mkdtemp(join(scratch, 'installed-')));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));
beforeEach(async () => {
  cwd = await mkdtemp(join(scratch, 'run-'));
});
const emptyCache = () => mkdtemp(join(scratch, 'cache-'));

/** Interrupts a run when npm has asked the registry for something, which then never answers. */
async function interruptedAtFirstRequest(args: string[], binary?: string) {
  let interrupt = () => {};
  const registry = await startRegistry(() => interrupt(), await emptyCache());
  const run = await runTenon(args, {
    cwd,
    ...(binary !== undefined && { binary }),
    env: registry.env,
    onStart: (child) => {
      interrupt = () => child.kill('SIGINT');
    },
  });
  await registry.close();
  return run;
}

describe('tenon new, installed from a package', () => {
  const runInstalled = async (answer: RegistryAnswer) => {
    const registry = await startRegistry(answer, await emptyCache());
    const run = await runTenon(['new', 'a'], { cwd, binary: installed, env: registry.env });
    await registry.close();
    return { run, asked: registry.asked };
  };

  it('says that there is no release yet when npm finds none, and leaves nothing', async () => {
    const { run, asked } = await runInstalled(notFound);
    expect(run).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Asking npm for the packages of Tenon…\nnpm does not find @tenon\/core 0\.1\.0: Tenon is not released there yet\. Pack it in a clone .* by --packages\.\n$/,
      ),
    });
    expect(asked).toContain('/@tenon/core');
    expect(await readdir(cwd)).toEqual([]);
  });

  it('says so when npm has other versions only', async () => {
    const { run } = await runInstalled((response, path) => hasOnly('9.9.9', response, path));
    expect(run.stderr).toContain('npm does not find @tenon/core 0.1.0');
    expect(await readdir(cwd)).toEqual([]);
  });

  it('lets npm install from the registry what it has', async () => {
    const { run } = await runInstalled((response, path) =>
      path.includes('tenon') ? hasOnly('0.1.0', response, path) : notFound(response),
    );
    expect(run.stderr).toMatch(/Wrote \d+ files\.\nInstalling with npm…\n/);
    const manifest = JSON.parse(await readFile(join(cwd, 'a/package.json'), 'utf8'));
    expect(manifest.dependencies).toMatchObject({ '@tenon/core': '0.1.0', tenon: '0.1.0' });
    expect(await readdir(join(cwd, 'a'))).not.toContain('vendor');
  });

  it('is stopped by an interrupt, and leaves nothing', async () => {
    const { code, stderr } = await interruptedAtFirstRequest(['new', 'a'], installed);
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: 'Asking npm for the packages of Tenon…\n',
    });
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('tenon new, stopped while npm installs', () => {
  it('leaves the project and says how to go on', async () => {
    const packed = await runTenon(['new', 'packed', '--no-install'], { cwd });
    expect(packed.code).toBe(0);
    const args = ['new', 'a', '--packages', 'packed/vendor'];
    const { code, stderr } = await interruptedAtFirstRequest(args);
    expect(code).toBe(130);
    expect(stderr).toMatch(
      /\nStopped before all was installed\. The project is there; go on with: cd a && npm install\n$/,
    );
    expect(await readdir(join(cwd, 'a'))).toContain('package.json');
  });
});

describe('tenon new, in a clone', () => {
  const rootManifest = { name: 'tenon-workspace', version: '0.0.0', private: true };
  const built = "console.error('built', process.argv[2]);";
  const run = async (build: string, manifest: object) => {
    await mkdir(join(cwd, 'clone'));
    const binary = await copyAsClone(join(cwd, 'clone'), {
      'package.json': JSON.stringify({ ...rootManifest, ...manifest }),
      'tools/build.mjs': build,
    });
    const outcome = await runTenon(['new', 'a'], { cwd, binary });
    expect(await readdir(cwd)).toEqual(['clone']);
    return outcome;
  };

  it('that cannot be built says what to mend, and leaves nothing', async () => {
    const { code, stderr } = await run("console.error('no such type'); process.exit(3);", {});
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^no such type\nThe clone .* cannot be built; what went wrong is above\. Mend it until "npm run build" works there\.\n$/,
    );
  });

  it('builds it where that is needed, then packs it, and gives what npm said when it cannot', async () => {
    const { code, stderr } = await run(built, {});
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^built --if-needed\nPacking .*…\nnpm error No workspaces found.*\nThe clone .* cannot be packed; .* "npm pack .*" works there\.\n$/s,
    );
  });

  it('that has a package in no version of the template says so', async () => {
    const { code, stderr } = await run(built, { workspaces: ['packages/*'] });
    expect(code).toBe(1);
    expect(stderr).toMatch(/\nThe clone .* has no @tenon\/core 0\.1\.0\. Bring it and .*\.\n$/);
  });
});
