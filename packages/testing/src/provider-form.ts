/** The versions of the AI SDK provider specification that a scripted model can speak. */
export type SpecificationVersion = 'v2' | 'v3' | 'v4';

/** Facts of one provider, by provider name. */
export type ProviderMetadata = Record<string, Record<string, Json>>;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Why a model stopped. `'unknown'` exists in V2 and `'interrupted'` in V4; elsewhere they become `'other'`. */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'content-filter'
  | 'tool-calls'
  | 'error'
  | 'other'
  | 'unknown'
  | 'interrupted';

type Reported = number | undefined;

interface StructuredUsage {
  inputTokens: { total: Reported; noCache: Reported; cacheRead: Reported; cacheWrite: Reported };
  outputTokens: { total: Reported; text: Reported; reasoning: Reported };
}

/** What differs from version to version in what a model answers. */
export interface ProviderForms {
  v2: {
    finishReason: Exclude<FinishReason, 'interrupted'>;
    usage: {
      inputTokens: Reported;
      outputTokens: Reported;
      totalTokens: Reported;
      reasoningTokens?: number;
      cachedInputTokens?: number;
    };
    fileData: string | Uint8Array;
  };
  v3: {
    finishReason: {
      unified: Exclude<FinishReason, 'unknown' | 'interrupted'>;
      raw: string | undefined;
    };
    usage: StructuredUsage;
    fileData: string | Uint8Array;
  };
  v4: {
    finishReason: { unified: Exclude<FinishReason, 'unknown'>; raw: string | undefined };
    usage: StructuredUsage;
    fileData: { type: 'data'; data: string | Uint8Array } | { type: 'url'; url: URL };
  };
}

interface WithMetadata {
  providerMetadata?: ProviderMetadata;
}

export interface ToolCallPart extends WithMetadata {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  /** The arguments as text, as the model wrote them. */
  input: string;
  providerExecuted?: boolean;
  dynamic?: boolean;
}

export type SourcePart = WithMetadata & { type: 'source'; id: string } & (
    | { sourceType: 'url'; url: string; title?: string }
    | { sourceType: 'document'; mediaType: string; title: string; filename?: string }
  );

export interface FilePart<Version extends SpecificationVersion> extends WithMetadata {
  type: 'file';
  mediaType: string;
  data: ProviderForms[Version]['fileData'];
}

export interface Warning {
  type: 'other';
  message: string;
}

/** One part of what `doGenerate` answers. */
export type ContentPart<Version extends SpecificationVersion> =
  | (WithMetadata & { type: 'text' | 'reasoning'; text: string })
  | ToolCallPart
  | SourcePart
  | FilePart<Version>;

/** One part of what `doStream` answers. */
export type StreamPart<Version extends SpecificationVersion> =
  | { type: 'stream-start'; warnings: Warning[] }
  | { type: 'response-metadata'; id: string; modelId: string; timestamp: Date }
  | (WithMetadata & { type: 'text-start' | 'text-end'; id: string })
  | (WithMetadata & { type: 'text-delta'; id: string; delta: string })
  | (WithMetadata & { type: 'reasoning-start' | 'reasoning-end'; id: string })
  | (WithMetadata & { type: 'reasoning-delta'; id: string; delta: string })
  | (WithMetadata & {
      type: 'tool-input-start';
      id: string;
      toolName: string;
      providerExecuted?: boolean;
      dynamic?: boolean;
    })
  | (WithMetadata & { type: 'tool-input-delta'; id: string; delta: string })
  | (WithMetadata & { type: 'tool-input-end'; id: string })
  | ToolCallPart
  | SourcePart
  | FilePart<Version>
  | { type: 'error'; error: unknown }
  | (WithMetadata & {
      type: 'finish';
      finishReason: ProviderForms[Version]['finishReason'];
      usage: ProviderForms[Version]['usage'];
    });

export interface GenerateResult<Version extends SpecificationVersion> extends WithMetadata {
  content: ContentPart<Version>[];
  finishReason: ProviderForms[Version]['finishReason'];
  usage: ProviderForms[Version]['usage'];
  response: { id: string; modelId: string; timestamp: Date; headers?: Record<string, string> };
  warnings: Warning[];
}

export interface StreamResult<Version extends SpecificationVersion> {
  stream: ReadableStream<StreamPart<Version>>;
  response?: { headers?: Record<string, string> };
}
