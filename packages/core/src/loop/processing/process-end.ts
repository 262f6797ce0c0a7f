import { TripWire } from '../../processors/index.ts';
import { finishPayload } from '../finish-payload.ts';
import type { RunEnd } from '../options.ts';
import type { Run } from '../run.ts';
import type { RunProcessors } from './run-processors.ts';
import { stopBy } from './take-steps.ts';

/**
 * Processors see the last chunk of a run that came to its end, and all before it; they may still stop it. Gives nothing
 * when the run was stopped otherwise meanwhile.
 */
export async function processEnd(
  run: Run,
  processors: RunProcessors,
  end: RunEnd,
): Promise<RunEnd | undefined> {
  const { output } = processors;
  const isOver =
    end.error !== undefined || end.tripwire !== undefined || end.finishReason === 'aborted';
  if (output === undefined || isOver) return end;
  try {
    run.emit?.('finish', finishPayload(run, end));
    await run.untilStopped(output.seen());
    if (run.isAborted) return undefined;
    run.hasFinished = true;
    return end;
  } catch (thrown) {
    if (!TripWire.is(thrown)) throw thrown;
    return stopBy(run, processors, thrown);
  }
}
