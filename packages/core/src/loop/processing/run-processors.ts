import { TenonError } from '../../base/errors.ts';
import { ignoreRejection, noop } from '../../base/promise.ts';
import type { Tripwire } from '../../base/tripwire.ts';
import type { AgentChunk } from '../../chunks/index.ts';
import type { PromptMessage, PromptSystemMessage } from '../../messages/index.ts';
import type { ModelAnswer, ModelPart } from '../../models/index.ts';
import {
  type HookName,
  hooksOf,
  MessageList,
  type MessageListState,
  type Processor,
  type ProcessorContext,
  type ProcessorKind,
  type ProcessorPlan,
  type ProcessorWriter,
  type StepResult,
  TripWire,
  type TripWireOptions,
} from '../../processors/index.ts';
import type { Run } from '../run.ts';
import { hookFailed } from './failures.ts';
import { PendingStop } from './pending-stop.ts';
import { ProcessedOutput } from './processed-output.ts';
import { toStoredStep } from './stored-step.ts';

const kinds = Object.keys(hooksOf) as readonly ProcessorKind[];

/** What a model said, part by part as it sent them. */
export interface Heard {
  readonly parts: (ModelPart | ModelAnswer['content'][number])[];
  /** A processor answered for it. */
  readonly isFromCache: boolean;
}

/** The processors of one run while it goes: what they keep, the conversation they see, and how often they sent a step back. */
export class RunProcessors {
  readonly plan: ProcessorPlan;
  /** What one stopped the run with that nobody waited for. */
  readonly stop = new PendingStop();
  /** What the model said, where a hook wants to know. */
  heard: Heard | undefined;
  /** What all that is said passes; `undefined` where no processor looks at it. */
  readonly output: ProcessedOutput | undefined;
  /** How often the step was taken again. */
  retryCount = 0;
  /** Why it is taken again, told to the model in a system message. */
  feedback: string | undefined;
  readonly #run: Run;
  readonly #writer: ProcessorWriter;
  readonly #byHook = new Map<HookName, readonly Processor[]>();
  readonly #states = new Map<string, Record<string, unknown>>();
  #turn: Promise<void> = Promise.resolve();
  #messageList: MessageList | undefined;
  #system: readonly PromptSystemMessage[] = [];
  /** The prompt that they were found in: it only grows, by other messages. */
  #systemOf: readonly PromptMessage[] | undefined;
  /** How many steps the conversation holds. */
  #grown = 0;
  /** How many steps there were when the one that runs began. */
  #settled = -1;
  /** The conversation as it was then. */
  #begun: MessageListState | undefined;

  constructor(run: Run, plan: ProcessorPlan) {
    this.plan = plan;
    this.#run = run;
    this.#writer = createWriter(run);
    for (const kind of kinds) {
      for (const hook of hooksOf[kind]) {
        const having = plan[kind].filter((processor) => processor[hook] !== undefined);
        if (having.length > 0) this.#byHook.set(hook, having);
      }
    }
    const having = this.#byHook.get('processOutputStream');
    this.output = having && new ProcessedOutput(run, this, having);
  }

  /** The processors that have this hook, in their order; `undefined` where none has it. */
  having(hook: HookName): readonly Processor[] | undefined {
    return this.#byHook.get(hook);
  }

  /** Whether tools wait until an answer has been seen. */
  get awaitsCalls(): boolean {
    return this.#byHook.has('processOutputStep') || this.#byHook.has('processToolResult');
  }

  /** Whether a plan of a step holds for that step alone. */
  get changesStep(): boolean {
    return this.feedback !== undefined || this.#byHook.has('processInputStep');
  }

  /**
   * Waits until processors have seen all that was said; gives nothing where they have.
   * @throws what one of them stopped the run with
   */
  seen(): Promise<void> | undefined {
    if (this.output !== undefined) return this.output.seen();
    this.stop.throwIfSet();
    return undefined;
  }

