import { demoExamples } from '@tenon/demo-model';
import { abortedError, usageError } from '../errors.ts';
import { toPlainLine } from '../plain-text.ts';
import { createAssistant } from './assistant.ts';
import { ChatHistory } from './chat-history.ts';
import { findTalker } from './find-talker.ts';
import { loadKeys } from './load-keys.ts';
import { demoModel } from './model-choices.ts';
import { ModelPicker } from './model-picker.ts';
import { readInput } from './read-input.ts';
import { routeConsole } from './route-console.ts';
import { runOnce } from './run-once.ts';
import { Screen } from './screen.ts';
import { talk } from './talk.ts';
import { TerminalInput } from './terminal-input.ts';

export interface ChatOptions {
  readonly agent?: string;
  readonly model?: string;
  readonly maxSteps?: number;
  readonly json?: true;
  readonly otherwise?: string;
  readonly examples?: true;
}

/** Answers one request, or talks in the terminal when there is none. */
export async function chat(given: string, options: ChatOptions): Promise<void> {
  if (options.examples) {
    process.stdout.write(`${demoExamples.join('\n')}\n`);
    return;
  }
  const { json = false } = options;
  const screen = new Screen();
  loadKeys();
  const hasTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const isTalk = given === '' && hasTerminal && !json;
  const request = isTalk ? '' : await requestOf(given, options, screen);
  routeConsole(screen);
  const found = await findTalker(options.agent);
  const isBuiltIn = found === undefined;
  const talker = found ?? (await createAssistant());
  const limit = options.maxSteps ?? (isBuiltIn ? assistantSteps : undefined);
  const input = hasTerminal && !json ? new TerminalInput(process.stdin) : undefined;
  const picker = new ModelPicker({ isBuiltIn, screen, input });
  const runOptions = () => ({ ...picker.options, ...(limit !== undefined && { maxSteps: limit }) });
  input?.open();
  try {
    const goesOn = await picker.begin(options.model);
    if (isTalk && input !== undefined) {
      if (!goesOn) return;
      const history = new ChatHistory('.tenon/chat-history');
      await history.load();
      greet(screen, talker.name, picker.name);
      return await talk({
        talker,
        input,
        screen,
        history,
        options: runOptions,
        chooseModel: (name) => picker.chooseAgain(name),
      });
    }
    if (!goesOn) throw abortedError();
  } finally {
    input?.close();
  }
  await runOnce(talker, { request, options: runOptions(), json, screen });
}

/** Enough for a request that wants several tools, one after the other. */
const assistantSteps = 10;

/** The request as it was given, with what was piped in below it. */
async function requestOf(
  given: string,
  { otherwise }: ChatOptions,
  screen: Screen,
): Promise<string> {
  const piped = await readInput();
  const request = [given, piped].filter((text) => text.trim() !== '').join('\n\n');
  if (request !== '') return request;
  if (otherwise === undefined) {
    throw usageError(
      'There is no request. Give one, for instance: tenon chat "What is 18% of 2450?"',
    );
  }
  screen.tell(screen.colors.dim(otherwise));
  return otherwise;
}

function greet(screen: Screen, name: string, model: string | undefined): void {
  const by = model === undefined ? '' : ` by ${model}`;
  screen.tell(`${toPlainLine(name)} answers${by}. /help tells what there is, Ctrl-D leaves.`);
  if (model !== demoModel) return;
  const [first, , , second] = demoExamples;
  screen.tell(screen.colors.dim(`For instance: ${first}\n         or: ${second}`));
}
