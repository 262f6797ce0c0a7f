import { type OtelContext, type OtelSpan, type OtelSpanContext, otelGlobal } from './otel.ts';
import { quietly } from './quietly.ts';

/** Under which the API keeps the span that is active in a context. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');

/** For a process without a context manager: a tracer was given, and nothing is active by itself. */
class PlainContext implements OtelContext {
  readonly #values: ReadonlyMap<symbol, unknown>;

  constructor(values: ReadonlyMap<symbol, unknown>) {
    this.#values = values;
  }

  getValue(key: symbol): unknown {
    return this.#values.get(key);
  }
  setValue(key: symbol, value: unknown): OtelContext {
    return new PlainContext(new Map(this.#values).set(key, value));
  }
  deleteValue(key: symbol): OtelContext {
    const values = new Map(this.#values);
    values.delete(key);
    return new PlainContext(values);
  }
}

const emptyContext: OtelContext = new PlainContext(new Map());

/** What is active where this is called; `undefined` where nothing keeps track of that. */
export function activeContext(): OtelContext | undefined {
  const manager = otelGlobal()?.context;
  return manager && quietly(() => manager.active());
}

/** A context in which this span is active. */
export function withSpan(context: OtelContext | undefined, span: OtelSpan): OtelContext {
  return (context ?? emptyContext).setValue(spanKey, span);
}

/** The span of another process, or of a request that is known by its ids alone. */
export function withRemoteSpan(
  context: OtelContext | undefined,
  ids: Pick<OtelSpanContext, 'traceId' | 'spanId'>,
): OtelContext {
  const spanContext = { ...ids, traceFlags: 1, isRemote: true };
  const nothing = (): void => {};
  return withSpan(context, {
    spanContext: () => spanContext,
    isRecording: () => false,
    setAttribute: nothing,
    setStatus: nothing,
    addEvent: nothing,
    end: nothing,
  });
}

/** To start a span in: what is active in the context, or nothing. */
export const orEmpty = (context: OtelContext | undefined): OtelContext => context ?? emptyContext;

/** The trace of the span that is active in a context. */
export function traceIdIn(context: OtelContext): string | undefined {
  return quietly(() => (context.getValue(spanKey) as OtelSpan | undefined)?.spanContext().traceId);
}

/**
 * Calls `work` where the context is active, so that spans of libraries it uses come under its span. A context manager
 * that fails keeps nobody from working.
 */
export function runIn<Given extends unknown[], Result>(
  context: OtelContext,
  work: (...given: Given) => Result,
  ...given: Given
): Result {
  const manager = otelGlobal()?.context;
  if (manager === undefined) return work(...given);
  let isBegun = false;
  const begin = (...handedOn: Given): Result => {
    isBegun = true;
    return work(...handedOn);
  };
  try {
    return manager.with(context, begin, undefined, ...given);
  } catch (thrown) {
    if (isBegun) throw thrown;
    return work(...given);
  }
}
