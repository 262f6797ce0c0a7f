import { neverAborted } from '../base/abort.ts';
import type { StoppedBy } from '../base/finish-reason.ts';
import { writesDebug } from '../base/logger.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { RequestContext } from '../base/request-context.ts';
import {
  type CallScope,
  type CallSpans,
  DebugLog,
  type EarlyCall,
  type Emit,
  notify,
  type ToolHooks,
} from '../calls/index.ts';
import { type AgentChunk, RunLog } from '../chunks/index.ts';
import { Journal, type RunEvent, type ToolCall } from '../journal/index.ts';
import { callIdsOf, type PromptMessage } from '../messages/index.ts';
import type { AnyTool, CustomChunk, ToolHost, ToolObserve, ToolSet } from '../tools/index.ts';
import type { ExpectedObject } from './ask-for-object.ts';
import { Budget } from './budget.ts';
import type { ObjectPlan } from './object-plan.ts';
import type { RunConfig } from './options.ts';
import { processToolResult } from './processing/process-tool-result.ts';
import { RunProcessors } from './processing/run-processors.ts';
import { RunTrace } from './run-trace.ts';
import { applyEvent, emptyState } from './state.ts';
import type { StepPhase, StepPlan } from './step-plan.ts';

/** A callback that never ends must not keep a stopped run open for ever; one that saves something has the time. */
const longestCallbackOnceStoppedMs = 5_000;

/** One run while it goes: its journal, the state folded from it, its log, and whether it was told to stop. */
export class Run implements CallScope {
  readonly config: RunConfig;
  readonly runId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly hooks: ToolHooks;
  readonly transform: RunConfig['transform'];
  readonly budget: Budget | undefined;
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal;
  readonly logger: RunConfig['logger'];
  readonly host: ToolHost | undefined;
  readonly journal = new Journal();
  readonly state = emptyState();
  /** What readers follow; `generate` has none, since nobody could read it. */
  readonly log: RunLog<AgentChunk> | undefined;
  emit: Emit | undefined;
  /** For the last things that the run itself says, after `stop`. */
  readonly emitLast: Emit | undefined;
  /** `undefined` where none are configured. */
  readonly processors: RunProcessors | undefined;
  readonly processResult: CallScope['processResult'];
  /** The prompt that the run began with, as processors left it. */
  input: readonly PromptMessage[];
  /** The plan of the last step, while nothing has changed it. */
  plan: StepPlan | undefined = undefined;
  /** The tools of the step that runs. */
  toolSet: ToolSet;
  /** Those of its steps that were not among the tools of the run, the latest last. */
  #preparedTools: ToolSet[] | undefined;
  /** How many steps were announced. */
  stepsStarted = 0;
  /** What ended the run but for a last answer. */
  stoppedBy: StoppedBy | undefined = undefined;
  /** It was told that a step has other tools under the keys of its own. */
  hasWarnedOfTools = false;
  /** It has said that it is finished. */
  hasFinished = false;
  isAborted = false;
  isOver = false;
  /** Calls that were begun while the model still spoke. */
  readonly earlyCalls: Map<ToolCall, EarlyCall> | undefined;
  /** Which model of the list answered last: it is asked first from then on. */
  candidate = 0;
  /** What the next step is for. */
  phase: StepPhase = 'loop';
  /** What is wanted in the end, as far as the latest step knows. */
  wanted: ObjectPlan | undefined = undefined;
  /** What the latest answer is to hold; `undefined` where it was asked for words. */
  expected: ExpectedObject | undefined = undefined;
  /** `undefined`: the logger does not write debug lines. */
  readonly debugLog: DebugLog | undefined;
  /** `undefined`: the run is not traced. */
  readonly trace: RunTrace | undefined;
  readonly callSpans: CallSpans | undefined;
  #observe: ToolObserve | undefined;
  #messages: readonly PromptMessage[] | undefined;
  #historyIds: ReadonlySet<string> | undefined;
  #onAbort: (() => void) | undefined;
  #stopListening: (() => void) | undefined;

  constructor(config: RunConfig) {
    this.config = config;
    this.input = config.prompt;
    this.toolSet = config.toolSet;
    this.runId = config.runId;
    this.agentId = config.agentId;
    this.agentName = config.agentName;
    this.hooks = config.hooks;
    this.transform = config.transform;
    this.budget = config.budget && new Budget(config.budget, this.state);
    this.requestContext = config.requestContext;
    this.abortSignal =
      config.abortSignal === undefined ? neverAborted : this.#follow(config.abortSignal);
    this.logger = config.logger;
    this.debugLog = writesDebug(config.logger) ? new DebugLog(this) : undefined;
    this.host = config.host;
    this.log = config.mode === 'stream' ? new RunLog() : undefined;
    const hasSink = this.log !== undefined || config.callbacks.onChunk !== undefined;
    this.emitLast = hasSink
      ? (type, payload, from = 'AGENT', metadata) =>
          this.put(
            (metadata === undefined
              ? { type, runId: config.runId, from, payload }
              : { type, runId: config.runId, from, payload, metadata }) as unknown as AgentChunk,
          )
      : undefined;
    this.processors = config.processors && new RunProcessors(this, config.processors);
    this.trace = config.tracing && new RunTrace(this, config.tracing);
    this.callSpans = this.trace?.calls;
    this.processResult = resultsSeenBy(this);
    const isEager = config.eagerToolExecution && this.processors?.awaitsCalls !== true;
    this.earlyCalls = isEager ? new Map() : undefined;
    const output = this.processors?.output;
    this.emit =
      output === undefined
        ? this.emitLast
        : (type, payload, from = 'AGENT', metadata) =>
            output.put({
              type,
              runId: config.runId,
              from,
              payload,
              ...(metadata !== undefined && { metadata }),
            } as unknown as AgentChunk);
  }

