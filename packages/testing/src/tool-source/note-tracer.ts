import type { OtelTracer } from '@tenon/core/agent';

/** A span that a run has made. */
export interface NotedSpan {
  readonly name: string;
  readonly parent: NotedSpan | undefined;
  readonly attributes: Record<string, unknown>;
  hasFailed: boolean;
  timesEnded: number;
}

const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');
const failed = 2;

/** A tracer that takes note of its spans: the suite needs no package of OpenTelemetry. */
export function noteTracer(): {
  readonly tracer: OtelTracer;
  readonly spans: readonly NotedSpan[];
} {
  const spans: NotedSpan[] = [];
  const noted = new Map<unknown, NotedSpan>();
  const tracer: OtelTracer = {
    startSpan: (name, { attributes = {} }, context) => {
      const parent = noted.get(context.getValue(spanKey));
      const note: NotedSpan = {
        name,
        parent,
        attributes: { ...attributes },
        hasFailed: false,
        timesEnded: 0,
      };
      const ids = { traceId: '1'.repeat(32), spanId: `${spans.push(note)}`.padStart(16, '0') };
      const span = {
        spanContext: () => ({ ...ids, traceFlags: 1 }),
        isRecording: () => note.timesEnded === 0,
        setAttribute: (key: string, value: unknown) => {
          note.attributes[key] = value;
        },
        setStatus: ({ code }: { code: number }) => {
          note.hasFailed = code === failed;
        },
        addEvent: () => {},
        end: () => {
          note.timesEnded++;
        },
      };
      noted.set(span, note);
      return span;
    },
  };
  return { tracer, spans };
}
