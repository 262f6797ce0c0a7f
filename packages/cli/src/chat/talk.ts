import { abortedError, exitStatus, exitStatusOf, toSentence } from '../errors.ts';
import { askLine } from './ask-line.ts';
import type { ChatHistory } from './chat-history.ts';
import { Conversation } from './conversation.ts';
import type { Screen } from './screen.ts';
import { createRunShower } from './show-run.ts';
import type { Talker, TalkOptions } from './talker.ts';
import { lineMark, type TerminalInput } from './terminal-input.ts';

export interface Talk {
  readonly talker: Talker;
  readonly input: TerminalInput;
  readonly screen: Screen;
  readonly history: ChatHistory;
  /** Options of the next run. */
  readonly options: () => TalkOptions;
  /** Lets the user choose another model; without a name it asks for one. */
  readonly chooseModel: (name: string | undefined) => Promise<void>;
}

const help = `/model [name]  choose the model that answers
/clear         begin a new conversation
/exit          leave, as Ctrl-D does
Ctrl-C stops an answer; on an empty line it leaves. ↑ and ↓ bring back what you typed before.`;

/**
 * Talks with a person until they leave.
 *
 * @throws the aborted error when they left by Ctrl-C.
 */
export async function talk(all: Talk): Promise<void> {
  const { input, screen, history } = all;
  const conversation = new Conversation();
  const prompt = `${screen.answerColors.bold('>')} `;
  for (;;) {
    const typed = await askLine(input, { prompt, history: history.lines });
    if (typed === 'interrupt') throw abortedError();
    if (typed === 'end') {
      process.stdout.write('\n');
      return;
    }
    const request = typed.line.replaceAll(lineMark, '\n').trim();
    if (request === '') continue;
    await history.add(typed.line);
    const [command = '', ...words] = request.split(/\s+/);
    if (command === '/exit') return;
    if (command === '/clear') {
      conversation.clear();
      screen.tell(screen.colors.dim('This is a new conversation.'));
    } else if (command === '/model') await all.chooseModel(words.join(' ') || undefined);
    else if (command === '/help') screen.tell(help);
    else if (/^\/\w*$/.test(request))
      screen.tell(`There is no ${request}. /help tells what there is.`);
    else await answer(request, conversation, all);
  }
}

/** One answer. The first Ctrl-C stops it; the second leaves, even if the run does not end. */
async function answer(request: string, conversation: Conversation, all: Talk): Promise<void> {
  const { talker, input, screen } = all;
  const { dim, red } = screen.colors;
  const stopping = new AbortController();
  const shower = createRunShower(screen);
  const left = new Promise<'left'>((resolve) => {
    input.onInterrupt = () => {
      if (stopping.signal.aborted) resolve('left');
      else {
        screen.tell(dim('Stopping… Ctrl-C again leaves.'));
        stopping.abort(new Error('Stopped by Ctrl-C.'));
      }
    };
  });
  const options = { ...all.options(), abortSignal: stopping.signal };
  const asked = conversation.ask(talker, request, options, shower.show);
  const failure = await Promise.race([asked, left]).catch((error: unknown) => ({ error }));
  shower.end();
  input.onInterrupt = undefined;
  if (failure === 'left') throw abortedError();
  if (failure !== undefined) {
    const isStopped = exitStatusOf(failure.error) === exitStatus.aborted;
    screen.tell(isStopped ? dim('Stopped. What was said stays.') : red(toSentence(failure.error)));
  }
  process.stdout.write('\n');
}
