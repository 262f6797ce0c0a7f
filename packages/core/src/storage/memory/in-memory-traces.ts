import { copyData } from '../../base/copy-data.ts';
import { assertDate, assertId, assertIds } from '../check.ts';
import { toWindow } from '../paging.ts';
import { toKeptSpan, toTraceHead } from '../trace-rules.ts';
import type { KeptSpan, TraceHead, TraceStore } from '../traces.ts';
import { pageOf, sortedBy } from './page-of.ts';

/** Traces as long as the process lives. */
export class InMemoryTraces implements TraceStore {
  readonly #traces = new Map<string, Map<string, KeptSpan>>();

  async appendSpans(spans: readonly KeptSpan[]): Promise<void> {
    for (const span of spans.map(toKeptSpan)) {
      const known = this.#traces.get(span.traceId) ?? new Map<string, KeptSpan>();
      this.#traces.set(span.traceId, known.set(span.spanId, span));
    }
  }

  async listTraces(options: Parameters<TraceStore['listTraces']>[0] = {}) {
    const { runId, agentId, threadId, startedAfter } = options;
    assertIds({ runId, agentId, threadId });
    if (startedAfter !== undefined) assertDate(startedAfter, 'startedAfter');
    const window = toWindow(options);
    const found = this.#heads().filter(
      (head) =>
        (runId === undefined || head.runId === runId) &&
        (agentId === undefined || head.agentId === agentId) &&
        (threadId === undefined || head.threadId === threadId) &&
        (startedAfter === undefined || head.startedAt >= startedAfter),
    );
    const { items: traces, ...info } = pageOf(
      sortedBy(found, ({ startedAt }) => startedAt, 'DESC'),
      window,
    );
    return { traces, ...info };
  }

  async getTrace(traceId: string): Promise<readonly KeptSpan[]> {
    assertId(traceId, 'traceId');
    return copyData(this.#spansOf(traceId));
  }

  async deleteTrace(traceId: string): Promise<boolean> {
    assertId(traceId, 'traceId');
    return this.#traces.delete(traceId);
  }

  async deleteTracesBefore(time: Date): Promise<number> {
    assertDate(time, 'time');
    const old = this.#heads().filter(({ startedAt }) => startedAt < time);
    for (const { traceId } of old) this.#traces.delete(traceId);
    return old.length;
  }

  #spansOf(traceId: string): KeptSpan[] {
    const spans = this.#traces.get(traceId)?.values() ?? [];
    return sortedBy(spans, ({ startedAt }) => startedAt, 'ASC');
  }

  #heads(): TraceHead[] {
    return [...this.#traces.keys()].map((traceId) => toTraceHead(this.#spansOf(traceId)));
  }
}
