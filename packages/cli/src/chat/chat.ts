import { demoExamples } from '@tenon/demo-model';
import { usageError } from '../errors.ts';
import { createAssistant } from './assistant.ts';
import { findTalker } from './find-talker.ts';
import { loadChosenModel } from './load-chosen-model.ts';
import { loadKeys } from './load-keys.ts';
import { readInput } from './read-input.ts';
import { routeConsole } from './route-console.ts';
import { runOnce } from './run-once.ts';
import { Screen } from './screen.ts';
import type { TalkOptions } from './talker.ts';

export interface ChatOptions {
  readonly agent?: string;
  readonly model?: string;
  readonly maxSteps?: number;
  readonly json?: true;
  readonly otherwise?: string;
  readonly examples?: true;
}

/** Answers one request. */
export async function chat(given: string, options: ChatOptions): Promise<void> {
  if (options.examples) {
    process.stdout.write(`${demoExamples.join('\n')}\n`);
    return;
  }
  const screen = new Screen();
  loadKeys();
  const request = await requestOf(given, options, screen);
  routeConsole(screen);
  const talker = await findTalker(options.agent);
  const model =
    options.model !== undefined && talker === undefined
      ? await loadChosenModel(options.model)
      : options.model;
  const talkOptions: TalkOptions = {
    ...(talker === undefined && { maxSteps: assistantSteps }),
    ...(options.maxSteps !== undefined && { maxSteps: options.maxSteps }),
    ...(model !== undefined && { model }),
  };
  await runOnce(talker ?? (await createAssistant()), {
    request,
    options: talkOptions,
    json: options.json === true,
    screen,
  });
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
