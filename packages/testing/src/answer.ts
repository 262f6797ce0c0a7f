import type { Piece, ResponseFacts, SourceOptions, Split, Usage } from './pieces.ts';
import type {
  ContentPart,
  FilePart,
  FinishReason,
  GenerateResult,
  ProviderForms,
  ProviderMetadata,
  SourcePart,
  SpecificationVersion,
  StreamPart,
  ToolCallPart,
  Warning,
} from './provider-form.ts';
import { split } from './split.ts';

/** What a model does, in order, when its answer is streamed. */
export type StreamItem<Version extends SpecificationVersion> =
  | { readonly part: StreamPart<Version> }
  | Extract<Piece, { piece: 'wait' | 'break' }>;

export interface AnswerContext<Version extends SpecificationVersion> {
  readonly version: Version;
  readonly usage: Usage;
  /** The response's own facts where the step says nothing. */
  readonly response: { readonly id: string; readonly modelId: string };
  readonly nextCallId: () => string;
}

/** One answer of a model, as stream items and as the result of `doGenerate`. */
export interface Answer<Version extends SpecificationVersion> {
  readonly items: readonly StreamItem<Version>[];
  readonly result: GenerateResult<Version>;
  readonly headers: Record<string, string> | undefined;
}

/** Writes the pieces of a step down in the form of one version of the specification. */
export function toAnswer<Version extends SpecificationVersion>(
  pieces: readonly Piece[],
  context: AnswerContext<Version>,
): Answer<Version> {
  const { headers, ...response } = responseFacts(pieces, context);
  const warnings: Warning[] = pieces.flatMap((piece) =>
    piece.piece === 'warnings'
      ? piece.messages.map((message) => ({ type: 'other' as const, message }))
      : [],
  );
  const items: StreamItem<Version>[] = [
    { part: { type: 'stream-start', warnings } },
    { part: { type: 'response-metadata', ...response } },
  ];
  const content: ContentPart<Version>[] = [];
  const counts: Record<string, number> = {};
  const nextId = (kind: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    return `${kind}-${counts[kind]}`;
  };
  const send = (...parts: StreamPart<Version>[]) => {
    for (const part of parts) items.push({ part });
  };
  let end: StreamPart<Version> & { type: 'finish' } = finishPart('stop', {}, context);
  let ended = false;

  for (const piece of pieces) {
    switch (piece.piece) {
      case 'text':
      case 'reasoning': {
        const meta = metadataOf(piece.options.providerMetadata);
        const id = piece.options.id ?? nextId(piece.piece);
        send({ type: `${piece.piece}-start`, id, ...meta });
        for (const delta of split(piece.text, piece.options.pieces)) {
          send({ type: `${piece.piece}-delta`, id, delta });
        }
        send({ type: `${piece.piece}-end`, id, ...meta });
        content.push({ type: piece.piece, text: piece.text, ...meta });
        break;
      }
      case 'call': {
        const part = toolCallPart(piece, context.nextCallId);
        if (piece.options.streamed !== false) send(...inputParts(part, piece.options.pieces));
        send(part);
        content.push(part);
        break;
      }
      case 'source': {
        const part = sourcePart(piece.options, nextId);
        send(part);
        content.push(part);
        break;
      }
      case 'file': {
        const part = filePart(piece, context.version);
        send(part);
        content.push(part);
        break;
      }
      case 'raw': {
        send(piece.part as StreamPart<Version>);
        if (piece.part.type === 'finish') {
          end = piece.part as typeof end;
          ended = true;
        } else if (!isStreamOnly(piece.part.type)) {
          content.push(piece.part as ContentPart<Version>);
        }
        break;
      }
      case 'error':
        send({ type: 'error', error: piece.error });
        break;
      case 'wait':
      case 'break':
        items.push(piece);
        break;
      case 'finish':
        end = finishPart(piece.reason, piece.options, context);
        ended = true;
        send(end);
        break;
      case 'fail':
      case 'metadata':
      case 'warnings':
        break;
      default:
        return piece satisfies never;
    }
  }
  if (!ended) {
    end = finishPart(defaultReason(pieces), {}, context);
    send(end);
  }
  const { finishReason, usage, providerMetadata } = end;
  return {
    items,
    headers,
    result: {
      content,
      finishReason,
      usage,
      ...metadataOf(providerMetadata),
      response: { ...response, ...(headers && { headers }) },
      warnings,
    },
  };
}

function responseFacts<Version extends SpecificationVersion>(
  pieces: readonly Piece[],
  { response }: AnswerContext<Version>,
) {
  const facts: ResponseFacts = Object.assign(
    {},
    ...pieces.flatMap((piece) => (piece.piece === 'metadata' ? [piece.facts] : [])),
  );
  return {
    id: facts.id ?? response.id,
    modelId: facts.modelId ?? response.modelId,
    timestamp: facts.timestamp ?? new Date(0),
    headers: facts.headers && { ...facts.headers },
  };
}

