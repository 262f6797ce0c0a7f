import type { MaybePromise } from '../../base/promise.ts';
import { type Processor, TripWire } from '../../processors/index.ts';
import type { Interrupted } from '../ask-model.ts';
import type { RunEnd } from '../options.ts';
import type { Run } from '../run.ts';
import { closeOpenCalls } from '../run-calls.ts';
import { processApiError } from './process-api-error.ts';
import { processInput } from './process-input.ts';
import { processResult } from './process-result.ts';
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
    const end = await takeSteps(run, processors, steps);
    await processResult(run, processors, end);
    return end;
  } catch (thrown) {
    if (run.isAborted || !TripWire.is(thrown)) throw thrown;
    return stopBy(run, processors, thrown);
  }
}

async function takeSteps(run: Run, processors: RunProcessors, steps: Steps): Promise<RunEnd> {
  for (;;) {
    try {
      return await steps.take();
    } catch (thrown) {
      if (run.isAborted || !TripWire.is(thrown) || !processors.mayRetry(thrown)) throw thrown;
      if (rejectAnswer(run, processors, thrown, true)) await steps.finishRejected();
      processors.retry(thrown);
    }
  }
}

/**
 * A model call failed, after all tries of all models. Whether a processor has the step taken again; what was said until
 * then is taken back.
 */
export async function retriesError(
  run: Run,
  processors: RunProcessors,
  { error, partial }: Pick<Interrupted, 'error' | 'partial'>,
  finishRejected: Steps['finishRejected'],
): Promise<boolean> {
  const failure = error ?? new Error('The model failed.');
  const keepPartial = (): void => {
    if (partial === undefined) return;
    run.record({ type: 'model-replied', step: run.state.steps.length, reply: partial });
  };
  let processor: Processor | undefined;
  try {
    processor = await processApiError(run, processors, failure);
  } catch (thrown) {
    keepPartial();
    throw thrown;
  }
  if (processor === undefined) return false;
  keepPartial();
  const again = new TripWire(failure.message, { retry: true }, processor.id);
  if (rejectAnswer(run, processors, again, true)) await finishRejected();
  processors.takeAgain();
  return true;
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
