import { TenonError } from '../base/errors.ts';
import type { CallJob } from './job.ts';

/**
 * Stage: whether a person must say yes. There is nobody to ask yet, so a tool that wants approval is not run: to run
 * it without would be worse than not at all.
 */
export function checkApproval({ entry, call, scope }: CallJob): Error | undefined {
  if (entry?.parts.needsApproval !== true) {
    scope.debugLog?.stage(call, 'needs no approval');
    return undefined;
  }
  const refusal = new TenonError(
    'TOOL_APPROVAL_NOT_SUPPORTED',
    `Tool "${call.toolName}" needs a person's approval, which this version of Tenon cannot ask for. It was not run.`,
    { details: { toolName: call.toolName, toolCallId: call.id } },
  );
  scope.debugLog?.stage(call, 'needs approval', refusal);
  return refusal;
}
