import { createInterface } from 'node:readline';
import type { TerminalInput } from './terminal-input.ts';

export interface LineQuestion {
  readonly prompt: string;
  /** What the arrow keys walk through, the nearest first. */
  readonly history: readonly string[];
}

/** What came of a question: a line, or `end` by Ctrl-D, or `interrupt` by Ctrl-C on an empty line. */
export type Typed = { readonly line: string } | 'end' | 'interrupt';

/** Asks for one line, which can be edited. Ctrl-C clears it first. */
export function askLine(input: TerminalInput, { prompt, history }: LineQuestion): Promise<Typed> {
  const lines = createInterface({
    input,
    output: process.stdout,
    terminal: true,
    prompt,
    history: [...history],
    historySize: history.length + 1,
    removeHistoryDuplicates: true,
  });
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      resolve({ line });
      lines.close();
    });
    lines.on('SIGINT', () => {
      if (lines.line !== '') {
        lines.write(null, { ctrl: true, name: 'e' });
        lines.write(null, { ctrl: true, name: 'u' });
        return;
      }
      process.stdout.write('\n');
      resolve('interrupt');
      lines.close();
    });
    lines.on('close', () => resolve('end'));
    lines.prompt();
  });
}
