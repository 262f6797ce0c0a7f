import type { TransformPhase } from '../base/payload-transform.ts';
import type { CallOutcome, ToolCall } from '../journal/index.ts';
import { toOwnJson } from '../messages/index.ts';
import type { AnyTool, ToolObserve, ToolTracing } from '../tools/index.ts';
import { failSpan, type Span, type Tracing, toldError } from '../trace/index.ts';
import type { CallJob } from './job.ts';
import { observeSpan } from './observe.ts';
import type { CallScope } from './scope.ts';
import { OwnSpan } from './tool-span.ts';
import { hasTranscript, transcriptOf } from './transform.ts';

/**
 * The spans of the calls of one run: one for each call, from before its first stage until its outcome is recorded. A
 * call that was begun early goes the line as two jobs, so spans are kept by call.
 */
export class CallSpans {
  readonly #tracing: Tracing;
  readonly #parent: Span;
  readonly #scope: CallScope;
  readonly #spans = new Map<ToolCall, Span>();

  constructor(tracing: Tracing, parent: Span, scope: CallScope) {
    this.#tracing = tracing;
    this.#parent = parent;
    this.#scope = scope;
  }

  /** Opens the span of a call, unless that is done. */
  open(call: ToolCall): Span {
    const known = this.#spans.get(call);
    if (known !== undefined) return known;
    const description = this.#toolOf(call)?.description;
    const span = this.#parent.child({
      name: `execute_tool ${call.toolName}`,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': call.toolName,
        'gen_ai.tool.call.id': call.id,
        'gen_ai.tool.type': call.providerExecuted ? 'extension' : 'function',
        ...(typeof description === 'string' && { 'gen_ai.tool.description': description }),
      },
    });
    this.#spans.set(call, span);
    return span;
  }

  /** Does a part of the line with the span of the call active. */
  around<Result>(job: CallJob, work: (job: CallJob) => Result): Result {
    return this.open(job.call).around(work, job);
  }

  /** Ends the span of a call with its outcome; without one where others are to give it. */
  close(call: ToolCall, outcome: CallOutcome | undefined = call.outcome): void {
    const span = this.open(call);
    if (outcome?.type === 'error') this.#fail(span, call, outcome.error);
    span.record(() => this.#payloadsOf(call, outcome));
    span.end();
  }

  /** Ends those that are still open. */
  closeAll(): void {
    for (const [call, span] of this.#spans) if (!span.isEnded) this.close(call);
  }

  /** What the tool itself may say to the trace. */
  tracingOf(call: ToolCall): ToolTracing {
    return { currentSpan: new OwnSpan(this.#spanOf(call), this.#tracingOf(call), true) };
  }

  observeOf(call: ToolCall): ToolObserve {
    return observeSpan(this.#spanOf(call), this.#tracingOf(call), this.#scope.logger);
  }

  /** What a client brings belongs to a call of an earlier run: it is told to the span of this one. */
  #spanOf(call: ToolCall): Span {
    return this.#spans.get(call) ?? this.#parent;
  }

  /** A tool whose payloads are not for readers has nothing of them recorded by its own spans either. */
  #tracingOf(call: ToolCall): Tracing {
    const isPrivate = hasTranscript(this.#toolOf(call), this.#scope);
    return this.#tracing.recording({ inputs: !isPrivate, outputs: !isPrivate });
  }

  #toolOf({ toolName }: ToolCall): AnyTool | undefined {
    return this.#scope.knownTool(toolName);
  }

  #payloadsOf(call: ToolCall, outcome: CallOutcome | undefined): Parameters<Span['set']>[0] {
    const { recordInputs, recordOutputs } = this.#tracing;
    const given = call.input ?? call.args;
    const result = outcome?.type === 'result' ? outcome.value : undefined;
    return {
      'gen_ai.tool.call.arguments': recordInputs
        ? this.#shown(call, 'input-available', given)
        : undefined,
      'gen_ai.tool.call.result': recordOutputs
        ? this.#shown(call, 'output-available', result)
        : undefined,
    };
  }

  #shown(call: ToolCall, phase: TransformPhase, raw: unknown): string | undefined {
    if (raw === undefined) return undefined;
    const shown = transcriptOf(call, phase, raw, this.#toolOf(call), this.#scope);
    return shown && this.#text(shown.value);
  }

  #fail(span: Span, call: ToolCall, error: Error): void {
    if (!hasTranscript(this.#toolOf(call), this.#scope)) {
      failSpan(span, error, this.#tracing);
      return;
    }
    const shown = transcriptOf(call, 'error', undefined, this.#toolOf(call), this.#scope)?.value;
    const words = (shown as { message?: unknown } | undefined | null)?.message ?? shown;
    const isTold = this.#tracing.recordOutputs && words !== undefined;
    span.fail(toldError(error).type, isTold ? this.#text(words) : undefined);
  }

  #text(value: unknown): string {
    return this.#tracing.toText(toOwnJson(value));
  }
}
