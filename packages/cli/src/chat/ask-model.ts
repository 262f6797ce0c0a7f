import { askLine } from './ask-line.ts';
import type { ModelChoice } from './model-choices.ts';
import type { Screen } from './screen.ts';
import type { TerminalInput } from './terminal-input.ts';

/** Asks which model to use: by the number of a choice, by any name, or with the arrow keys, which bring the choices. */
export async function askModel(
  input: TerminalInput,
  screen: Screen,
  choices: readonly ModelChoice[],
): Promise<string | 'end' | 'interrupt'> {
  const { bold, dim } = screen.colors;
  const width = Math.max(...choices.map(({ name }) => name.length));
  screen.tell('Which model shall answer?');
  for (const [index, { name, about }] of choices.entries()) {
    screen.line(`  ${bold(index + 1)}  ${name.padEnd(width)}  ${dim(about)}`);
  }
  // upwards from the prompt, as they stand above it
  const history = choices.map(({ name }) => name).reverse();
  for (;;) {
    const prompt = 'Number, name, or ↑ and ↓ [1]: ';
    const typed = await askLine(input, { prompt, history });
    if (typeof typed === 'string') return typed;
    const said = typed.line.trim() || '1';
    if (!/^\d+$/.test(said)) return said;
    const choice = choices[Number(said) - 1];
    if (choice !== undefined) return choice.name;
    screen.tell(`There is no number ${said}.`);
  }
}
