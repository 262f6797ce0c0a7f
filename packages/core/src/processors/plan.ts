import type { MessageOrigins } from '../messages/index.ts';
import type { Processor } from './processor.ts';

/** The processors of one run, checked. */
export interface ProcessorPlan {
  readonly input: readonly Processor[];
  readonly output: readonly Processor[];
  readonly error: readonly Processor[];
  /** How often one step may be taken again; not given: never. */
  readonly maxRetries: number | undefined;
  /** What the messages of the first prompt were read from: it holds their ids. */
  readonly origins: MessageOrigins;
}
