import { TenonError } from '../base/errors.ts';
import type { ToolCall } from '../journal/index.ts';

/** What the author's function threw, with its own words and the call it belongs to. */
export function executionFailed(call: ToolCall, thrown: Error): Error {
  if (TenonError.is(thrown)) return thrown;
  const message = thrown.message || `Tool "${call.toolName}" failed with ${thrown.name}.`;
  return new TenonError('TOOL_EXECUTION_FAILED', message, {
    cause: thrown,
    details: { toolName: call.toolName, toolCallId: call.id },
  });
}