function toolCallPart(piece: Piece & { piece: 'call' }, nextCallId: () => string): ToolCallPart {
  const { id, providerExecuted, dynamic, providerMetadata } = piece.options;
  return {
    type: 'tool-call',
    toolCallId: id ?? nextCallId(),
    toolName: piece.toolName,
    input: piece.input,
    ...(providerExecuted !== undefined && { providerExecuted }),
    ...(dynamic !== undefined && { dynamic }),
    ...metadataOf(providerMetadata),
  };
}

function inputParts(call: ToolCallPart, pieces: Split | undefined) {
  const { toolCallId: id, toolName, type: _, input, ...rest } = call;
  return [
    { type: 'tool-input-start' as const, id, toolName, ...rest },
    ...split(input, pieces).map((delta) => ({ type: 'tool-input-delta' as const, id, delta })),
    { type: 'tool-input-end' as const, id },
  ];
}

function sourcePart(options: SourceOptions, nextId: (kind: string) => string): SourcePart {
  const id = options.id ?? nextId('source');
  return 'url' in options
    ? { ...options, type: 'source', sourceType: 'url', id }
    : { ...options, type: 'source', sourceType: 'document', id };
}

function filePart<Version extends SpecificationVersion>(
  piece: Piece & { piece: 'file' },
  version: Version,
): FilePart<Version> {
  const { mediaType, data, providerMetadata } = piece;
  const inVersion =
    version === 'v4'
      ? data instanceof URL
        ? { type: 'url', url: data }
        : { type: 'data', data }
      : data instanceof URL
        ? data.href
        : data;
  return {
    type: 'file',
    mediaType,
    data: inVersion as ProviderForms[Version]['fileData'],
    ...metadataOf(providerMetadata),
  };
}

function finishPart<Version extends SpecificationVersion>(
  reason: FinishReason,
  options: { usage?: Usage; rawReason?: string; providerMetadata?: ProviderMetadata },
  { version, usage }: AnswerContext<Version>,
): StreamPart<Version> & { type: 'finish' } {
  return {
    type: 'finish',
    finishReason: finishReasonIn(version, reason, options.rawReason),
    usage: usageIn(version, { input: 10, output: 5, ...usage, ...options.usage }),
    ...metadataOf(options.providerMetadata),
  };
}

function finishReasonIn<Version extends SpecificationVersion>(
  version: Version,
  reason: FinishReason,
  raw: string | undefined,
): ProviderForms[Version]['finishReason'] {
  const foreign =
    version === 'v4'
      ? ['unknown']
      : version === 'v3'
        ? ['unknown', 'interrupted']
        : ['interrupted'];
  const unified = foreign.includes(reason) ? 'other' : reason;
  const inVersion = version === 'v2' ? unified : { unified, raw };
  return inVersion as ProviderForms[Version]['finishReason'];
}

function usageIn<Version extends SpecificationVersion>(
  version: Version,
  { input, output, cached, cacheWrite, reasoning }: Usage,
): ProviderForms[Version]['usage'] {
  const inVersion: ProviderForms['v2']['usage'] | ProviderForms['v3']['usage'] =
    version === 'v2'
      ? {
          inputTokens: input,
          outputTokens: output,
          totalTokens: input === undefined || output === undefined ? undefined : input + output,
          ...(reasoning !== undefined && { reasoningTokens: reasoning }),
          ...(cached !== undefined && { cachedInputTokens: cached }),
        }
      : {
          inputTokens: {
            total: input,
            noCache: input === undefined ? undefined : input - (cached ?? 0) - (cacheWrite ?? 0),
            cacheRead: cached,
            cacheWrite,
          },
          outputTokens: {
            total: output,
            text: output === undefined ? undefined : output - (reasoning ?? 0),
            reasoning,
          },
        };
  return inVersion as ProviderForms[Version]['usage'];
}

function defaultReason(pieces: readonly Piece[]): FinishReason {
  if (pieces.some((piece) => piece.piece === 'error')) return 'error';
  return pieces.some(asksForTool) ? 'tool-calls' : 'stop';
}

function asksForTool(piece: Piece): boolean {
  if (piece.piece === 'call') return piece.options.providerExecuted !== true;
  if (piece.piece !== 'raw' || piece.part.type !== 'tool-call') return false;
  return (piece.part as Partial<ToolCallPart>).providerExecuted !== true;
}

function isStreamOnly(type: string): boolean {
  return (
    /-(start|delta|end)$/.test(type) || ['response-metadata', 'raw', 'error', 'ping'].includes(type)
  );
}

function metadataOf(providerMetadata: ProviderMetadata | undefined) {
  return providerMetadata === undefined ? {} : { providerMetadata };
}
