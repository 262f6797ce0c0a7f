import type { Json } from '../base/json.ts';

/** Settings and facts that belong to one provider, by provider name. */
export type ProviderOptions = Record<string, Record<string, unknown>>;

export interface PromptTextPart {
  readonly type: 'text';
  readonly text: string;
  readonly providerOptions?: ProviderOptions;
}

/** `data`: bytes, base64 text, or a URL that the model fetches. `mediaType` may be a range such as `image/*`. */
export interface PromptFilePart {
  readonly type: 'file';
  readonly data: string | Uint8Array | URL;
  readonly mediaType: string;
  readonly filename?: string;
  readonly providerOptions?: ProviderOptions;
}

export interface PromptReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly providerOptions?: ProviderOptions;
}

/** `toolName` is the name that the model was given, `input` the arguments as the model wrote them, parsed. */
export interface PromptToolCallPart {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerExecuted?: boolean;
  readonly providerOptions?: ProviderOptions;
}

export interface PromptToolResultPart {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: ToolResultOutput;
  readonly providerOptions?: ProviderOptions;
}

/** What a model reads as the outcome of one call. */
export type ToolResultOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: Json }
  | { readonly type: 'error-text'; readonly value: string }
  | { readonly type: 'error-json'; readonly value: Json }
  | { readonly type: 'execution-denied'; readonly reason?: string }
  | { readonly type: 'content'; readonly value: readonly ToolResultContentPart[] };

/** The content parts of the AI SDK provider specification V3; `media` is the V2 spelling of data. */
export type ToolResultContentPart =
  | { readonly type: 'text'; readonly text: string; readonly providerOptions?: ProviderOptions }
  | {
      readonly type: 'media' | 'file-data' | 'image-data';
      readonly data: string;
      readonly mediaType: string;
      readonly filename?: string;
      readonly providerOptions?: ProviderOptions;
    }
  | {
      readonly type: 'file-url' | 'image-url';
      readonly url: string;
      readonly mediaType?: string;
      readonly providerOptions?: ProviderOptions;
    }
  | {
      readonly type: 'file-id' | 'image-file-id';
      readonly fileId: string | Record<string, string>;
      readonly providerOptions?: ProviderOptions;
    }
  | { readonly type: 'custom'; readonly providerOptions?: ProviderOptions };

export interface PromptSystemMessage {
  readonly role: 'system';
  readonly content: string;
  readonly providerOptions?: ProviderOptions;
}
export interface PromptUserMessage {
  readonly role: 'user';
  readonly content: readonly (PromptTextPart | PromptFilePart)[];
  readonly providerOptions?: ProviderOptions;
}
export interface PromptAssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly (
    | PromptTextPart
    | PromptFilePart
    | PromptReasoningPart
    | PromptToolCallPart
    | PromptToolResultPart
  )[];
  readonly providerOptions?: ProviderOptions;
}
export interface PromptToolMessage {
  readonly role: 'tool';
  readonly content: readonly PromptToolResultPart[];
  readonly providerOptions?: ProviderOptions;
}

/**
 * One message as a model is sent it: the prompt form of the AI SDK provider specification, version 3. It is the form
 * that the loop keeps; `models/` turns it into the other versions.
 */
export type PromptMessage =
  | PromptSystemMessage
  | PromptUserMessage
  | PromptAssistantMessage
  | PromptToolMessage;
