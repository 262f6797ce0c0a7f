import type { Piece, WaitEvent } from '../pieces.ts';

export interface HttpErrorOptions {
  /** Headers of the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as it is: a string unchanged, anything else as JSON. Default: the provider's own form. */
  readonly body?: unknown;
  /** The message in the provider's own form. Default says what the status means. */
  readonly message?: string;
}

/** Where the connection is cut. Without either, where the piece stands. */
export interface CutOptions {
  /** After that many bytes of the body. 0: before the first byte, that of the status line included. */
  readonly afterBytes?: number;
  /** After that many pieces of the step that say something: texts, reasoning, calls, sources, files. */
  readonly afterPieces?: number;
}

/** One thing that happens on the wire only. Made by the functions of this file. */
export type WireOnlyPiece =
  | { readonly piece: 'http-error'; readonly status: number; readonly options: HttpErrorOptions }
  | { readonly piece: 'cut'; readonly options: CutOptions }
  | { readonly piece: 'malformed'; readonly text: string }
  | { readonly piece: 'slow-first-byte'; readonly event: WaitEvent }
  | { readonly piece: 'unknown-event'; readonly name: string; readonly data: unknown };

/** One thing that a wire server does: whatever a scripted model does, or what happens on the wire only. */
export type WirePiece = Piece | WireOnlyPiece;

/**
 * The request fails with this status, in the error form of the provider that was asked, wherever the piece stands;
 * a `waitFor` before it is waited for.
 *
 * @example httpError(429, { headers: { 'retry-after': '2' } })
 */
export function httpError(status: number, options: HttpErrorOptions = {}): WireOnlyPiece {
  return { piece: 'http-error', status, options };
}

/**
 * The socket is destroyed in the middle of the answer.
 *
 * @example ['It is su', cutConnection()]
 * @example ['It is sunny.', cutConnection({ afterBytes: 120 })]
 */
export function cutConnection(options: CutOptions = {}): WireOnlyPiece {
  return { piece: 'cut', options };
}

/** A chunk that is no JSON. An answer that is not streamed consists of this text only. */
export function malformedChunk(text = '{"malformed": '): WireOnlyPiece {
  return { piece: 'malformed', text };
}

/**
 * Nothing is sent, not even the status, until something has happened. (`waitFor` sends what comes before it first,
 * at least status and headers.)
 *
 * @example [slowFirstByte(sawTimeout), 'Late.']
 */
export function slowFirstByte(event: WaitEvent): WireOnlyPiece {
  return { piece: 'slow-first-byte', event };
}

/** An event that no client knows. Its data gets the name as `type`, where the format has typed events. */
export function unknownEvent(name: string, data: unknown = {}): WireOnlyPiece {
  return { piece: 'unknown-event', name, data };
}
