import { TenonError } from '../../base/errors.ts';
import type { Processor } from '../../processors/index.ts';
import { TripWire } from '../../processors/index.ts';
import type { Run } from '../run.ts';
import { kindOf, resultInvalid } from './failures.ts';
import type { RunProcessors } from './run-processors.ts';
import { withConversation } from './take-messages.ts';

const hook = 'processAPIError';

/**
 * Asks processors whether a step is to be taken again whose models have failed; gives the first that says so. They may
 * change the conversation for it. One that fails itself is logged, since the run has an error to end with.
 * @throws TripWire
 */
export async function processApiError(
  run: Run,
  processors: RunProcessors,
  error: Error,
): Promise<Processor | undefined> {
  const having = processors.having(hook);
  if (having === undefined || !processors.mayTakeAgain) return undefined;
  const { messageList } = processors;
  const { entries } = messageList.state;
  for (const processor of having) {
    if (run.isAborted) return undefined;
    const isToRetry = await ask(run, processors, processor, error);
    if (run.isAborted) return undefined;
    if (messageList.state.entries !== entries) processors.keepMessages(processors.system);
    if (isToRetry) return processor;
  }
  return undefined;
}

async function ask(
  run: Run,
  processors: RunProcessors,
  processor: Processor,
  error: Error,
): Promise<boolean> {
  const own = withConversation({ error, stepNumber: processors.stepNumber }, processors);
  try {
    const given = await run.untilStopped(processors.call(processor, hook, own));
    return read(given, processor);
  } catch (thrown) {
    if (TripWire.is(thrown) || !TenonError.is(thrown)) throw thrown;
    run.logger.error(thrown.message, { processorId: processor.id, runId: run.runId });
    return false;
  }
}

function read(given: unknown, processor: Processor): boolean {
  if (given === undefined || given === null) return false;
  const { retry } = given as { retry?: unknown };
  if (typeof retry === 'boolean') return retry;
  const problem = `must give nothing or { retry: true }, but gave ${kindOf(given)}.`;
  throw resultInvalid(processor, hook, problem);
}
