/** The part of the AI SDK's model specification, version 3, that the planner reads and writes. */
export interface PlannerModel {
  readonly specificationVersion: 'v3';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  doGenerate(request: ModelRequest): Promise<ModelAnswer>;
  doStream(request: ModelRequest): Promise<{ stream: ReadableStream<StreamPart> }>;
}

/** What a caller asks. Everything in it may be odd, so contents are `unknown` and read with care. */
export interface ModelRequest {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly ModelTool[] | undefined;
  readonly toolChoice?: { readonly type: string; readonly toolName?: string } | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

export interface ModelTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

export type ToolCall = { type: 'tool-call'; toolCallId: string; toolName: string; input: string };

export interface ModelAnswer {
  content: ({ type: 'text'; text: string } | ToolCall)[];
  finishReason: { unified: 'stop' | 'tool-calls'; raw: undefined };
  usage: {
    inputTokens: { total: number; noCache: number; cacheRead: number; cacheWrite: number };
    outputTokens: { total: number; text: number; reasoning: number };
  };
  warnings: never[];
}

export type StreamPart =
  | { type: 'stream-start'; warnings: never[] }
  | { type: 'text-start' | 'text-end' | 'tool-input-end'; id: string }
  | { type: 'text-delta' | 'tool-input-delta'; id: string; delta: string }
  | { type: 'tool-input-start'; id: string; toolName: string }
  | ToolCall
  | ({ type: 'finish' } & Pick<ModelAnswer, 'finishReason' | 'usage'>);
