import { toError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { toOwnJson } from '../messages/index.ts';
import type { ToolObserve } from '../tools/index.ts';
import {
  activeContext,
  failSpan,
  type OtelContext,
  type Span,
  type Tracing,
  traceIdIn,
} from '../trace/index.ts';

/** `observe` of a call that is traced: its sections are spans, its notes are events of the span and go to the logger. */
export function observeSpan(span: Span, tracing: Tracing, logger: Logger): ToolObserve {
  return {
    span: async (name, work, attributes) => {
      const child = span.child({ name }, innermost(span));
      if (attributes !== undefined && child.isRecording) {
        child.set(tracing.toAttributes(toOwnJson(attributes) as Record<string, unknown>));
      }
      try {
        return await child.around(work);
      } catch (thrown) {
        failSpan(child, toError(thrown), tracing);
        throw thrown;
      } finally {
        child.end();
      }
    },
    log: (level, message, data) => {
      logger[level](message, data);
      if (!span.isRecording) return;
      const isTold = tracing.recordOutputs && data !== undefined;
      span.event(String(message), {
        'log.level': level,
        ...(isTold && { 'log.data': tracing.toText(toOwnJson(data)) }),
      });
    },
  };
}

/** A section within a section stands under that one, where the process keeps track of what is active. */
function innermost(span: Span): OtelContext {
  const active = activeContext();
  return active !== undefined && traceIdIn(active) === span.traceId ? active : span.context;
}
