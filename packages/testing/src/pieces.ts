import type { FinishReason, ProviderMetadata } from './provider-form.ts';
import type { ModelRequest } from './request.ts';

/** In how many pieces, or in which, a text arrives when it is streamed. */
export type Split = number | readonly string[];

export interface TextOptions {
  /** Default 1. A list must join to the text. */
  readonly pieces?: Split;
  /** Id of the block in the stream. Default `text-1`, `reasoning-1`, … per answer. */
  readonly id?: string;
  readonly providerMetadata?: ProviderMetadata;
}

export interface CallOptions {
  /** Default `call-1`, `call-2`, … per model. */
  readonly id?: string;
  /** How the text of the arguments arrives. Default 1. A list must join to the text. */
  readonly pieces?: Split;
  /** `false`: the call arrives whole, without `tool-input-*` parts before it. Default `true`. */
  readonly streamed?: boolean;
  /** The provider runs the tool itself. */
  readonly providerExecuted?: boolean;
  readonly dynamic?: boolean;
  readonly providerMetadata?: ProviderMetadata;
}

/** Tokens of one answer. A field that is set to `undefined` is one the provider does not report. */
export interface Usage {
  /** All tokens of the request, those of the cache included. Default 10. */
  readonly input?: number | undefined;
  /** All tokens of the answer, those of its reasoning included. Default 5. */
  readonly output?: number | undefined;
  readonly cached?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

export type SourceOptions =
  | {
      readonly url: string;
      readonly id?: string;
      readonly title?: string;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly title: string;
      readonly mediaType: string;
      readonly filename?: string;
      readonly id?: string;
      readonly providerMetadata?: ProviderMetadata;
    };

export interface ResponseFacts {
  readonly id?: string;
  readonly modelId?: string;
  readonly timestamp?: Date;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a `waitFor` waits for. */
export type WaitEvent = PromiseLike<unknown> | ((request: ModelRequest) => PromiseLike<unknown>);

/** One thing that a scripted model does. Made by the functions of this file. */
export type Piece =
  | { readonly piece: 'text' | 'reasoning'; readonly text: string; readonly options: TextOptions }
  | {
      readonly piece: 'call';
      readonly toolName: string;
      readonly input: string;
      readonly options: CallOptions;
    }
  | { readonly piece: 'source'; readonly options: SourceOptions }
  | {
      readonly piece: 'file';
      readonly mediaType: string;
      readonly data: string | Uint8Array | URL;
      readonly providerMetadata: ProviderMetadata | undefined;
    }
  | { readonly piece: 'fail'; readonly error: unknown }
  | { readonly piece: 'error'; readonly error: unknown }
  | { readonly piece: 'break'; readonly error: unknown }
  | { readonly piece: 'wait'; readonly event: WaitEvent }
  | { readonly piece: 'finish'; readonly reason: FinishReason; readonly options: FinishOptions }
  | { readonly piece: 'raw'; readonly part: { readonly type: string } }
  | { readonly piece: 'metadata'; readonly facts: ResponseFacts }
  | { readonly piece: 'warnings'; readonly messages: readonly string[] };

export interface FinishOptions {
  readonly usage?: Usage;
  /** The provider's own word for the reason (V3, V4). */
  readonly rawReason?: string;
  readonly providerMetadata?: ProviderMetadata;
}

/**
 * The model says a text.
 *
 * @example text('It is sunny.', { pieces: 3 })
 */
export function text(text: string, options: TextOptions = {}): Piece {
  checkSplit(text, options.pieces);
  return { piece: 'text', text, options };
}

/**
 * The model thinks aloud.
 *
 * @example [reasoning('Oslo is in Norway.'), call('weather', { city: 'Oslo' })]
 */
export function reasoning(text: string, options: TextOptions = {}): Piece {
  checkSplit(text, options.pieces);
  return { piece: 'reasoning', text, options };
}

/**
 * The model calls a tool. A string stands for the argument text as the model wrote it, well formed or not;
 * anything else is written as JSON.
 *
 * @example call('weather', { city: 'Oslo' })
 * @example call('weather', '{"city": "Os', { id: 'cut-off' })
 */
export function call(toolName: string, args: unknown = {}, options: CallOptions = {}): Piece {
  const input = typeof args === 'string' ? args : JSON.stringify(args);
  if (input === undefined) {
    throw new Error(`The arguments of the call to "${toolName}" cannot be written as JSON.`);
  }
  checkSplit(input, options.pieces);
  return { piece: 'call', toolName, input, options };
}

/**
 * The model names a source: a page by `url`, or a document by `title` and `mediaType`.
 *
 * @example source({ url: 'https://example.org/weather', title: 'Weather' })
 */
export function source(options: SourceOptions): Piece {
  return { piece: 'source', options };
}

/**
 * The model makes a file: bytes, base64 text or, in V4, a URL.
 *
 * @example file('image/png', new Uint8Array([137, 80]))
 */
export function file(
  mediaType: string,
  data: string | Uint8Array | URL,
  options: { readonly providerMetadata?: ProviderMetadata } = {},
): Piece {
  return { piece: 'file', mediaType, data, providerMetadata: options.providerMetadata };
}

/**
 * The call to the model rejects with this error, wherever the piece stands; a `waitFor` before it is waited for.
 *
 * @example scriptedModel([failWith(new Error('overloaded')), 'Second try.'])
 */
export function failWith(error: unknown): Piece {
  return { piece: 'fail', error };
}

/** An error part in the stream, which then goes on (finish reason `'error'` unless said). `doGenerate` rejects. */
export function errorPart(error: unknown): Piece {
  return { piece: 'error', error };
}

/**
 * The connection is lost here: the stream fails with the error, and without one it ends with no `finish` part.
 * `doGenerate` rejects.
 *
 * @example ['It is su', breakStream(new Error('socket hang up'))]
 */
export function breakStream(error?: unknown): Piece {
  return { piece: 'break', error };
}

/**
 * The model goes on when something has happened. Rejects with the reason of the request's signal when that aborts first.
 *
 * @example ['Wait…', waitFor(sawFirstText), 'done.']
 */
export function waitFor(event: WaitEvent): Piece {
  return { piece: 'wait', event };
}

/**
 * Why the model stops, and what it used. Without this piece a step ends with `'tool-calls'` when it calls a tool,
 * with `'error'` when it has an error part, else with `'stop'`.
 *
 * @example [text('It is su'), finish('length', { usage: { output: 4 } })]
 */
export function finish(reason: FinishReason, options: FinishOptions = {}): Piece {
  return { piece: 'finish', reason, options };
}

/**
 * Any part of the provider specification, as it is. `doGenerate` leaves out parts that exist in streams only.
 *
 * @example raw({ type: 'tool-result', toolCallId: 'call-1', toolName: 'search', result: [] })
 */
export function raw<Part extends { readonly type: string }>(part: Part): Piece {
  return { piece: 'raw', part };
}

/** Facts about the response. They are announced at its start, wherever the piece stands. */
export function metadata(facts: ResponseFacts): Piece {
  return { piece: 'metadata', facts };
}

/** Warnings of the provider, announced at the start. */
export function warnings(...messages: string[]): Piece {
  return { piece: 'warnings', messages };
}

function checkSplit(text: string, pieces: Split | undefined): void {
  if (typeof pieces === 'object' && pieces.join('') !== text) {
    throw new Error(
      `The pieces join to ${JSON.stringify(pieces.join(''))}, not to ${JSON.stringify(text)}.`,
    );
  }
}
