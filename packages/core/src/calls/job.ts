import type { ToolCall } from '../journal/index.ts';
import type { AnyTool, ToolContext, ToolEntry, ToolSet } from '../tools/index.ts';
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

  /** Whose transforms say what people are shown of the call: also of a tool that this step may not call. */
  get shownTool(): AnyTool | undefined {
    return this.entry?.tool ?? this.scope.knownTool(this.call.toolName);
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
