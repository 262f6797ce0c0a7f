import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isValidationError } from '@tenon/core/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSummarizeFileTool } from './summarize-file.ts';

let outer: string;

const put = async (path: string, content: string | Uint8Array) => {
  await mkdir(dirname(join(outer, path)), { recursive: true });
  await writeFile(join(outer, path), content);
};
const markdown = `# Tea\n\nTea needs water, and water needs heat.\n\n\`\`\`sh\n# no heading\n\`\`\`\n\n## Green tea ##\nTea, again.\n`;

beforeAll(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), 'summarize-')));
  await put('secret.txt', 'outside');
  await put('project/README.md', markdown);
  await put('project/plain.txt', 'first line\n\n  second line\r\nthird line\nfourth line');
  await put('project/empty.txt', '');
  await put('project/image.png', Buffer.from('a\0b', 'latin1'));
  await put('project/latin.txt', Buffer.from('caf\xe9 na\xefve', 'latin1'));
  await put('project/marked.txt', '\ufeffmarked');
  await put('project/wide.txt', Buffer.from('\ufeffwide text', 'utf16le'));
  await put('project/large.txt', 'größe und maß\n'.repeat(200_000));
  await put('project/one-line.txt', 'word '.repeat(500_000));
  await put('project/docs/guide.md', '# Guide\n');
  await symlink(join(outer, 'secret.txt'), join(outer, 'project/link.txt'));
  await symlink(outer, join(outer, 'project/out'));
});
afterAll(() => rm(outer, { recursive: true }));

async function summarize(path: string) {
  const output = await createSummarizeFileTool({ folder: join(outer, 'project') }).execute({
    path,
  });
  if (isValidationError(output)) throw new Error('refused');
  return output;
}

describe('the summary of a file', () => {
  it('has size, lines, words, the most frequent words and the headings that are none of code', async () => {
    expect(await summarize('README.md')).toEqual({
      message:
        'README.md: 99 bytes of text (UTF-8), 10 lines, 15 words. Frequent words: tea 4, needs 2, water 2, again 1, green 1, heading 1, heat 1. Headings:',
      outline: ['Tea', 'Green tea'],
    });
  });

  it('has the first lines where there are no headings', async () => {
    const { message, outline } = await summarize('plain.txt');
    expect(message).toMatch(/^plain\.txt: \d+ bytes .*, 5 lines, 8 words\..* It begins:$/);
    expect(outline).toEqual(['first line', 'second line', 'third line']);
  });

  it.each([
    ['empty.txt', 'empty.txt: 0 bytes of text (UTF-8), 0 lines, 0 words.'],
    ['image.png', 'image.png is a binary file of 3 bytes.'],
    [
      'latin.txt',
      'latin.txt: 10 bytes of text (not UTF-8; read as Windows-1252), 1 line, 2 words. Frequent words: café 1, naïve 1.',
    ],
    [
      'marked.txt',
      'marked.txt: 9 bytes of text (UTF-8 with a byte order mark), 1 line, 1 word. Frequent words: marked 1.',
    ],
    [
      'wide.txt',
      'wide.txt: 20 bytes of text (UTF-16LE), 1 line, 2 words. Frequent words: text 1, wide 1.',
    ],
    [
      'large.txt',
      'large.txt: 3.4 MB of text (UTF-8), 200000 lines, 600000 words. Frequent words: größe 200000, maß 200000, und 200000.',
    ],
    [
      'one-line.txt',
      'one-line.txt: 2.5 MB of text (UTF-8), 1 line, 500000 words. Frequent words: word 500000.',
    ],
    [
      'docs/guide.md',
      'docs/guide.md: 8 bytes of text (UTF-8), 1 line, 1 word. Frequent words: guide 1.',
    ],
  ])('tells of %s', async (path, message) => {
    expect((await summarize(path)).message).toContain(message);
  });

  it.each(['../secret.txt', '/etc/passwd', 'link.txt', 'out/secret.txt', 'docs/../../secret.txt'])(
    'never reads outside its folder: %s',
    async (path) => {
      await expect(summarize(path)).rejects.toThrow(
        `"${path}" is outside the folder that may be read.`,
      );
    },
  );

  it.each([
    ['readme', 'There is no file "readme" here. Names like it: README.md.'],
    ['docs/guid.md', 'There is no file "docs/guid.md" here. Names like it: docs/guide.md.'],
    ['nothing/at.all', 'There is no file "nothing/at.all" here.'],
    ['docs', '"docs" is a folder. Name a file in it: guide.md.'],
  ])('names what may have been meant: %s', async (path, message) => {
    await expect(summarize(path)).rejects.toThrow(message);
  });

  it('stops when the run is aborted', async () => {
    const tool = createSummarizeFileTool({ folder: join(outer, 'project') });
    const abortSignal = AbortSignal.abort(new Error('enough'));
    await expect(tool.execute({ path: 'README.md' }, { abortSignal })).rejects.toThrow('enough');
  });
});
