import type { FinishReason } from '../base/finish-reason.ts';
import type { Tripwire } from '../base/tripwire.ts';
import type { Usage } from '../base/usage.ts';
import type { Chunk } from '../chunks/index.ts';
import type { ProviderMetadata, ResponseInfo } from '../journal/index.ts';
import type {
  PromptAssistantMessage,
  PromptMessage,
  PromptToolMessage,
} from '../messages/index.ts';

/** What the model thought, as far as the provider shows it. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly providerMetadata?: ProviderMetadata | undefined;
}

type ContentOf<Message> = Message extends { readonly content: readonly (infer Part)[] }
  ? Part
  : never;

/** One step of a run as callbacks, processors, stop conditions and results see it: one model call and the calls it led to. */
export interface StepResult {
  readonly stepType: 'initial' | 'tool-result';
  readonly text: string;
  readonly toolCalls: readonly Chunk<'tool-call'>[];
  /** Results only; a failed call stands in `content` as an error. */
  readonly toolResults: readonly Chunk<'tool-result'>[];
  /** What the step added to the history: the model's own parts, then the results of its calls. */
  readonly content: readonly ContentOf<PromptAssistantMessage | PromptToolMessage>[];
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  readonly reasoning: readonly ReasoningPart[];
  readonly reasoningText: string;
  readonly sources: readonly Chunk<'source'>[];
  readonly files: readonly Chunk<'file'>[];
  readonly warnings: readonly unknown[];
  readonly request: { readonly body?: unknown };
  readonly response: ResponseInfo & { readonly messages: readonly PromptMessage[] };
  readonly providerMetadata: ProviderMetadata | undefined;
  /** The processor that rejected the step, and why: no model is told of it, and its text is empty. */
  readonly tripwire: Tripwire | undefined;
  /** The model that answered; with a list of models not always the first. */
  readonly model: { readonly provider: string; readonly modelId: string };
}
