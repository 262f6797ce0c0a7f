/** Why a processor stopped a run, or sent a step back. */
export interface Tripwire {
  readonly reason: string;
  /** The processor would have had the step taken again. */
  readonly retry?: boolean;
  readonly metadata?: unknown;
  readonly processorId: string;
}
