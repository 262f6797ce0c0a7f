import type { FinishReason } from '../base/finish-reason.ts';
import type { ProviderMetadata } from '../journal/index.ts';

/** A part of a model's stream, or of its whole answer: the union over specification versions 2 to 4. */
export type ModelPart =
  | { readonly type: 'stream-start'; readonly warnings?: readonly unknown[] }
  | {
      readonly type: 'response-metadata';
      readonly id?: string;
      readonly modelId?: string;
      readonly timestamp?: Date;
    }
  | {
      readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end';
      readonly id: string;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'text-delta' | 'reasoning-delta';
      readonly id: string;
      readonly delta: string;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'tool-input-start';
      readonly id: string;
      readonly toolName: string;
      readonly providerExecuted?: boolean;
      readonly dynamic?: boolean;
      readonly providerMetadata?: ProviderMetadata;
    }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly delta: string }
  | {
      readonly type: 'tool-input-end';
      readonly id: string;
      readonly providerMetadata?: ProviderMetadata;
    }
  | ContentPart
  | {
      readonly type: 'finish';
      readonly finishReason: unknown;
      readonly usage: unknown;
      readonly providerMetadata?: ProviderMetadata;
    }
  | { readonly type: 'raw'; readonly rawValue: unknown }
  | { readonly type: 'error'; readonly error: unknown };

/** A part that stands in both a stream and a whole answer. */
export type ContentPart =
  | ModelCallPart
  | {
      readonly type: 'tool-result';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly result: unknown;
      readonly isError?: boolean;
      readonly preliminary?: boolean;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'file' | 'reasoning-file';
      readonly mediaType: string;
      /** Base64, bytes, or in version 4 an object that says which. */
      readonly data: string | Uint8Array | FileData;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'source';
      readonly sourceType: 'url' | 'document';
      readonly id: string;
      readonly url?: string;
      readonly title?: string;
      readonly mediaType?: string;
      readonly filename?: string;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'custom';
      readonly kind: string;
      readonly providerMetadata?: ProviderMetadata;
    };

export interface ModelCallPart {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON text; some models hand over the object. */
  readonly input: unknown;
  readonly providerExecuted?: boolean;
  readonly dynamic?: boolean;
  readonly providerMetadata?: ProviderMetadata;
}

export interface FileData {
  readonly type: 'data' | 'url';
  readonly data?: string | Uint8Array;
  readonly url?: URL | string;
}

/** Text as it stands in a whole answer. */
export type WholeText = {
  readonly [Type in 'text' | 'reasoning']: {
    readonly type: Type;
    readonly text: string;
    readonly providerMetadata?: ProviderMetadata;
  };
}['text' | 'reasoning'];

/** What `doGenerate` gives. */
export interface ModelAnswer {
  readonly content: readonly (ContentPart | WholeText)[];
  readonly finishReason: unknown;
  readonly usage: unknown;
  readonly warnings?: readonly unknown[];
  readonly providerMetadata?: ProviderMetadata;
  readonly request?: { readonly body?: unknown };
  readonly response?: {
    readonly id?: string;
    readonly modelId?: string;
    readonly timestamp?: Date;
    readonly headers?: Record<string, string>;
    readonly body?: unknown;
  };
}

/** What `doStream` gives. */
export interface ModelStream {
  readonly stream: ReadableStream<ModelPart>;
  readonly request?: { readonly body?: unknown };
  readonly response?: { readonly headers?: Record<string, string> };
}

const reasons: ReadonlySet<string> = new Set<FinishReason>([
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
]);

/** Version 2 says a word, later ones an object with the provider's own word beside it. */
export function toFinishReason(given: unknown): { reason: FinishReason; raw: string | undefined } {
  if (typeof given === 'object' && given !== null) {
    const { unified, raw } = given as { unified?: unknown; raw?: unknown };
    return { reason: known(unified), raw: typeof raw === 'string' ? raw : undefined };
  }
  return { reason: known(given), raw: typeof given === 'string' ? given : undefined };
}

const known = (word: unknown): FinishReason =>
  typeof word === 'string' && reasons.has(word) ? (word as FinishReason) : 'other';
