import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How many lines the arrow keys reach back. */
const most = 1000;

/** What was typed in this folder, kept over chats in a file that only its owner may read. */
export class ChatHistory {
  readonly #path: string;
  /** The newest first. */
  #lines: readonly string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Reads what earlier chats left. */
  async load(): Promise<void> {
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    const lines = text.split('\n').filter((line) => line !== '');
    this.#lines = withoutRepetitions(lines.reverse());
  }

  /** Adds a line, here and in the file. A file that cannot be written keeps nothing for the next chat. */
  async add(line: string): Promise<void> {
    this.#lines = withoutRepetitions([line, ...this.#lines]);
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await appendFile(this.#path, `${line}\n`, { mode: 0o600 });
    } catch {
      // a folder that cannot be written is no reason to stop talking
    }
  }
}

const withoutRepetitions = (lines: readonly string[]): string[] =>
  [...new Set(lines)].slice(0, most);
