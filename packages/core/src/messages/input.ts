import type { ProviderOptions } from './prompt.ts';
import type { StoredAttachment, StoredMessage, StoredToolInvocation } from './stored.ts';

/** What a user may hand to an agent: one text, one message, or any mixture of them in order. */
export type MessageInput = string | InputMessage | readonly (string | InputMessage)[];

/** One message in any of the forms that are understood. */
export type InputMessage = ModelMessageInput | UiMessageInput | StoredMessageInput;

// ---- model messages: the AI SDK's `ModelMessage`, and `CoreMessage` before it

interface WithProviderOptions {
  readonly providerOptions?: ProviderOptions | undefined;
}

/** Bytes, base64, a data URL or a URL; as text, as an object, or tagged as in the newest AI SDK. */
export type InputData =
  | string
  | Uint8Array
  | ArrayBuffer
  | URL
  | { readonly type: 'data'; readonly data: string | Uint8Array | ArrayBuffer }
  | { readonly type: 'url'; readonly url: string | URL }
  | { readonly type: 'text'; readonly text: string };

export interface InputTextPart extends WithProviderOptions {
  readonly type: 'text';
  readonly text: string;
}

/** Without a media type it is read from the data, else `image/*`. */
export interface InputImagePart extends WithProviderOptions {
  readonly type: 'image';
  readonly image: InputData;
  readonly mediaType?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** The media type may be left out where a data URL names it. */
export interface InputFilePart extends WithProviderOptions {
  readonly type: 'file';
  readonly data: InputData;
  readonly mediaType?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly filename?: string | undefined;
}

export interface InputReasoningPart extends WithProviderOptions {
  readonly type: 'reasoning';
  readonly text: string;
}

/** Its content is for the provider alone that wrote it; left out of prompts. */
export interface InputRedactedReasoningPart extends WithProviderOptions {
  readonly type: 'redacted-reasoning';
  readonly data: string;
}

/** `args` is the older spelling of `input`. */
export interface InputToolCallPart extends WithProviderOptions {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input?: unknown;
  readonly args?: unknown;
  readonly providerExecuted?: boolean | undefined;
}

/** `output` is an envelope such as `{ type: 'json', value }`, `result` (older) the bare value. */
export interface InputToolResultPart extends WithProviderOptions {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean | undefined;
}

/** Accepted and left out: only a call that waits in our own store can be approved. */
export interface InputApprovalPart extends WithProviderOptions {
  readonly type: 'tool-approval-request' | 'tool-approval-response';
  readonly approvalId: string;
}

export interface SystemMessageInput extends WithProviderOptions {
  readonly role: 'system';
  readonly content: string;
}
export interface UserMessageInput extends WithProviderOptions {
  readonly role: 'user';
  readonly content: string | readonly (InputTextPart | InputImagePart | InputFilePart)[];
}
export interface AssistantMessageInput extends WithProviderOptions {
  readonly role: 'assistant';
  readonly content:
    | string
    | readonly (
        | InputTextPart
        | InputFilePart
        | InputReasoningPart
        | InputRedactedReasoningPart
        | InputToolCallPart
        | InputToolResultPart
        | InputApprovalPart
      )[];
}
export interface ToolMessageInput extends WithProviderOptions {
  readonly role: 'tool';
  readonly content: readonly (InputToolResultPart | InputApprovalPart)[];
}

export type ModelMessageInput =
  | SystemMessageInput
  | UserMessageInput
  | AssistantMessageInput
  | ToolMessageInput;

// ---- UI messages: the AI SDK's `UIMessage`, versions 5 and 6, and what remains of version 4

interface WithProviderMetadata {
  readonly providerMetadata?: ProviderOptions | undefined;
}

export interface UiTextPart extends WithProviderMetadata {
  readonly type: 'text';
  readonly text: string;
  readonly state?: 'streaming' | 'done' | undefined;
}

export interface UiReasoningPart extends WithProviderMetadata {
  readonly type: 'reasoning';
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly state?: 'streaming' | 'done' | undefined;
}

export interface UiFilePart extends WithProviderMetadata {
  readonly type: 'file';
  readonly url?: string | undefined;
  readonly data?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly filename?: string | undefined;
}

export interface UiStepStartPart {
  readonly type: 'step-start';
}

/** For the reader alone; no model sees sources and data parts. */
export interface UiAsidePart {
  readonly type: 'source' | `source-${string}` | `data-${string}`;
}

export type UiToolState =
  | 'input-streaming'
  | 'input-available'
  | 'approval-requested'
  | 'approval-responded'
  | 'output-available'
  | 'output-error'
  | 'output-denied';

interface UiToolPartBase {
  readonly toolCallId: string;
  readonly state: UiToolState;
  readonly input?: unknown;
  readonly rawInput?: unknown;
  readonly output?: unknown;
  readonly errorText?: string | undefined;
  readonly approval?:
    | {
        readonly id: string;
        readonly approved?: boolean | undefined;
        readonly reason?: string | undefined;
      }
    | undefined;
  readonly title?: string | undefined;
  readonly providerExecuted?: boolean | undefined;
  readonly callProviderMetadata?: ProviderOptions | undefined;
  readonly resultProviderMetadata?: ProviderOptions | undefined;
}

/** The tool's name is the rest of `type`. */
export interface UiToolPart extends UiToolPartBase {
  readonly type: `tool-${string}`;
}

export interface UiDynamicToolPart extends UiToolPartBase {
  readonly type: 'dynamic-tool';
  readonly toolName: string;
}

/** A tool invocation as of version 4, whose older states lack an outcome field or two. */
export interface UiToolInvocation extends Omit<StoredToolInvocation, 'args'> {
  readonly args?: unknown;
}

export interface UiToolInvocationPart extends WithProviderMetadata {
  readonly type: 'tool-invocation';
  readonly toolInvocation: UiToolInvocation;
}

export type UiPart =
  | UiTextPart
  | UiReasoningPart
  | UiFilePart
  | UiStepStartPart
  | UiAsidePart
  | UiToolPart
  | UiDynamicToolPart
  | UiToolInvocationPart;

export interface UiMessageInput {
  readonly id?: string | undefined;
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly UiPart[];
  readonly metadata?: unknown;
  /** Version 4: the text; counts where `parts` is empty. */
  readonly content?: string | undefined;
  /** Version 4: the calls; count where `parts` is empty. */
  readonly toolInvocations?: readonly UiToolInvocation[] | undefined;
  readonly experimental_attachments?: readonly StoredAttachment[] | undefined;
}

// ---- stored messages

/** A stored message; after a trip through JSON its date is a text. */
export interface StoredMessageInput extends Omit<StoredMessage, 'createdAt' | 'id'> {
  readonly id?: string | undefined;
  readonly createdAt?: Date | string | number | undefined;
}
