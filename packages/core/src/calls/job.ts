import type { ToolCall } from '../journal/index.ts';
import type { ToolContext, ToolEntry, ToolSet } from '../tools/index.ts';
import { CallContext } from './context.ts';
import type { CallScope } from './scope.ts';

/** One call on its way through the stages. */
export class CallJob {
  readonly call: ToolCall;
  readonly scope: CallScope;
  /** `undefined`: no such tool. */
  readonly entry: ToolEntry | undefined;
  readonly toolSet: ToolSet;
  #context: ToolContext | undefined;

  constructor(call: ToolCall, toolSet: ToolSet, scope: CallScope) {
    this.call = call;
    this.scope = scope;
    this.toolSet = toolSet;
    this.entry = toolSet.get(call.toolName);
  }

  /** What hooks and `execute` get; one object for all of them. */
  get context(): ToolContext {
    this.#context ??= new CallContext(this.scope, this.call);
    return this.#context;
  }
  set context(context) {
    this.#context = context;
  }

  get metadata(): { agentId: string; agentName: string } {
    return { agentId: this.scope.agentId, agentName: this.scope.agentName };
  }
}
