import type { FinishReason } from '../base/finish-reason.ts';
import type { PayloadTransforms } from '../base/payload-transform.ts';
import type { Usage } from '../base/usage.ts';

/** Facts of one provider by its name, as it sent them. */
export type ProviderMetadata = Record<string, Record<string, unknown>>;

/** How one call ended. `error` is a real `Error`; `value` is JSON-safe. */
export type CallOutcome =
  | {
      readonly type: 'result';
      readonly value: unknown;
      /**
       * What the model is told in place of the value, where the tool says so: a tool output. In a record, a text over
       * 1 KB that stands in `value` too is a pointer into it.
       */
      readonly modelOutput?: object;
      /** Of all this a model is shown no more than so many characters. */
      readonly maxShownChars?: number;
    }
  | { readonly type: 'error'; readonly error: Error };

/** What the model was told of a result, as its chunk carries it. */
export function withModelOutput(outcome: CallOutcome | undefined): {
  readonly providerMetadata?: { readonly mastra: { readonly modelOutput: object } };
} {
  if (outcome?.type !== 'result' || outcome.modelOutput === undefined) return {};
  return { providerMetadata: { mastra: { modelOutput: outcome.modelOutput } } };
}

/**
 * One call that a model asked for. Prompt, steps and journal all hold this one object; only `input`,
 * `outcome` and `transforms` change.
 */
export class ToolCall {
  /** Unique within the run; what the model said, unless it said it twice. */
  readonly id: string;
  /** The step it was asked for in, from 0. */
  readonly step: number;
  /** The key in the `tools` record, or the word of the model when no tool has it. */
  readonly toolName: string;
  /** The name that the model was given for it. */
  readonly modelName: string;
  /** The arguments as they came. */
  readonly text: string;
  /** The arguments as parsed JSON, in the form of the tool's author; `undefined` when the text is not JSON. */
  readonly args: unknown;
  /** The arguments as the model wrote them, parsed: other than `args` where it was told another schema. */
  readonly written: unknown;
  readonly title: string | undefined;
  readonly dynamic: boolean | undefined;
  readonly providerExecuted: boolean;
  readonly providerMetadata: ProviderMetadata | undefined;
  /** A copy of `args`, then what the schema made of it: what hooks and `execute` see. */
  input: unknown = undefined;
  outcome: CallOutcome | undefined = undefined;
  /** What people are shown in place of its payloads, by target and phase; `undefined` where nobody asked. */
  transforms: PayloadTransforms | undefined = undefined;

  constructor(fields: {
    id: string;
    step: number;
    toolName: string;
    modelName: string;
    text: string;
    args: unknown;
    written?: unknown;
    title?: string | undefined;
    dynamic?: boolean | undefined;
    providerExecuted?: boolean | undefined;
    providerMetadata?: ProviderMetadata | undefined;
  }) {
    this.id = fields.id;
    this.step = fields.step;
    this.toolName = fields.toolName;
    this.modelName = fields.modelName;
    this.text = fields.text;
    this.args = fields.args;
    this.written = fields.written ?? fields.args;
    this.title = fields.title;
    this.dynamic = fields.dynamic;
    this.providerExecuted = fields.providerExecuted ?? false;
    this.providerMetadata = fields.providerMetadata;
  }
}

export interface ReplyText {
  readonly type: 'text';
  text: string;
  providerMetadata: ProviderMetadata | undefined;
}
export interface ReplyReasoning {
  readonly type: 'reasoning';
  text: string;
  providerMetadata: ProviderMetadata | undefined;
}
export interface ReplyFile {
  readonly type: 'file' | 'reasoning-file';
  /** Base64 text, bytes, or where the file is. */
  readonly data: string | Uint8Array | URL;
  readonly mediaType: string;
  readonly filename: string | undefined;
  readonly providerMetadata: ProviderMetadata | undefined;
}
export interface ReplySource {
  readonly type: 'source';
  readonly sourceType: 'url' | 'document';
  readonly id: string;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
  readonly providerMetadata?: ProviderMetadata | undefined;
}
export interface ReplyCall {
  readonly type: 'tool-call';
  readonly call: ToolCall;
}
/** The result of a call that the provider made itself, in this step or an earlier one. */
export interface ReplyProviderResult {
  readonly type: 'provider-result';
  readonly call: ToolCall;
  /** As the provider sent it, also of a call that failed; JSON-safe. */
  readonly value: unknown;
  readonly providerMetadata: ProviderMetadata | undefined;
}
/** What a provider calls its own; kept, so that it can be shown. */
export interface ReplyCustom {
  readonly type: 'custom';
  readonly kind: string;
  readonly providerMetadata: ProviderMetadata | undefined;
}

export type ReplyPart =
  | ReplyText
  | ReplyReasoning
  | ReplyFile
  | ReplySource
  | ReplyCall
  | ReplyProviderResult
  | ReplyCustom;

/** What a provider says of the answer it sent. */
export interface ResponseInfo {
  readonly id: string | undefined;
  readonly modelId: string | undefined;
  readonly timestamp: Date | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly body?: unknown;
}

/** All that one model call gave. */
export interface ModelReply {
  readonly content: readonly ReplyPart[];
  readonly calls: readonly ToolCall[];
  /** All its text, joined. */
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly rawFinishReason: string | undefined;
  readonly usage: Usage;
  readonly warnings: readonly unknown[];
  readonly request: { readonly body?: unknown };
  readonly response: ResponseInfo;
  readonly providerMetadata: ProviderMetadata | undefined;
  readonly model: { readonly provider: string; readonly modelId: string };
}