  /** A model is asked: what it says is kept from here on, where a hook wants to know. */
  listen(isFromCache: boolean): void {
    if (this.#byHook.has('processLLMResponse')) this.heard = { parts: [], isFromCache };
  }

  /** From 0. A step that is taken again keeps its number. */
  get stepNumber(): number {
    const { steps, rejected } = this.#run.state;
    return steps.length - rejected;
  }

  /** All steps so far, rejected ones too. */
  get steps(): readonly StepResult[] {
    return this.firstSteps(this.stepCount);
  }

  get stepCount(): number {
    return this.#run.state.steps.length;
  }

  firstSteps(count: number): readonly StepResult[] {
    const { state, runId } = this.#run;
    return state.steps.slice(0, count).map((step) => step.view(runId));
  }

  /** The system messages of the run, with which every step begins. */
  get system(): readonly PromptSystemMessage[] {
    const { prompt } = this.#run.state;
    if (this.#systemOf !== prompt) {
      this.#systemOf = prompt;
      this.#system = prompt.filter((message) => message.role === 'system');
    }
    return this.#system;
  }

  /** The conversation with all that steps have said that are through. */
  get messageList(): MessageList {
    const { state, config, input } = this.#run;
    this.#messageList ??= new MessageList(input, formsOf(this.#run), this.plan.origins);
    for (; this.#grown < state.steps.length; this.#grown++) {
      const step = state.steps[this.#grown];
      if (step === undefined || step.open > 0) break;
      if (step.tripwire !== undefined) continue;
      const { prompt, parts } = toStoredStep(step);
      if (prompt.length > 0) this.#messageList.grow(config.messageId, prompt, parts);
    }
    return this.#messageList;
  }

  /** What belongs to a processor for the length of the run. */
  stateOf({ id }: Processor): Record<string, unknown> {
    let state = this.#states.get(id);
    if (state === undefined) {
      state = {};
      this.#states.set(id, state);
    }
    return state;
  }

  /**
   * Calls one hook of one processor. `own` is what the hook is given beside what all are given; `defaultReason` is that
   * of an `abort()` without one.
   * @throws TripWire; TenonError `PROCESSOR_FAILED` for whatever else it throws
   */
  async call(
    processor: Processor,
    hook: HookName,
    own: object,
    defaultReason = `Tripwire triggered by ${processor.id}`,
  ): Promise<unknown> {
    try {
      return await this.begin(processor, hook, own, defaultReason);
    } catch (thrown) {
      throw this.toFailure(processor, hook, thrown, defaultReason);
    }
  }

  /** Calls a hook, and gives or throws what it does. */
  begin(processor: Processor, hook: HookName, own: object, defaultReason: string): unknown {
    const { requestContext, abortSignal } = this.#run;
    const abort = (reason?: string, options?: TripWireOptions): never => {
      throw new TripWire(reason || defaultReason, options ?? {}, processor.id);
    };
    const common: ProcessorContext = {
      abort,
      retryCount: this.retryCount,
      requestContext,
      abortSignal,
      writer: this.#writer,
      state: this.stateOf(processor),
    };
    const method = processor[hook] as (args: object) => unknown;
    return method.call(processor, Object.assign(own, common));
  }

  /** What a hook threw, as a TripWire that names its processor, or an error that says whose it is. */
  toFailure(
    processor: Processor,
    hook: HookName,
    thrown: unknown,
    defaultReason: string,
  ): TripWire | TenonError {
    if (!TripWire.is(thrown)) {
      return TenonError.is(thrown, 'PROCESSOR_RESULT_INVALID')
        ? thrown
        : hookFailed(processor, hook, thrown);
    }
    if (thrown.processorId !== undefined) return thrown;
    return new TripWire(thrown.message || defaultReason, thrown.options, processor.id);
  }

  /** A step begins, or begins again. */
  beginStep(): void {
    const { length } = this.#run.state.steps;
    if (length === this.#settled) return;
    this.#settled = length;
    this.retryCount = 0;
    this.feedback = undefined;
    this.#begun = this.messageList.state;
  }

  /** Whether the step that runs has an answer yet. */
  get hasAnswer(): boolean {
    return this.#settled >= 0 && this.#run.state.steps.length > this.#settled;
  }

  /** Before the first step there is none to take again. */
  get mayTakeAgain(): boolean {
    if (this.#settled < 0 || this.#run.budget?.hasTokens === false) return false;
    return this.retryCount < (this.plan.maxRetries ?? 0);
  }

  mayRetry({ options }: TripWire): boolean {
    return options.retry === true && this.mayTakeAgain;
  }

  /** The step begins anew, with the conversation as it was. */
  retry({ message }: TripWire): void {
    this.feedback = message;
    const { messageList } = this;
    if (this.#begun !== undefined && messageList.state.entries !== this.#begun.entries) {
      messageList.restore(this.#begun);
      this.keepMessages(this.system);
    }
    this.takeAgain();
  }

  /** The step begins anew, with the conversation as it is. */
  takeAgain(): void {
    this.retryCount++;
    this.#turn = Promise.resolve();
    this.#settled = this.#run.state.steps.length;
    this.#begun = this.messageList.state;
    this.#run.plan = undefined;
  }

  /** Makes the conversation what the model is sent from here on, and after it the answer that is under way. */
  keepMessages(system: readonly PromptSystemMessage[], answer?: PromptMessage): void {
    const last = answer === undefined || answer.content.length === 0 ? [] : [answer];
    this.#run.replacePrompt([...system, ...this.messageList.toPrompt(), ...last]);
  }

  /** Another conversation in the same forms, for a look before the run begins. */
  listOf(prompt: readonly PromptMessage[]): MessageList {
    return new MessageList(prompt, formsOf(this.#run), this.plan.origins);
  }

  /** Does one thing after the other; those of a step that is taken again are not waited for. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = ignoreRejection(result).then(noop, noop);
    return result;
  }
}

/** What the caller is told of it. */
export function toTripwire({ message, options, processorId = '' }: TripWire): Tripwire {
  const { retry, metadata } = options;
  return {
    reason: message,
    ...(retry !== undefined && { retry }),
    ...(metadata !== undefined && { metadata }),
    processorId,
  };
}

function formsOf({ config, runId }: Run) {
  let count = 0;
  return {
    toKey: (modelName: string) => config.allTools.resolve(modelName)?.key ?? modelName,
    toModelName: (key: string) => config.allTools.modelNameOf(key),
    nextId: () => `${runId}:p${++count}`,
    createdAt: new Date(),
  };
}

function createWriter(run: Run): ProcessorWriter {
  return {
    custom(chunk) {
      if (typeof (chunk as { type?: unknown } | undefined)?.type !== 'string') {
        throw new TypeError(
          "writer.custom takes a chunk with a type, for instance { type: 'data-check', data }.",
        );
      }
      if (!run.isOver) run.put(chunk as AgentChunk);
      return Promise.resolve();
    },
  };
}
