import { TenonError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { CallJob } from './job.ts';

const mostNames = 50;

/** Stage: there is such a tool. Gives the refusal, or nothing. */
export function resolveTool({ entry, call, toolSet, scope }: CallJob): Error | undefined {
  if (entry !== undefined) {
    scope.debugLog?.stage(call, 'the tool is there');
    return undefined;
  }
  const names = [...toolSet.keys()].map((key) => toolSet.modelNameOf(key));
  const near = nearest(call.toolName, names);
  const known = names.slice(0, mostNames).join(', ');
  const more = names.length > mostNames ? `, and ${names.length - mostNames} more` : '';
  const message = [
    `No tool "${call.toolName}".`,
    near.length > 0 ? ` Did you mean ${near.join(', ')}?` : '',
    known === '' ? ' No tools can be called now.' : ` Known tools: ${known}${more}.`,
    known === '' ? '' : ' Use one of these names exactly.',
  ].join('');
  return new TenonError('TOOL_NOT_FOUND', message, {
    details: { toolName: call.toolName, toolCallId: call.id },
  });
}
