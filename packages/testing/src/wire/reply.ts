import type {
  CallOptions,
  FinishOptions,
  ResponseFacts,
  SourceOptions,
  Usage,
  WaitEvent,
} from '../pieces.ts';
import type { FinishReason, Json } from '../provider-form.ts';
import { split } from '../split.ts';
import type { HttpErrorOptions, WirePiece } from './pieces.ts';

export interface SaidPart {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
  readonly deltas: readonly string[];
  readonly id: string | undefined;
  readonly facts: ProviderFacts;
}

export interface CallPart {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  /** The arguments as text, as the model wrote them. */
  readonly input: string;
  readonly deltas: readonly string[];
  readonly facts: ProviderFacts;
}

/** What a piece says about itself for one provider: `facts('anthropic').signature`. */
export type ProviderFacts = (provider: string) => Readonly<Record<string, Json>>;

/** What every wire format can be asked to say; a format leaves out what it cannot carry. */
export type ContentPart =
  | SaidPart
  | CallPart
  | { readonly type: 'source'; readonly source: SourceOptions }
  | { readonly type: 'file'; readonly mediaType: string; readonly base64: string };

/** Messages of a stream that no answer as a whole has. */
export type EventPart =
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'event'; readonly name: string; readonly data: unknown }
  | { readonly type: 'raw'; readonly data: { readonly type: string } };

/** What the server does itself, whatever the format. */
export type ControlPart =
  | { readonly type: 'wait'; readonly event: WaitEvent }
  | { readonly type: 'cut' }
  | { readonly type: 'end-early' }
  | { readonly type: 'malformed'; readonly text: string };

export type ReplyPart = ContentPart | EventPart | ControlPart;

export interface HttpFailure {
  readonly status: number;
  readonly options: HttpErrorOptions;
  /** What happens before it. */
  readonly waits: readonly WaitEvent[];
}

/** One answer of a wire server, before it is written in a format. */
export interface Reply {
  readonly id: string;
  readonly modelId: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: readonly ReplyPart[];
  readonly content: readonly ContentPart[];
  readonly reason: FinishReason;
  readonly rawReason: string | undefined;
  readonly usage: Usage;
  /** What is waited for before the first byte. */
  readonly slow: readonly WaitEvent[];
  readonly cutAfterBytes: number | undefined;
  /** Set: the answer is this status, whatever the parts. */
  readonly failure: HttpFailure | undefined;
}

export interface ReplyContext {
  readonly id: string;
  readonly modelId: string;
  readonly usage: Usage;
  readonly nextCallId: () => string;
}

/** Gives the pieces of a step ids and facts, and puts them in the order in which they happen. */
export function toReply(pieces: readonly WirePiece[], context: ReplyContext): Reply {
  const facts: ResponseFacts = Object.assign(
    {},
    ...pieces.flatMap((piece) => (piece.piece === 'metadata' ? [piece.facts] : [])),
  );
  const finish = pieces.findLast((piece) => piece.piece === 'finish');
  const options: FinishOptions = finish?.options ?? {};
  const parts = cutAfterPieces(
    pieces.flatMap((piece) => partOf(piece, context) ?? []),
    pieces,
  );
  return {
    id: facts.id ?? context.id,
    modelId: facts.modelId ?? context.modelId,
    created: Math.floor((facts.timestamp?.getTime() ?? 0) / 1000),
    headers: facts.headers ?? {},
    parts,
    content: parts.filter(isContent),
    reason: finish?.reason ?? defaultReason(parts),
    rawReason: options.rawReason,
    usage: { input: 10, output: 5, ...context.usage, ...options.usage },
    slow: pieces.flatMap((piece) => (piece.piece === 'slow-first-byte' ? [piece.event] : [])),
    cutAfterBytes: pieces.map(bytesOf).find((bytes) => bytes !== undefined),
    failure: failureIn(pieces),
  };
}

export function isContent(part: ReplyPart): part is ContentPart {
  return ['text', 'reasoning', 'call', 'source', 'file'].includes(part.type);
}

/** What an error says; the wire carries nothing else of it. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function partOf(piece: WirePiece, context: ReplyContext): ReplyPart | undefined {
  switch (piece.piece) {
    case 'text':
    case 'reasoning':
      return {
        type: piece.piece,
        text: piece.text,
        deltas: split(piece.text, piece.options.pieces),
        id: piece.options.id,
        facts: factsOf(piece.options),
      };
    case 'call':
      return {
        type: 'call',
        id: piece.options.id ?? context.nextCallId(),
        name: piece.toolName,
        input: piece.input,
        deltas: split(piece.input, piece.options.pieces),
        facts: factsOf(piece.options),
      };
    case 'source':
      return { type: 'source', source: piece.options };
    case 'file':
      return { type: 'file', mediaType: piece.mediaType, base64: toBase64(piece.data) };
    case 'error':
      return { type: 'error', message: messageOf(piece.error) };
    case 'unknown-event':
      return { type: 'event', name: piece.name, data: piece.data };
    case 'raw':
      return { type: 'raw', data: piece.part };
    case 'wait':
      return { type: 'wait', event: piece.event };
    case 'malformed':
      return { type: 'malformed', text: piece.text };
    case 'cut': {
      const { afterBytes, afterPieces } = piece.options;
      return afterBytes === undefined && afterPieces === undefined ? { type: 'cut' } : undefined;
    }
    case 'break':
      return { type: piece.error === undefined ? 'end-early' : 'cut' };
    case 'fail':
    case 'finish':
    case 'http-error':
    case 'metadata':
    case 'slow-first-byte':
    case 'warnings':
      return undefined;
    default:
      return piece satisfies never;
  }
}

function factsOf({ providerMetadata }: Pick<CallOptions, 'providerMetadata'>): ProviderFacts {
  return (provider) => providerMetadata?.[provider] ?? {};
}

function toBase64(data: string | Uint8Array | URL): string {
  if (data instanceof URL) return data.href;
  return typeof data === 'string' ? data : Buffer.from(data).toString('base64');
}

function cutAfterPieces(parts: ReplyPart[], pieces: readonly WirePiece[]): ReplyPart[] {
  for (const piece of pieces) {
    if (piece.piece !== 'cut' || piece.options.afterPieces === undefined) continue;
    const last = parts.filter(isContent).at(piece.options.afterPieces);
    const at = last === undefined ? parts.length : parts.indexOf(last);
    return [...parts.slice(0, at), { type: 'cut' }];
  }
  return parts;
}

function bytesOf(piece: WirePiece): number | undefined {
  return piece.piece === 'cut' ? piece.options.afterBytes : undefined;
}

function failureIn(pieces: readonly WirePiece[]): HttpFailure | undefined {
  const waits: WaitEvent[] = [];
  for (const piece of pieces) {
    if (piece.piece === 'wait') waits.push(piece.event);
    if (piece.piece === 'http-error') {
      return { status: piece.status, options: piece.options, waits };
    }
    if (piece.piece === 'fail') {
      return { status: 500, options: { message: messageOf(piece.error) }, waits };
    }
  }
  return undefined;
}

function defaultReason(parts: readonly ReplyPart[]): FinishReason {
  if (parts.some((part) => part.type === 'error')) return 'error';
  return parts.some((part) => part.type === 'call') ? 'tool-calls' : 'stop';
}
