import type { FinishReason, StoppedBy } from '../base/finish-reason.ts';
import type { Tripwire } from '../base/tripwire.ts';
import type { Usage } from '../base/usage.ts';
import type { StepResult } from '../processors/index.ts';
import type { UIMessage } from './ui-message.ts';

/** All that a run gave: what `generate()` resolves to, what `getFullOutput()` gives, what `onFinish` gets. */
export interface FullOutput<Value = unknown>
  extends Pick<
    StepResult,
    | 'text'
    | 'toolCalls'
    | 'toolResults'
    | 'content'
    | 'reasoning'
    | 'reasoningText'
    | 'sources'
    | 'files'
    | 'warnings'
    | 'request'
    | 'providerMetadata'
  > {
  readonly runId: string;
  readonly messageId: string;
  /** Of the trace that the run is part of, and of its own span; `undefined` where it is not traced. */
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly response: StepResult['response'] & {
    /** The run as a user interface shows it; payloads are what transcript transforms made of them. */
    readonly uiMessages: readonly UIMessage[];
  };
  readonly steps: readonly StepResult[];
  readonly finishReason: FinishReason;
  /** What ended a run that would have gone on. */
  readonly stoppedBy: StoppedBy | undefined;
  /** Of the whole run, the same as `totalUsage`. */
  readonly usage: Usage;
  readonly totalUsage: Usage;
  /** Set in `onFinish` of a run that failed; `generate()` rejects with it. */
  readonly error: Error | undefined;
  /** The value that `structuredOutput` asked for. */
  readonly object: Value;
  /** The answer did not match, and `object` is the `fallbackValue`. */
  readonly usedFallbackValue: boolean | undefined;
  /** The processor that stopped the run, and why; `text` is empty then. */
  readonly tripwire: Tripwire | undefined;
}
