import type { MaybePromise } from '../../base/promise.ts';
import { TripWire } from '../../processors/index.ts';
import type { RunEnd } from '../options.ts';
import type { Run } from '../run.ts';
import { closeOpenCalls } from '../run-calls.ts';
import { processInput } from './process-input.ts';
import { type RunProcessors, toTripwire } from './run-processors.ts';

/** Who else has to do with a step that is rejected. */
interface Steps {
  take(): Promise<RunEnd>;
  /** Announces the end of the last step, which is taken again. */
  finishRejected(): MaybePromise<unknown>;
}

/** The steps of a run with processors: they see the input first, and may stop the run or have a step taken again. */
export async function takeProcessedSteps(
  run: Run,
  processors: RunProcessors,
  steps: Steps,
): Promise<RunEnd> {
  try {
    await run.untilStopped(processors.seen());
    await processInput(run, processors);
    for (;;) {
      try {
        return await steps.take();
      } catch (thrown) {
        if (run.isAborted || !TripWire.is(thrown) || !processors.mayRetry(thrown)) throw thrown;
        if (rejectAnswer(run, processors, thrown, true)) await steps.finishRejected();
        processors.retry(thrown);
      }
    }
  } catch (thrown) {
    if (run.isAborted || !TripWire.is(thrown)) throw thrown;
    return stopBy(run, processors, thrown);
  }
}

/** Ends the run for a processor. */
export async function stopBy(
  run: Run,
  processors: RunProcessors,
  thrown: TripWire,
): Promise<RunEnd> {
  rejectAnswer(run, processors, thrown, false);
  await run.untilStopped(processors.output?.settled());
  run.stop();
  const tripwire = toTripwire(thrown);
  return { finishReason: 'other', stoppedBy: undefined, error: undefined, tripwire };
}

/** Takes back what the model answered in the step, if it has answered; the calls it made get an error for a result. */
function rejectAnswer(
  run: Run,
  processors: RunProcessors,
  thrown: TripWire,
  isRetried: boolean,
): boolean {
  if (!processors.hasAnswer) return false;
  closeOpenCalls(run, 'rejected');
  const step = run.state.steps.length - 1;
  run.record({ type: 'step-rejected', step, tripwire: toTripwire(thrown), isRetried });
  return true;
}
