import { toJsonSafe } from '@tenon/core/internal';
import { onInterrupt } from '../on-interrupt.ts';
import { readRun } from './read-run.ts';
import type { Screen } from './screen.ts';
import { createRunShower } from './show-run.ts';
import type { RunChunk, Talker, TalkOptions } from './talker.ts';

export interface OneRun {
  readonly request: string;
  readonly options: TalkOptions;
  /** Prints each chunk as a line of JSON in place of the answer. */
  readonly json: boolean;
  readonly screen: Screen;
}

/** Lets an agent answer one request. Ctrl-C stops it; the second time it does not wait for the end. */
export async function runOnce(talker: Talker, { request, options, json, screen }: OneRun) {
  const stopping = new AbortController();
  onInterrupt(() => stopping.abort(new Error('Stopped by Ctrl-C.')));
  const { fullStream } = await talker.stream(request, {
    ...options,
    abortSignal: stopping.signal,
  });
  if (json) return readRun(fullStream, printLine);
  const shower = createRunShower(screen);
  try {
    await readRun(fullStream, shower.show);
  } finally {
    shower.end();
  }
}

function printLine(chunk: RunChunk): void {
  process.stdout.write(`${JSON.stringify(toJsonSafe(chunk))}\n`);
}
