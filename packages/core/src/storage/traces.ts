import type { PageInfo, Paging } from './paging.ts';

/** A piece of work of a trace. Fields without a value are absent; attributes and events are JSON. */
export interface KeptSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent: the first of its trace. */
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly startedAt: Date;
  /** Absent while it is under way. */
  readonly endedAt?: Date | undefined;
  readonly isError?: boolean | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly events?: readonly unknown[] | undefined;
  /** What the trace can be found by; those of its first span count. */
  readonly runId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly threadId?: string | undefined;
}

/** A trace as a list shows it. */
export interface TraceHead {
  readonly traceId: string;
  readonly spanCount: number;
  /** Of the first span: the one without a parent, else the one that started first. */
  readonly name: string;
  readonly startedAt: Date;
  readonly endedAt?: Date;
  readonly isError?: boolean;
  readonly runId?: string;
  readonly agentId?: string;
  readonly threadId?: string;
}

export interface TraceFilter {
  readonly runId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly threadId?: string | undefined;
  /** Within the range. */
  readonly startedAfter?: Date | undefined;
}

export interface TraceStore {
  /** Adds spans, or puts them in the place of those with their ids: all or none. */
  appendSpans(spans: readonly KeptSpan[]): Promise<void>;
  /** Newest first. */
  listTraces(
    options?: TraceFilter & Paging,
  ): Promise<PageInfo & { readonly traces: readonly TraceHead[] }>;
  /** All spans, in the order they started, then in that in which they were first added; none for an unknown trace. */
  getTrace(traceId: string): Promise<readonly KeptSpan[]>;
  /** Whether there was such a trace. */
  deleteTrace(traceId: string): Promise<boolean>;
  /** Removes traces that started before a time. How many. */
  deleteTracesBefore(time: Date): Promise<number>;
}
