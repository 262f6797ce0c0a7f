import { describe, expect, it } from 'vitest';
import { readSource } from './imports.ts';
import { filesBelow } from './workspace.mjs';

const table = 'docs/differences.md';
const mark = 'differs';

const titles = ['packages', 'examples', 'tools']
  .flatMap(filesBelow)
  .filter((file) => file.endsWith('.test.ts') && !/\/(node_modules|dist)\//.test(file))
  .flatMap((file) => titlesIn(readSource(file)));
const rows = rowsIn(readSource(table));

describe(table, () => {
  it(`has a row for every test that is marked "${mark}"`, () => {
    expect(titles.filter((title) => !rows.some((row) => row.test === title))).toEqual([]);
  });

  it('names a test that exists in every row', () => {
    expect(rows.filter((row) => !titles.includes(row.test))).toEqual([]);
  });

  it('says in every row what, why, and how to get the old behaviour', () => {
    expect(rows.filter(({ cells }) => cells.length !== 5 || cells.includes(''))).toEqual([]);
  });

  it('has one row for a test', () => {
    expect(new Set(rows.map((row) => row.test)).size).toBe(rows.length);
  });
});

describe('the check of differences', () => {
  it('finds marked titles in quotes of every kind', () => {
    const code = [
      `it('${mark}: it\\'s null', () => {});`,
      `it("${mark}: a \\"b\\"", () => {});`,
      `test.each([1])(\`${mark}: c\`, () => {});`,
      "it('is like the rest', () => {});",
    ].join('\n');
    expect(titlesIn(code)).toEqual([`${mark}: it's null`, `${mark}: a "b"`, `${mark}: c`]);
  });

  it('reads rows, with or without code marks', () => {
    const text = [
      '| documented | ours | why | how | test |',
      '|---|---|---|---|---|',
      `| a | b \\| c | d | e | \`${mark}: f\` |`,
      `| a | b | c | d | ${mark}: g |`,
    ].join('\n');
    expect(rowsIn(text)).toEqual([
      { cells: ['a', 'b | c', 'd', 'e', `${mark}: f`], test: `${mark}: f` },
      { cells: ['a', 'b', 'c', 'd', `${mark}: g`], test: `${mark}: g` },
    ]);
  });
});

function titlesIn(source: string): string[] {
  const literals = new RegExp(`(['"\`])(${mark}:(?:\\\\.|(?!\\1)[^\\\\\\n])*)\\1`, 'g');
  return Array.from(source.matchAll(literals), ([, , text = '']) => text)
    .filter((text) => !text.includes('${'))
    .map((text) => text.replace(/\\(.)/g, '$1'));
}

function rowsIn(markdown: string): { cells: string[]; test: string }[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const cells = line
        .replace(/^\||\|\s*$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|'));
      const test = (cells.at(-1) ?? '').replace(/^`(.*)`$/, '$1');
      return { cells: [...cells.slice(0, -1), test], test };
    });
}
