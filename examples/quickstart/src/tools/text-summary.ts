import { counted } from './counted.ts';

const common = new Set(
  `about after also and any are because been before but can does each for from had has have her him his how into its just like more most must not now one only other our out over she should some such than that the their them then there these they this those through under very was were what when where which while who will with would you your`.split(
    ' ',
  ),
);
const maxLine = 100_000;
const maxDistinct = 100_000;

/** Counts lines and words of a text that comes in pieces, and remembers how it begins and what it is about. */
export class TextSummary {
  #rest = '';
  #lines = 0;
  #words = 0;
  #isCode = false;
  readonly #headings: string[] = [];
  readonly #first: string[] = [];
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line, true);
    if (this.#rest.length <= maxLine) return;
    // A line without an end is taken in parts, so that it need not be held.
    const cut = Math.max(this.#rest.lastIndexOf(' '), this.#rest.length - 100);
    this.#take(this.#rest.slice(0, cut), false);
    this.#rest = this.#rest.slice(cut);
  }

  /** The summary in words, which `about` begins, with the headings of the text, else its first lines. */
  end(about: string): { message: string; outline: string[] } {
    if (this.#rest !== '') this.#take(this.#rest, true);
    this.#rest = '';
    const counts = `${counted(this.#lines, 'line')}, ${counted(this.#words, 'word')}`;
    const frequent = [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const told = frequent.slice(0, 8).map(([word, count]) => `${word} ${count}`);
    const most = told.length > 0 ? ` Frequent words: ${told.join(', ')}.` : '';
    const [outline, title] =
      this.#headings.length > 0 ? [this.#headings, ' Headings:'] : [this.#first, ' It begins:'];
    const tail = outline.length > 0 ? title : '';
    return { message: `${about}, ${counts}.${most}${tail}`, outline };
  }

  #take(line: string, isWhole: boolean): void {
    if (isWhole) this.#lines += 1;
    const shown = line.trim().slice(0, 120);
    if (/^(?:```|~~~)/.test(shown)) this.#isCode = !this.#isCode;
    const heading = this.#isCode ? undefined : /^#{1,6} (.+?)#*$/.exec(shown)?.[1];
    if (heading && this.#headings.length < 12) this.#headings.push(heading.trim());
    if (shown !== '' && this.#first.length < 3) this.#first.push(shown);
    for (const word of line.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? []) {
      this.#words += 1;
      this.#count(word.toLowerCase());
    }
  }

  #count(word: string): void {
    if (word.length < 3 || word.length > 40 || common.has(word) || /^\d/.test(word)) return;
    const count = this.#counts.get(word);
    if (count !== undefined || this.#counts.size < maxDistinct)
      this.#counts.set(word, (count ?? 0) + 1);
  }
}
