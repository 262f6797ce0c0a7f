import { abortedError } from '../errors.ts';
import type { RunChunk } from './talker.ts';

/**
 * Hands on every chunk of a run.
 *
 * @throws what the run failed with, the aborted error when it was stopped, and the reason of a processor that stopped it.
 */
export async function readRun(
  chunks: AsyncIterable<RunChunk>,
  take: (chunk: RunChunk) => void,
): Promise<void> {
  let failure: unknown;
  for await (const chunk of chunks) {
    take(chunk);
    switch (chunk.type) {
      case 'abort':
        failure = abortedError();
        break;
      case 'error':
        failure = fieldOf(chunk, 'error') ?? new Error('The run failed and did not say why.');
        break;
      case 'tripwire':
        failure = stoppedBy(chunk);
        break;
      case 'finish':
        // what failed in the middle, a processor for instance, has not failed the run
        if (!failedReasons.has(reasonOf(chunk))) failure = undefined;
    }
  }
  if (failure !== undefined) throw failure;
}

const failedReasons: ReadonlySet<unknown> = new Set(['error', 'aborted']);

function reasonOf(chunk: RunChunk): unknown {
  return (fieldOf(chunk, 'stepResult') as { reason?: unknown } | undefined)?.reason;
}

function stoppedBy(chunk: RunChunk): Error {
  const [reason, id] = [fieldOf(chunk, 'reason'), fieldOf(chunk, 'processorId')];
  return new Error(`The processor "${String(id)}" stopped the run: ${String(reason)}`);
}

function fieldOf({ payload }: RunChunk, name: string): unknown {
  return ((payload ?? {}) as Readonly<Record<string, unknown>>)[name];
}
