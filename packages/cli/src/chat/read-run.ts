import { abortedError } from '../errors.ts';
import type { RunChunk } from './talker.ts';

/**
 * Hands on every chunk of a run.
 *
 * @throws what the run failed with, or the aborted error when it was stopped.
 */
export async function readRun(
  chunks: AsyncIterable<RunChunk>,
  take: (chunk: RunChunk) => void,
): Promise<void> {
  let failure: unknown;
  for await (const chunk of chunks) {
    take(chunk);
    if (chunk.type === 'abort') failure = abortedError();
    if (chunk.type === 'error') {
      const { error } = (chunk.payload ?? {}) as { error?: unknown };
      failure = error ?? new Error('The run failed and did not say why.');
    }
  }
  if (failure !== undefined) throw failure;
}
