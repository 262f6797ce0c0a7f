import type { ToolCall } from '../journal/index.ts';
import { type ToolContext, type ToolObserve, ToolWriter } from '../tools/index.ts';
import type { CallScope } from './scope.ts';

/** The context of a call that an agent makes. The writer is a stream, so it is only made when it is looked at. */
export function createCallContext(scope: CallScope, call: ToolCall): ToolContext {
  const { runId, agentId, requestContext, abortSignal, host, messages } = scope;
  const toolCallId = call.id;
  let writer: ToolWriter | undefined;
  return {
    requestContext,
    abortSignal,
    observe: observeOf(scope),
    idempotencyKey: `${runId}:${toolCallId}`,
    runId,
    toolCallId,
    messages,
    agent: { agentId, toolCallId, messages },
    workflow: undefined,
    tenon: host,
    mastra: host,
    get writer() {
      writer ??= createWriter(scope, call);
      return writer;
    },
  };
}

function createWriter(scope: CallScope, call: ToolCall): ToolWriter {
  const { id: toolCallId, toolName } = call;
  return new ToolWriter({
    output: (output) => scope.emit?.('tool-output', { toolCallId, toolName, output }, 'USER'),
    custom: (chunk) => scope.emitCustom(chunk),
  });
}

const observers = new WeakMap<CallScope, ToolObserve>();

/** One per run: notes go to the run's logger. */
function observeOf(scope: CallScope): ToolObserve {
  let observe = observers.get(scope);
  if (observe === undefined) {
    observe = {
      span: async (_name, work) => work(),
      log: (level, message, data) => scope.logger[level](message, data),
    };
    observers.set(scope, observe);
  }
  return observe;
}
