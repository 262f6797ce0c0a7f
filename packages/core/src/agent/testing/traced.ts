import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';

/** A tracer of the SDK that nothing in the process knows of, and the spans it made. */
export function startTracer() {
  const spans = new Spans();
  const provider = new BasicTracerProvider({ spanProcessors: spans.processors });
  return { tracer: provider.getTracer('test'), spans };
}

/** Registers a tracer provider for the process, which keeps track of what is active. */
export function registerTracing(): Spans {
  const spans = new Spans();
  new NodeTracerProvider({ spanProcessors: spans.processors }).register();
  return spans;
}

/** The spans that have ended. */
class Spans {
  readonly #exporter = new InMemorySpanExporter();
  /** Ids in the order in which they began. */
  readonly #begun: string[] = [];

  get processors(): SpanProcessor[] {
    const nothing = async (): Promise<void> => {};
    const counter: SpanProcessor = {
      onStart: (span) => void this.#begun.push(span.spanContext().spanId),
      onEnd: () => {},
      forceFlush: nothing,
      shutdown: nothing,
    };
    return [new SimpleSpanProcessor(this.#exporter), counter];
  }

  /** How many have begun and not ended. */
  get open(): number {
    return this.#begun.length - this.all.length;
  }

  get all(): readonly ReadableSpan[] {
    return this.#exporter.getFinishedSpans();
  }

  /** All that they carry, as one text to search through. */
  get text(): string {
    return JSON.stringify(
      this.all.map(({ name, attributes, events, status, links }) => ({
        name,
        attributes,
        events,
        status,
        links,
      })),
    );
  }

  get names(): string[] {
    return this.all.map(({ name }) => name);
  }

  named(name: string): ReadableSpan {
    const [found, ...more] = this.all.filter((span) => span.name === name);
    if (found === undefined || more.length > 0) {
      throw new Error(`Expected one span "${name}" among: ${this.names.join(', ')}`);
    }
    return found;
  }

  /** The names as a tree, in the order in which the spans began: `a(b, c(d))`. */
  get tree(): string {
    const ids = new Set(this.all.map((span) => span.spanContext().spanId));
    const roots = this.all.filter(
      ({ parentSpanContext: parent }) => !ids.has(parent?.spanId ?? ''),
    );
    return this.#show(roots);
  }

  #show(spans: readonly ReadableSpan[]): string {
    const shown = this.#inOrder(spans).map((span) => {
      const { spanId } = span.spanContext();
      const children = this.all.filter((other) => other.parentSpanContext?.spanId === spanId);
      return children.length === 0 ? span.name : `${span.name}(${this.#show(children)})`;
    });
    return shown.join(', ');
  }

  #inOrder(spans: readonly ReadableSpan[]): ReadableSpan[] {
    const placeOf = (span: ReadableSpan): number => this.#begun.indexOf(span.spanContext().spanId);
    return [...spans].sort((a, b) => placeOf(a) - placeOf(b));
  }

  reset(): void {
    this.#exporter.reset();
    this.#begun.length = 0;
  }
}
