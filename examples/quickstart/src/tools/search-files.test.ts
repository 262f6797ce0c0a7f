import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isValidationError } from '@tenon/core/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearchFilesTool } from './search-files.ts';

let outer: string;
let folder: string;

const put = async (path: string, content: string | Uint8Array) => {
  await mkdir(dirname(join(outer, path)), { recursive: true });
  await writeFile(join(outer, path), content);
};

beforeAll(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), 'search-')));
  folder = join(outer, 'project');
  await put('secret.txt', 'needle outside');
  await put('project/a.ts', 'first line\n  const needle = 1;\r\nNeedle again\n');
  await put('project/docs/b.md', `${'x'.repeat(500)} needle ${'y'.repeat(500)}`);
  await put('project/..strange/c.txt', 'needle in a folder with dots');
  await put('project/node_modules/d.js', 'needle');
  await put('project/.git/config', 'needle');
  await put('project/image.png', Buffer.from('needle\0\u0001', 'latin1'));
  await put('project/large.txt', `needle${' '.repeat(1_000_001)}`);
  await symlink(join(outer, 'secret.txt'), join(folder, 'link.txt'));
  await symlink(outer, join(folder, 'out'));
  await symlink(join(folder, 'docs'), join(folder, 'inner'));
});
afterAll(() => rm(outer, { recursive: true }));

const search = async (
  input: { query: string; folder?: string; caseSensitive?: boolean },
  maxMatches = 50,
) => {
  const output = await createSearchFilesTool({ folder, maxMatches }).execute(input);
  if (isValidationError(output)) throw new Error('refused');
  return output;
};

describe('the search in files', () => {
  it('gives file, line number and line, whatever the case, and skips what is no text of the user', async () => {
    const { message, matches } = await search({ query: 'NEEDLE' });
    expect(matches.map(({ file, line }) => [file, line])).toEqual([
      ['..strange/c.txt', 1],
      ['a.ts', 2],
      ['a.ts', 3],
      ['docs/b.md', 1],
    ]);
    expect(matches[1]?.text).toBe('const needle = 1;');
    expect(matches[3]?.text).toHaveLength(200);
    expect(matches[3]?.text).toContain(' needle ');
    expect(message).toBe('4 matches in 3 files.');
  });

  it('reads what is text in another encoding than UTF-8', async () => {
    await put('encoded/marked.txt', '\ufeffGröße');
    await put('encoded/wide.txt', Buffer.from('\ufeffGröße', 'utf16le'));
    await put('encoded/western.txt', Buffer.from('Größe', 'latin1'));
    const tool = createSearchFilesTool({ folder: join(outer, 'encoded') });
    expect(await tool.execute({ query: 'größe' })).toMatchObject({
      matches: ['marked.txt', 'western.txt', 'wide.txt'].map((file) => ({ file, text: 'Größe' })),
    });
  });

  it('minds the case when asked', async () => {
    expect((await search({ query: 'Needle', caseSensitive: true })).matches).toEqual([
      { file: 'a.ts', line: 3, text: 'Needle again' },
    ]);
  });

  it('looks in one folder or one file, also by a link that stays inside', async () => {
    expect((await search({ query: 'needle', folder: 'docs' })).matches).toMatchObject([
      { file: 'docs/b.md' },
    ]);
    expect((await search({ query: 'needle', folder: 'a.ts' })).message).toBe(
      '2 matches in 1 file.',
    );
    expect((await search({ query: 'needle', folder: 'inner' })).matches).toHaveLength(1);
    expect((await search({ query: 'needle', folder: '..strange' })).matches).toHaveLength(1);
    expect((await search({ query: 'needle', folder: folder })).matches).toHaveLength(4);
  });

  it('says when it stopped early', async () => {
    expect(await search({ query: 'needle' }, 2)).toMatchObject({
      message: 'Stopped early: the first 2 matches in 2 files.',
      matches: [{}, {}],
    });
    expect((await search({ query: 'needle' }, 4)).message).toBe('4 matches in 3 files.');
  });

  it.each(['..', '../', 'docs/../..', '/', '/etc', 'out', 'link.txt'])(
    'never leaves its folder: %s',
    async (way) => {
      await expect(search({ query: 'needle', folder: way })).rejects.toThrow(
        `"${way}" is outside the folder that may be read.`,
      );
    },
  );

  it('says when there is no such folder', async () => {
    await expect(search({ query: 'needle', folder: 'nowhere' })).rejects.toThrow(
      'There is no folder "nowhere" here.',
    );
    await expect(search({ query: 'needle', folder: 'a\0b' })).rejects.toThrow('here.');
  });

  it('refuses an empty query', async () => {
    await expect(search({ query: ' ' })).rejects.toThrow('refused');
  });
});
