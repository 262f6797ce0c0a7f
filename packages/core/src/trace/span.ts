import { orEmpty, runIn, withSpan } from './context.ts';
import {
  type Attributes,
  type AttributeValue,
  failedStatus,
  kinds,
  type OtelContext,
  type OtelSpan,
  type OtelTracer,
  type SpanKind,
} from './otel.ts';
import { quietly } from './quietly.ts';

/** What a span begins with. */
export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Where it stands: under the span that is active there. */
  readonly parent: OtelContext | undefined;
}

/**
 * One span. Nothing that a tracer throws comes out of it, since to be watched must not change a run. Children that are
 * still open when it ends, of work that was given up, end with it.
 */
export class Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** In which it is active. */
  readonly context: OtelContext;
  readonly #span: OtelSpan | undefined;
  readonly #tracer: OtelTracer;
  #children: Set<Span> | undefined;
  #forget: (() => void) | undefined;
  #isEnded = false;

  constructor(tracer: OtelTracer, { name, kind = 'internal', attributes = {}, parent }: SpanStart) {
    this.name = name;
    this.#tracer = tracer;
    const span = quietly(() =>
      tracer.startSpan(name, { kind: kinds[kind], attributes }, orEmpty(parent)),
    );
    const ids = quietly(() => span?.spanContext());
    this.#span = ids === undefined ? undefined : span;
    this.traceId = ids?.traceId ?? '';
    this.spanId = ids?.spanId ?? '';
    this.context = (span && quietly(() => withSpan(parent, span))) ?? orEmpty(parent);
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Whether anybody will see what it is told; what is dear to make need not be made otherwise. */
  get isRecording(): boolean {
    return !this.#isEnded && quietly(() => this.#span?.isRecording()) === true;
  }

  /** `parent`: a context other than its own, of a span below it. */
  child(start: Omit<SpanStart, 'parent'>, parent: OtelContext = this.context): Span {
    const child = new Span(this.#tracer, { ...start, parent });
    if (this.#isEnded) {
      child.end();
      return child;
    }
    this.#children ??= new Set();
    this.#children.add(child);
    child.#forget = () => this.#children?.delete(child);
    return child;
  }

  set(attributes: Readonly<Record<string, AttributeValue | undefined>>): void {
    if (this.#isEnded) return;
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined) quietly(() => this.#span?.setAttribute(name, value));
    }
  }

  /** Sets what is dear to make, or may fail to be made, where anybody will see it. */
  record(make: () => Readonly<Record<string, AttributeValue | undefined>>): void {
    if (this.isRecording) quietly(() => this.set(make()));
  }

  event(name: string, attributes?: Attributes): void {
    if (this.#isEnded) return;
    quietly(() => this.#span?.addEvent(name, attributes));
  }

  fail(type: string, message?: string): void {
    if (this.#isEnded) return;
    this.set({ 'error.type': type });
    const status = { code: failedStatus, ...(message !== undefined && { message }) };
    quietly(() => this.#span?.setStatus(status));
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const child of this.#children ?? []) child.end();
    this.#forget?.();
    quietly(() => this.#span?.end());
  }

  /** Calls `work` with this span active, where the process keeps track of what is. */
  around<Given extends unknown[], Result>(
    work: (...given: Given) => Result,
    ...given: Given
  ): Result {
    return runIn(this.context, work, ...given);
  }
}
