import type { MaybePromise } from '../base/promise.ts';
import type { ToolContext } from '../tools/index.ts';

/** What a hook is told of a call. */
export interface ToolCallInfo {
  /** The key of the tool. */
  readonly toolName: string;
  /** What the schema made of the arguments: what `execute` gets. */
  readonly input: unknown;
  readonly context: ToolContext;
  readonly metadata: { readonly agentId: string; readonly agentName: string };
}

/** What `beforeToolCall` may decide. Nothing returned: the call goes on. */
export interface ToolCallDecision {
  /** `false`: the tool does not run, `output` (or `null`) is the result. */
  readonly proceed?: boolean;
  readonly output?: unknown;
  /** Takes the place of the arguments; it is checked by the schema again. */
  readonly input?: unknown;
}

/** A call that was refused before it ran. */
export interface RefusedToolCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly error: Error;
  readonly metadata: { readonly agentId: string; readonly agentName: string };
}

type Nothing = undefined | null;

/** Code around every call of an agent, wherever the tool comes from. */
export interface ToolHooks {
  /** Before the tool runs, with valid input. When it throws the tool does not run and the call is an error. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing is the usual case
  beforeToolCall?(call: ToolCallInfo): MaybePromise<ToolCallDecision | Nothing | void>;
  /**
   * After a tool ran: `output` when it gave one, else `error`. May give another output, which is checked by the schema
   * again. When it throws that is logged and changes nothing.
   */
  afterToolCall?(
    call: ToolCallInfo & { readonly output?: unknown; readonly error?: Error },
    // biome-ignore lint/suspicious/noConfusingVoidType: as above
  ): MaybePromise<{ readonly output?: unknown } | Nothing | void>;
  /** A call was refused before it ran: unknown tool, bad arguments, a throwing hook. It can only take note. */
  onToolRefused?(call: RefusedToolCall): MaybePromise<void>;
}
