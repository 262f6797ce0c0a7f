import { toError } from '../base/errors.ts';
import { toOwnJson } from '../messages/index.ts';
import type { ToolSpan, ToolSpanStart, ToolSpanUpdate } from '../tools/index.ts';
import { failSpan, type Span, type Tracing } from '../trace/index.ts';

/** A span as a tool sees it; what it may carry, `tracing` says. */
export class OwnSpan implements ToolSpan {
  readonly id: string;
  readonly traceId: string;
  readonly name: string;
  readonly #span: Span;
  readonly #tracing: Tracing;
  readonly #isOfCall: boolean;

  constructor(span: Span, tracing: Tracing, isOfCall = false) {
    this.id = span.spanId;
    this.traceId = span.traceId;
    this.name = span.name;
    this.#span = span;
    this.#tracing = tracing;
    this.#isOfCall = isOfCall;
  }

  createChildSpan({ name, type, ...given }: ToolSpanStart): ToolSpan {
    const child = new OwnSpan(this.#span.child({ name }), this.#tracing);
    if (type !== undefined) child.#span.set({ 'tenon.span.type': type });
    child.update(given);
    return child;
  }

  createEventSpan(start: ToolSpanStart & { readonly output?: unknown }): ToolSpan {
    const child = this.createChildSpan(start);
    child.end(start);
    return child;
  }

  update({ input, output, metadata, attributes }: ToolSpanUpdate): void {
    if (!this.#span.isRecording) return;
    const { recordInputs, recordOutputs } = this.#tracing;
    if (attributes !== undefined) this.#span.set(this.#toAttributes(attributes));
    if (metadata !== undefined) this.#span.set(this.#toAttributes(metadata, 'tenon.metadata.'));
    if (recordInputs && input !== undefined) this.#span.set({ 'tenon.input': this.#text(input) });
    if (recordOutputs && output !== undefined)
      this.#span.set({ 'tenon.output': this.#text(output) });
  }

  end(update?: ToolSpanUpdate): void {
    if (update !== undefined) this.update(update);
    if (!this.#isOfCall) this.#span.end();
  }

  error({
    error,
    endSpan = true,
    ...update
  }: ToolSpanUpdate & { readonly error: unknown; readonly endSpan?: boolean }): void {
    failSpan(this.#span, toError(error), this.#tracing);
    this.update(update);
    if (endSpan) this.end();
  }

  #toAttributes(given: Readonly<Record<string, unknown>>, prefix = '') {
    const values = toOwnJson(given) as Record<string, unknown>;
    return this.#tracing.toAttributes(values, prefix);
  }

  #text(value: unknown): string {
    return this.#tracing.toText(toOwnJson(value));
  }
}
