import { toPlainText } from '../plain-text.ts';
import { CallLines } from './call-lines.ts';
import { createNoticeDimmer } from './dim-notice.ts';
import type { Screen } from './screen.ts';
import type { RunChunk } from './talker.ts';

/** Shows a run while it happens: each call, what came of it and how long it took, and the answer as it comes. */
export function createRunShower(screen: Screen): { show(chunk: RunChunk): void; end(): void } {
  const calls = new CallLines(screen);
  const answer = createNoticeDimmer(screen.answerColors, (text) => screen.answer(text));
  let hasSpoken = false;
  return {
    show(chunk) {
      switch (chunk.type) {
        case 'start':
          screen.changing(screen.colors.dim('…'));
          break;
        case 'text-start':
          // what a later step says does not run on in the same line
          if (hasSpoken) screen.endAnswer();
          break;
        case 'text-end':
          answer.end();
          break;
        case 'text-delta':
          hasSpoken = true;
          answer.write(toPlainText(textOf(chunk)));
          break;
        default:
          calls.show(chunk);
      }
    },
    end() {
      answer.end();
      screen.endAnswer();
    },
  };
}

function textOf({ payload }: RunChunk): string {
  const { text } = (payload ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
