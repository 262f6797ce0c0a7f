import { neverAborted } from '../base/abort.ts';
import type { Logger } from '../base/logger.ts';
import { type AnyRequestContext, RequestContext } from '../base/request-context.ts';
import type { PromptMessage } from '../messages/index.ts';
import type { StoreOfAnyCopy } from '../storage/index.ts';
import { noTracing, type ToolTracing } from './tracing.ts';
import { type AnyToolWriter, silentSink, ToolWriter } from './writer.ts';

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

/** An agent as a tool sees it through the registry, and the registry one of another copy of this package. */
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
  getStorage(): StoreOfAnyCopy | undefined;
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
  /** The span of the call, where the run is traced. */
  readonly tracing: ToolTracing;
  /** The same object as `tracing`, under its documented second name. */
  readonly tracingContext: ToolTracing;
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

/** What a direct caller may give of it; `toolCallId` and `messages` alone count as an agent's, `workflowId` as a workflow's. */
export type DirectContext = {
  readonly [Field in Exclude<
    keyof ToolContext,
    'requestContext' | 'messages' | 'agent' | 'writer'
  >]?: ToolContext[Field] | undefined;
} & {
  readonly writer?: AnyToolWriter | undefined;
  readonly requestContext?: AnyRequestContext | undefined;
  readonly messages?: readonly unknown[] | undefined;
  readonly agent?: Partial<AgentCallContext> | undefined;
  readonly workflowId?: string | undefined;
};

export const quietObserve: ToolObserve = {
  span: async (_name, work) => work(),
  log: () => {},
};

/**
 * A complete context out of what a direct caller gave. All fields are its own, so that a tool may hand it on, or a copy
 * of it, to another tool.
 */
export function toDirectContext(given: DirectContext | null | undefined): ToolContext {
  if (given === undefined || given === null) return new BareContext(undefined);
  const context = new BareContext(given);
  for (const field of Object.keys(given)) {
    if (ownFields.has(field)) continue;
    Object.assign(context, { [field]: (given as Record<string, unknown>)[field] });
  }
  return context;
}

/** How many direct calls there were, for their idempotency keys. */
let calls = 0;
let keyOfProcess: string | undefined;

function nextKey(): string {
  keyOfProcess ??= globalThis.crypto.randomUUID();
  return `${keyOfProcess}:${++calls}`;
}

const writerOf = Symbol('writer');
const giver = Symbol('context that was given');

/** `writer` is a real stream and costs more than the rest of a call, so it is made when it is looked at. */
class BareContext implements ToolContext {
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal;
  readonly observe: ToolObserve;
  readonly tracing: ToolTracing;
  readonly tracingContext: ToolTracing;
  readonly idempotencyKey: string;
  readonly runId: string | undefined;
  readonly toolCallId: string | undefined;
  readonly messages: readonly PromptMessage[] | undefined;
  readonly agent: AgentCallContext | undefined;
  readonly workflow: ToolContext['workflow'];
  readonly tenon: ToolHost | undefined;
  readonly mastra: ToolHost | undefined;
  declare readonly writer: ToolWriter;
  [writerOf]: ToolWriter | undefined;
  [giver]: DirectContext | undefined;

  constructor(given: DirectContext | undefined) {
    const host = given?.tenon ?? given?.mastra;
    const agent = given && toAgentCall(given);
    this.requestContext =
      (given?.requestContext as RequestContext | undefined) ?? new RequestContext();
    this.abortSignal = given?.abortSignal ?? neverAborted;
    this.observe = given?.observe ?? quietObserve;
    this.tracing = given?.tracing ?? given?.tracingContext ?? noTracing;
    this.tracingContext = this.tracing;
    this.idempotencyKey = given?.idempotencyKey ?? nextKey();
    this.runId = given?.runId;
    this.toolCallId = agent?.toolCallId;
    this.messages = agent?.messages;
    this.agent = agent;
    this.workflow = given && toWorkflowCall(given);
    this.tenon = host;
    this.mastra = host;
    this[writerOf] = undefined;
    this[giver] = given;
    Object.defineProperty(this, 'writer', lateWriter);
  }
}

/** Asks the caller's context when it is asked itself: that one may make its writer late too. One for all contexts. */
const lateWriter: PropertyDescriptor & ThisType<BareContext> = {
  get() {
    this[writerOf] ??=
      (this[giver]?.writer as ToolWriter | undefined) ?? new ToolWriter(silentSink);
    return this[writerOf];
  },
  enumerable: true,
};

function toWorkflowCall({ workflow, workflowId, runId }: DirectContext): ToolContext['workflow'] {
  if (workflow !== undefined) return workflow;
  return workflowId === undefined ? undefined : { runId: runId ?? '', workflowId };
}

function toAgentCall(given: DirectContext): AgentCallContext | undefined {
  const { toolCallId, agent } = given;
  const messages = given.messages as readonly PromptMessage[] | undefined;
  if (agent === undefined && toolCallId === undefined && messages === undefined) return undefined;
  return {
    ...agent,
    toolCallId: agent?.toolCallId ?? toolCallId,
    messages: agent?.messages ?? messages ?? [],
  } as AgentCallContext;
}

/** What a caller gives beyond these is handed on as it is. */
const ownFields: ReadonlySet<string> = new Set<keyof ToolContext | 'workflowId'>([
  'requestContext',
  'abortSignal',
  'writer',
  'observe',
  'tracing',
  'tracingContext',
  'idempotencyKey',
  'runId',
  'toolCallId',
  'messages',
  'agent',
  'workflow',
  'workflowId',
  'tenon',
  'mastra',
]);
