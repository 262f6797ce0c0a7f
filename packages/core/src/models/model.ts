import type { PromptMessage, ProviderOptions } from '../messages/index.ts';
import type { JsonSchema } from '../schema/index.ts';

/**
 * A model object of the AI SDK provider specification, version 2, 3 or 4, as the provider packages make them.
 * Only its shape counts: no package of the AI SDK is needed.
 */
export interface LanguageModel {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<object>;
  doStream(options: never): PromiseLike<object>;
}

export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly type: 'tool'; readonly toolName: string };

/** Settings of a model call that every provider knows; a provider warns of what its model does not take. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly stopSequences?: string[];
  readonly seed?: number;
  /** HTTP headers to send along. */
  readonly headers?: Record<string, string | undefined>;
  /**
   * How often a failed model call is tried again. Not given: twice, for failures that are known to pass (408, 409,
   * 429, 5xx, lost connections). Given: that often, also for errors that say nothing of themselves.
   */
  readonly maxRetries?: number;
}

/** What one model call is asked, in the words of the provider specification, version 3. */
export interface ModelRequest extends Omit<ModelSettings, 'maxRetries'> {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly object[] | undefined;
  readonly toolChoice?:
    | { readonly type: 'auto' | 'none' | 'required' }
    | { readonly type: 'tool'; readonly toolName: string }
    | undefined;
  /** Asks the provider for a JSON value of this schema. */
  readonly responseFormat?: { readonly type: 'json'; readonly schema: JsonSchema } | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly providerOptions?: ProviderOptions | undefined;
  readonly includeRawChunks?: boolean | undefined;
}
