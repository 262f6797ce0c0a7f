import type { Processor, ProcessorPlan } from '../../processors/index.ts';

/**
 * Of the processors of a run those that see each chunk: what a second model writes to make the value passes them too, or
 * what they take out of the answer would come back by it.
 */
export function streamHooksOf(plan: ProcessorPlan | undefined): ProcessorPlan | undefined {
  const output = (plan?.output ?? [])
    .filter(({ processOutputStream }) => processOutputStream !== undefined)
    .map(onlyStream);
  if (output.length === 0) return undefined;
  return { input: [], output, error: [], maxRetries: undefined, origins: new WeakMap() };
}

function onlyStream(processor: Processor): Processor {
  const { id, processDataParts, failClosed } = processor;
  return {
    id,
    ...(processDataParts !== undefined && { processDataParts }),
    ...(failClosed !== undefined && { failClosed }),
    processOutputStream: (args) => processor.processOutputStream?.(args),
  };
}
