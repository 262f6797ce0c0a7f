import type { Span } from './span.ts';
import { toldError } from './told-error.ts';
import type { Tracing } from './tracing.ts';

/** Marks a span as failed. The words of others may quote a payload, so they are told only where outputs are. */
export function failSpan(span: Span, error: Error, tracing: Tracing): void {
  const { type, message } = toldError(error);
  const words = message ?? (tracing.recordOutputs ? String(error.message) : undefined);
  span.fail(type, words === undefined ? undefined : tracing.toText(words));
}
