/*
 * The parts of `@opentelemetry/api` that are used, by their shape. The package is never imported: it takes longer to
 * load than all of this one, and whoever traces has loaded it.
 */

export type AttributeValue = string | number | boolean | string[] | number[] | boolean[];
export type Attributes = Record<string, AttributeValue>;

export interface OtelSpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

export interface OtelSpan {
  spanContext(): OtelSpanContext;
  isRecording(): boolean;
  setAttribute(name: string, value: AttributeValue): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  addEvent(name: string, attributes?: Attributes): unknown;
  end(): void;
}

export interface OtelContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): OtelContext;
  deleteValue(key: symbol): OtelContext;
}

/** What makes spans: `trace.getTracer(name)` of `@opentelemetry/api` gives one. */
export interface OtelTracer {
  startSpan(
    name: string,
    options: { kind?: number; attributes?: Attributes },
    context: OtelContext,
  ): OtelSpan;
}

interface OtelContextManager {
  active(): OtelContext;
  with<Given extends unknown[], Result>(
    context: OtelContext,
    work: (...given: Given) => Result,
    self: undefined,
    ...given: Given
  ): Result;
}

interface OtelGlobal {
  /** There exactly when a tracer provider was registered. */
  readonly trace?: { getTracer(name: string): OtelTracer };
  readonly context?: OtelContextManager;
}

/** The kinds and statuses of spans, as the API numbers them. */
export const kinds = { internal: 0, client: 2 } as const;
export type SpanKind = keyof typeof kinds;
export const failedStatus = 2;

const globalKey = Symbol.for('opentelemetry.js.api.1');

/** Where all copies of the API, version 1, keep what was registered; `undefined` in a process that traces nothing. */
export function otelGlobal(): OtelGlobal | undefined {
  return (globalThis as { [globalKey]?: OtelGlobal })[globalKey];
}
