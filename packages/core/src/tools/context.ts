import { neverAborted } from '../base/abort.ts';
import type { Logger } from '../base/logger.ts';
import { RequestContext } from '../base/request-context.ts';
import type { PromptMessage } from '../messages/index.ts';
import { silentSink, ToolWriter } from './writer.ts';

/** Notes and timed sections of a tool's own, for whoever watches the run; harmless when nobody does. */
export interface ToolObserve {
  /** Runs `work` as a section named `name` and gives back what it gives. */
  span<Result>(
    name: string,
    work: () => Result | Promise<Result>,
    attributes?: Record<string, unknown>,
  ): Promise<Result>;
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, data?: unknown): void;
}

/** An agent as a tool sees it through the registry. */
export interface HostAgent {
  readonly id: string;
  readonly name: string;
  generate(input: string): Promise<{ readonly text: string }>;
}

/** The registry as a tool sees it. */
export interface ToolHost {
  getLogger(): Logger;
  getTool(key: string): { readonly id?: string | undefined };
  getToolById(id: string): { readonly id?: string | undefined };
  listTools(): Readonly<Record<string, { readonly id?: string | undefined }>>;
  getAgent(key: string): HostAgent;
  getAgentById(id: string): HostAgent;
}

/** What is known of the agent that calls. */
export interface AgentCallContext {
  readonly agentId: string;
  readonly toolCallId: string;
  /** The messages that the run began with, as the model was sent them, without system messages. */
  readonly messages: readonly PromptMessage[];
}

/** The second argument of `execute`. It has one shape, whoever calls; what a caller lacks is absent. */
export interface ToolContext<RequestValues = unknown> {
  readonly requestContext: RequestContext<RequestValues>;
  /** Fires when the run is stopped. */
  readonly abortSignal: AbortSignal;
  readonly writer: ToolWriter;
  readonly observe: ToolObserve;
  /** The same at every retry of this call: for APIs that must not do a thing twice. */
  readonly idempotencyKey: string;
  readonly runId?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly messages?: readonly PromptMessage[] | undefined;
  /** Set when an agent calls. */
  readonly agent?: AgentCallContext | undefined;
  /** Set when a workflow calls. */
  readonly workflow?: { readonly runId: string; readonly workflowId: string } | undefined;
  /** The registry, when the agent is on one. */
  readonly tenon?: ToolHost | undefined;
  /** The same object as `tenon`, under its documented second name. */
  readonly mastra?: ToolHost | undefined;
}

/** What a direct caller may give of it; `toolCallId` and `messages` alone count as an agent's. */
export type DirectContext<RequestValues = unknown> = Partial<
  Omit<ToolContext<RequestValues>, 'messages' | 'agent'>
> & {
  readonly messages?: readonly unknown[];
  readonly agent?: Partial<AgentCallContext>;
};

export const quietObserve: ToolObserve = {
  span: async (_name, work) => work(),
  log: () => {},
};

/** A complete context out of what a direct caller gave. */
export function toDirectContext(given: DirectContext | undefined): ToolContext {
  if (given === undefined || given === null) return new BareContext();
  const { toolCallId, messages, agent, ...rest } = given;
  const context = Object.assign(new BareContext(), withoutUndefined(rest));
  const host = rest.tenon ?? rest.mastra;
  if (host !== undefined) Object.assign(context, { tenon: host, mastra: host });
  if (agent !== undefined || toolCallId !== undefined || messages !== undefined) {
    const id = agent?.toolCallId ?? toolCallId;
    const known = agent?.messages ?? (messages as readonly PromptMessage[] | undefined) ?? [];
    Object.assign(context, {
      toolCallId: id,
      messages: known,
      agent: { ...agent, toolCallId: id, messages: known },
    });
  }
  return context;
}

/** What every direct call has; the costly fields are made when they are first looked at. */
class BareContext implements ToolContext {
  readonly abortSignal = neverAborted;
  readonly observe = quietObserve;
  runId: string | undefined = undefined;
  toolCallId: string | undefined = undefined;
  messages: readonly PromptMessage[] | undefined = undefined;
  agent: AgentCallContext | undefined = undefined;
  workflow: { readonly runId: string; readonly workflowId: string } | undefined = undefined;
  tenon: ToolHost | undefined = undefined;
  mastra: ToolHost | undefined = undefined;
  #requestContext: RequestContext | undefined;
  #writer: ToolWriter | undefined;
  #key: string | undefined;

  get requestContext(): RequestContext {
    this.#requestContext ??= new RequestContext();
    return this.#requestContext;
  }
  set requestContext(given) {
    this.#requestContext = given;
  }
  get writer(): ToolWriter {
    this.#writer ??= new ToolWriter(silentSink);
    return this.#writer;
  }
  set writer(given) {
    this.#writer = given;
  }
  get idempotencyKey(): string {
    this.#key ??= globalThis.crypto.randomUUID();
    return this.#key;
  }
  set idempotencyKey(given) {
    this.#key = given;
  }
}

function withoutUndefined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
