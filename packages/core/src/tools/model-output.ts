import type { MaybePromise } from '../base/promise.ts';
import type { ProviderOptions } from '../messages/index.ts';

interface WithProviderOptions {
  /** Settings of this part that belong to one provider. */
  readonly providerOptions?: ProviderOptions;
}

/** Base64, a data URL, or the bytes, which become base64. */
type Data = string | Uint8Array | ArrayBuffer;

/** A part of what a model is shown. Media types that are left out are `image/jpeg` or bytes. */
export type ModelOutputPart = WithProviderOptions &
  (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image-url'; readonly url: string | URL }
    | { readonly type: 'image-data'; readonly data: Data; readonly mediaType?: string }
    | { readonly type: 'file-url'; readonly url: string | URL }
    | {
        readonly type: 'file-data' | 'media';
        readonly data: Data;
        readonly mediaType?: string;
        readonly filename?: string;
      }
    | {
        readonly type: 'file-id' | 'image-file-id';
        readonly fileId: string | Record<string, string>;
      }
    | { readonly type: 'custom' }
  );

/** What a model is told in place of the result of a call. */
export type ModelOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'error-text'; readonly value: string }
  | { readonly type: 'error-json'; readonly value: unknown }
  | { readonly type: 'content'; readonly value: readonly ModelOutputPart[] };

/**
 * Makes the form of a result that the model reads, once for each call; all later prompts tell the same. A text alone is
 * a text; what is no `ModelOutput` is told as JSON. When it throws, the model reads that there is nothing to read.
 */
export type ToModelOutput<Output> = (
  output: Output,
) => MaybePromise<ModelOutput | Anything | undefined>;

type Anything = object | string | number | boolean | null;
