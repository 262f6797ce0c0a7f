/**
 * Why a step or a run ended. `aborted`, `error`, and of a step that a processor rejected `tripwire` and `retry`, are
 * Tenon's own; the rest are a model's words.
 */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'content-filter'
  | 'tool-calls'
  | 'error'
  | 'other'
  | 'aborted'
  | 'tripwire'
  | 'retry';

/** After these a model has nothing more to say: its calls are not run and the loop ends. */
export function isCutOff(reason: FinishReason): boolean {
  return reason === 'length' || reason === 'content-filter' || reason === 'error';
}

/** What ended a run that would have gone on. */
export type StoppedBy = 'max-steps' | 'stop-when' | 'safety-limit' | 'budget';
