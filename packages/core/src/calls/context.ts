import type { RequestContext } from '../base/request-context.ts';
import type { ToolCall } from '../journal/index.ts';
import type { PromptMessage } from '../messages/index.ts';
import {
  type AgentCallContext,
  noTracing,
  type ToolContext,
  type ToolHost,
  type ToolObserve,
  type ToolTracing,
  ToolWriter,
} from '../tools/index.ts';
import type { CallScope } from './scope.ts';

const origin = Symbol('origin of a call');

/**
 * The context of a call that an agent makes. `writer` is a real stream and costs more than the rest of a call, so it is
 * made when it is looked at; the one getter for all contexts keeps them of one shape, and a spread copy has the writer.
 */
export class CallContext implements ToolContext {
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal;
  readonly observe: ToolObserve;
  readonly tracing: ToolTracing;
  readonly tracingContext: ToolTracing;
  readonly idempotencyKey: string;
  readonly runId: string;
  readonly toolCallId: string;
  readonly messages: readonly PromptMessage[];
  readonly agent: AgentCallContext;
  readonly workflow: undefined = undefined;
  readonly tenon: ToolHost | undefined;
  readonly mastra: ToolHost | undefined;
  declare readonly writer: ToolWriter;
  /** What the writer is made from. */
  [origin]: { readonly scope: CallScope; readonly call: ToolCall; writer: ToolWriter | undefined };

  constructor(scope: CallScope, call: ToolCall) {
    this.requestContext = scope.requestContext;
    this.abortSignal = scope.abortSignal;
    const { callSpans } = scope;
    this.observe = callSpans === undefined ? scope.observe : callSpans.observeOf(call);
    this.tracing = callSpans === undefined ? noTracing : callSpans.tracingOf(call);
    this.tracingContext = this.tracing;
    this.idempotencyKey = `${scope.runId}:${call.id}`;
    this.runId = scope.runId;
    this.toolCallId = call.id;
    this.messages = scope.messages;
    this.agent = { agentId: scope.agentId, toolCallId: call.id, messages: scope.messages };
    this.tenon = scope.host;
    this.mastra = scope.host;
    this[origin] = { scope, call, writer: undefined };
    Object.defineProperty(this, 'writer', lazyWriter);
  }
}

const lazyWriter: PropertyDescriptor & ThisType<CallContext> = {
  get() {
    const made = this[origin];
    made.writer ??= createWriter(made.scope, made.call);
    return made.writer;
  },
  enumerable: true,
  configurable: true,
};

function createWriter(scope: CallScope, call: ToolCall): ToolWriter {
  const { id: toolCallId, toolName } = call;
  return new ToolWriter({
    output: (output) => scope.emit?.('tool-output', { toolCallId, toolName, output }, 'USER'),
    custom: (chunk) => scope.emitCustom(chunk),
  });
}
