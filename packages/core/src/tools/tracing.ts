/** What a span of a tool's own begins with. */
export interface ToolSpanStart {
  readonly name: string;
  /** What kind of work it is, for whoever reads the trace. */
  readonly type?: string;
  /** Recorded only where `tracing` asks for inputs. */
  readonly input?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** What a span is told while it goes or when it ends. */
export interface ToolSpanUpdate {
  readonly input?: unknown;
  /** Recorded only where `tracing` asks for outputs. */
  readonly output?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** A span as a tool sees it. Values of keys that name secrets are masked. */
export interface ToolSpan {
  readonly id: string;
  readonly traceId: string;
  readonly name: string;
  /** A span below this one. It is ended by `end` or `error`, and by the end of the call. */
  createChildSpan(start: ToolSpanStart): ToolSpan;
  /** A span of a moment below this one. */
  createEventSpan(start: ToolSpanStart & { readonly output?: unknown }): ToolSpan;
  update(update: ToolSpanUpdate): void;
  /** The span of the call itself ends with the call. */
  end(update?: ToolSpanUpdate): void;
  /** Marks the span as failed, and ends it unless `endSpan` is `false`. */
  error(failure: ToolSpanUpdate & { readonly error: unknown; readonly endSpan?: boolean }): void;
}

/** How a tool takes part in the trace of its call. */
export interface ToolTracing {
  /** The span of the call; `undefined` where nothing traces. */
  readonly currentSpan: ToolSpan | undefined;
}

export const noTracing: ToolTracing = Object.freeze({ currentSpan: undefined });
