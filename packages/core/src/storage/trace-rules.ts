import { toOwnJson } from '../base/json-safe.ts';
import { assertDate, assertId, assertIds } from './check.ts';
import type { KeptSpan, TraceHead } from './traces.ts';

/** The form in which a store keeps a span: JSON and dates, sharing nothing. */
export function toKeptSpan(span: KeptSpan): KeptSpan {
  const { traceId, spanId, parentSpanId, startedAt, endedAt, runId, agentId, threadId } = span;
  assertId(traceId, 'traceId');
  assertId(spanId, 'spanId');
  assertIds({ parentSpanId, runId, agentId, threadId });
  assertDate(startedAt, 'startedAt');
  if (endedAt !== undefined) assertDate(endedAt, 'endedAt');
  return {
    ...(toOwnJson(span) as unknown as KeptSpan),
    startedAt: new Date(startedAt),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt) }),
  };
}

/** What a list shows of a trace, of whose spans there is at least one; they are in the order they started. */
export function toTraceHead(spans: readonly KeptSpan[]): TraceHead {
  const first = (spans.find(({ parentSpanId }) => parentSpanId === undefined) ??
    spans[0]) as KeptSpan;
  const { traceId, name, startedAt, endedAt, isError, runId, agentId, threadId } = first;
  return {
    traceId,
    name,
    startedAt,
    spanCount: spans.length,
    ...(endedAt !== undefined && { endedAt }),
    ...(isError !== undefined && { isError }),
    ...(runId !== undefined && { runId }),
    ...(agentId !== undefined && { agentId }),
    ...(threadId !== undefined && { threadId }),
  };
}