  /** What tools note goes to the logger of the run. */
  get observe(): ToolObserve {
    this.#observe ??= {
      span: async (_name, work) => work(),
      log: (level, message, data) => this.logger[level](message, data),
    };
    return this.#observe;
  }

  get messages(): readonly PromptMessage[] {
    this.#messages ??= withoutSystem(this.input);
    return this.#messages;
  }

  /** From here on this is what the run began with. */
  useInput(prompt: readonly PromptMessage[]): void {
    this.input = prompt.slice();
    this.#messages = undefined;
    this.#historyIds = undefined;
  }

  /** From here on this is what the model has been told; steps go on it. */
  replacePrompt(prompt: readonly PromptMessage[]): void {
    this.record({ type: 'prompt-replaced', prompt });
    this.plan = undefined;
    this.#historyIds = undefined;
  }

  /** Whether a call has this id, in an earlier step or in the history. */
  knowsCall(id: string): boolean {
    this.#historyIds ??= callIdsOf(this.state.prompt);
    return this.state.calls.has(id) || this.#historyIds.has(id);
  }

  /** From here on calls are of these tools. */
  useTools(toolSet: ToolSet): void {
    if (toolSet === this.toolSet) return;
    this.toolSet = toolSet;
    this.#preparedTools ??= [];
    this.#preparedTools.push(toolSet);
  }

  knownTool(word: string): AnyTool | undefined {
    for (const toolSet of this.#preparedTools?.toReversed() ?? []) {
      const entry = toolSet.resolve(word);
      if (entry !== undefined) return entry.tool;
    }
    return this.config.allTools.resolve(word)?.tool;
  }

  record(event: RunEvent): void {
    this.journal.append(event);
    applyEvent(this.state, event);
  }

  emitCustom(chunk: CustomChunk): void {
    if (this.emit === undefined) return;
    const output = this.processors?.output;
    if (output === undefined) this.put(chunk as AgentChunk);
    else output.put(chunk as AgentChunk);
  }

  /** Gives out a chunk as it is. */
  put(chunk: AgentChunk): void {
    this.log?.push(chunk);
    const { onChunk } = this.config.callbacks;
    if (onChunk !== undefined) void notify('onChunk', this.logger, () => onChunk(chunk));
  }

  /**
   * The run's own signal, which fires with the caller's. One listener for each run is all that a signal which many
   * runs share ever has: what models and tools listen to goes with the run, and `close` takes the listener away.
   */
  #follow(signal: AbortSignal): AbortSignal {
    const own = new AbortController();
    const onAbort = (): void => {
      this.isAborted = true;
      own.abort(signal.reason);
      this.#onAbort?.();
    };
    if (signal.aborted) {
      onAbort();
      return own.signal;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    this.#stopListening = () => signal.removeEventListener('abort', onAbort);
    return own.signal;
  }

  /**
   * Waits for `work` or for the run to be stopped, whichever comes first. Gives `undefined` when it was stopped; work
   * that then fails later does so unnoticed.
   */
  untilStopped<T>(work: MaybePromise<T>): MaybePromise<T | undefined> {
    if (this.config.abortSignal === undefined || !isPromiseLike(work)) return work;
    return new Promise((resolve, reject) => {
      if (this.isAborted) resolve(undefined);
      this.#onAbort = () => resolve(undefined);
      work.then(resolve, reject);
    });
  }

  /** Waits for a callback; once the run is stopped, no longer than one may then take. */
  async untilGivenUp(callback: PromiseLike<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        callback.then(resolve, reject);
        this.whenStopped(() => {
          timer = setTimeout(resolve, longestCallbackOnceStoppedMs);
        });
      });
    } finally {
      clearTimeout(timer);
      this.#onAbort = undefined;
    }
  }

  /** Calls `handler` at once when the run is stopped; it takes the place of the one before. */
  whenStopped(handler: (() => void) | undefined): void {
    this.#onAbort = handler;
    if (this.isAborted) handler?.();
  }

  /** What calls still say or give is dropped from here on. */
  stop(): void {
    this.isOver = true;
    this.emit = undefined;
  }

  /** Ends the log and lets go of the signal. */
  close(): void {
    this.stop();
    this.#onAbort = undefined;
    this.#stopListening?.();
    this.trace?.end();
    this.log?.end();
  }
}

function resultsSeenBy(run: Run): CallScope['processResult'] {
  const { processors } = run;
  if (processors?.having('processToolResult') === undefined) return undefined;
  return (call, value) => processToolResult(run, processors, call, value);
}

/** System messages stand first almost always; a slice holds no spare room, as the array of a filter does. */
function withoutSystem(prompt: readonly PromptMessage[]): readonly PromptMessage[] {
  const start = prompt.findIndex((message) => message.role !== 'system');
  const rest = start === -1 ? [] : prompt.slice(start);
  return rest.some((message) => message.role === 'system')
    ? rest.filter((message) => message.role !== 'system')
    : rest;
}
