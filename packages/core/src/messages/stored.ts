import type { ProviderOptions } from './prompt.ts';

/** What every stored part may carry. */
interface StoredPartBase {
  /** When the part came, in milliseconds since the epoch. */
  readonly createdAt?: number | undefined;
  readonly providerMetadata?: ProviderOptions | undefined;
}

export interface StoredTextPart extends StoredPartBase {
  readonly type: 'text';
  readonly text: string;
}

/** `text`, `reasoning` and the texts of `details` are three spellings of the same; the first that is there counts. */
export interface StoredReasoningPart extends StoredPartBase {
  readonly type: 'reasoning';
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly details?: readonly { readonly type: string; readonly text?: string }[] | undefined;
}

/** `data` or `url`: a data URL, a URL or base64. `mimeType` is the older spelling of `mediaType`. */
export interface StoredFilePart extends StoredPartBase {
  readonly type: 'file';
  readonly data?: string | undefined;
  readonly url?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly filename?: string | undefined;
}

export interface StoredSourcePart extends StoredPartBase {
  readonly type: 'source' | 'source-url' | 'source-document';
}

/** Stands before every step but the first. */
export interface StoredStepStartPart extends StoredPartBase {
  readonly type: 'step-start';
  readonly model?: string | undefined;
}

export interface StoredErrorPart extends StoredPartBase {
  readonly type: 'error';
  readonly error: { readonly name?: string; readonly message: string };
}

/** Data for the app alone; no model sees it. */
export interface StoredDataPart extends StoredPartBase {
  readonly type: `data-${string}`;
  readonly id?: string | undefined;
  readonly data?: unknown;
}

export type StoredToolState =
  | 'partial-call'
  | 'call'
  | 'approval-requested'
  | 'approval-responded'
  | 'result'
  | 'output-error'
  | 'output-denied';

/** One call and, once there is one, its outcome. */
export interface StoredToolInvocation {
  readonly state: StoredToolState;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: unknown;
  /** The raw result; there in state `result`. */
  readonly result?: unknown;
  readonly isError?: boolean | undefined;
  /** What failed; there in state `output-error`. */
  readonly errorText?: string | undefined;
  readonly rawInput?: unknown;
  readonly approval?:
    | {
        readonly id: string;
        readonly approved?: boolean | undefined;
        readonly reason?: string | undefined;
      }
    | undefined;
  readonly title?: string | undefined;
  readonly step?: number | undefined;
}

/** `providerMetadata.mastra.modelOutput` holds what the model is told instead of the raw result. */
export interface StoredToolPart extends StoredPartBase {
  readonly type: 'tool-invocation';
  readonly toolInvocation: StoredToolInvocation;
  readonly providerExecuted?: boolean | undefined;
  readonly title?: string | undefined;
}

export type StoredPart =
  | StoredTextPart
  | StoredReasoningPart
  | StoredFilePart
  | StoredSourcePart
  | StoredStepStartPart
  | StoredErrorPart
  | StoredDataPart
  | StoredToolPart;

export interface StoredAttachment {
  readonly url: string;
  readonly name?: string | undefined;
  readonly contentType?: string | undefined;
}

export interface StoredContent {
  readonly format: 2;
  readonly parts: readonly StoredPart[];
  /** The plain text of a message that is text alone; `parts` counts where both are there. */
  readonly content?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly providerMetadata?: ProviderOptions | undefined;
  readonly experimental_attachments?: readonly StoredAttachment[] | undefined;
  readonly toolInvocations?: readonly StoredToolInvocation[] | undefined;
  readonly reasoning?: string | undefined;
  readonly annotations?: readonly unknown[] | undefined;
}

/** A message as threads keep it (format 2). One assistant message usually holds all steps of a run. */
export interface StoredMessage {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly createdAt: Date;
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly type?: string | undefined;
  readonly content: StoredContent;
}
