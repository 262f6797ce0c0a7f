import type { FinishReason, StoppedBy } from '../base/finish-reason.ts';
import type { PayloadTransforms } from '../base/payload-transform.ts';
import type { Tripwire } from '../base/tripwire.ts';
import type { Usage } from '../base/usage.ts';
import type { CallOutcome, ModelReply } from './reply.ts';

/** What happened in a run, in the order it happened. Records hold references, never copies, of inputs and outputs. */
export type RunEvent =
  | {
      readonly type: 'run-started';
      readonly runId: string;
      readonly agentId: string;
      readonly messageId: string;
      /** The prompt the run began with: history made whole, input last. */
      readonly prompt: readonly object[];
    }
  | { readonly type: 'model-replied'; readonly step: number; readonly reply: ModelReply }
  /** A processor changed the words of a reply. */
  | { readonly type: 'reply-changed'; readonly step: number; readonly reply: ModelReply }
  /** A processor changed what the model has been told; the prompt as it is from here on. */
  | { readonly type: 'prompt-replaced'; readonly prompt: readonly object[] }
  /** A processor rejected a reply: no model is told of it. */
  | {
      readonly type: 'step-rejected';
      readonly step: number;
      readonly tripwire: Tripwire;
      /** The step is taken again. */
      readonly isRetried: boolean;
    }
  | { readonly type: 'call-started'; readonly id: string; readonly attempt: number }
  | {
      readonly type: 'call-ended';
      readonly id: string;
      readonly outcome: CallOutcome;
      /** What people are shown in place of the outcome. */
      readonly transforms?: PayloadTransforms;
    }
  /** A second model made the value that `structuredOutput` asked for, or tried to. */
  | { readonly type: 'answer-structured'; readonly usage: Usage }
  | {
      readonly type: 'run-ended';
      readonly finishReason: FinishReason;
      readonly stoppedBy: StoppedBy | undefined;
      readonly error: Error | undefined;
      /** What `structuredOutput` asked for. */
      readonly object?: unknown;
      readonly usedFallbackValue?: boolean;
      /** The processor that stopped it. */
      readonly tripwire?: Tripwire;
    };

export type RunEventType = RunEvent['type'];

/** An event with its place: `seq` counts up from 1 within the run. */
export interface RunRecord {
  readonly seq: number;
  readonly event: RunEvent;
}
