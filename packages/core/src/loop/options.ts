import type { FinishReason, StoppedBy } from '../base/finish-reason.ts';
import type { Logger } from '../base/logger.ts';
import type { MaybePromise } from '../base/promise.ts';
import type { RequestContext } from '../base/request-context.ts';
import type { Tripwire } from '../base/tripwire.ts';
import type { ToolHooks } from '../calls/index.ts';
import type { AgentChunk } from '../chunks/index.ts';
import type {
  MessageInput,
  PromptMessage,
  PromptSystemMessage,
  ProviderOptions,
} from '../messages/index.ts';
import type { ModelCandidate, ModelSettings, ToolChoice } from '../models/index.ts';
import type { ProcessorPlan, StepResult } from '../processors/index.ts';
import type { PublicSchema } from '../schema/index.ts';
import type { AnyTool, ToolHost, ToolSet, TransformPolicy } from '../tools/index.ts';
import type { Attributes, OtelContext, Tracing } from '../trace/index.ts';
import type { RunBudget } from './budget.ts';
import type { FullOutput } from './full-output.ts';
import type { ObjectPlan, StructuredOutput } from './object-plan.ts';
import type { StopCondition } from './stop-condition.ts';

/** What `prepareStep` is told before a model call. */
export interface PrepareStepContext {
  /** From 0. */
  readonly stepNumber: number;
  readonly steps: readonly StepResult[];
  readonly messages: readonly PromptMessage[];
  readonly systemMessages: readonly PromptSystemMessage[];
  readonly runId: string;
  readonly messageId: string;
  /** All tools of the run under their keys. */
  readonly tools: Readonly<Record<string, AnyTool>>;
  readonly toolChoice: ToolChoice | undefined;
  readonly activeTools: readonly string[] | undefined;
  readonly model: { readonly provider: string; readonly modelId: string } | undefined;
  readonly providerOptions: ProviderOptions | undefined;
  readonly modelSettings: ModelSettings | undefined;
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal;
}

/** What `prepareStep` may change, for this step only. */
export interface PreparedStep<Model = unknown> {
  readonly model?: Model;
  readonly toolChoice?: ToolChoice;
  readonly activeTools?: readonly string[];
  /**
   * Takes the place of all tools; spread `tools` of the context to add to them. They go through the same hooks and checks
   * as any other.
   */
  readonly tools?: Readonly<Record<string, unknown>>;
  /** Takes the place of the messages after the system messages. */
  readonly messages?: MessageInput;
  readonly systemMessages?: readonly (string | PromptSystemMessage)[];
  readonly providerOptions?: ProviderOptions;
  readonly modelSettings?: ModelSettings;
  /** What the answer of this step is to be a value of, in place of what the run asks for. */
  readonly structuredOutput?: StructuredOutput<PublicSchema, Model>;
}

/** What a run tells its caller while it goes. They are awaited, except `onChunk`; what they throw is logged. */
export interface RunCallbacks {
  /** Every chunk, in order. */
  onChunk?(chunk: AgentChunk): unknown;
  onStepFinish?(step: StepResult & { readonly runId: string }): unknown;
  /** Once, however the run ends. */
  onFinish?(result: FullOutput): unknown;
  onError?(event: { readonly error: Error }): unknown;
  onAbort?(event: { readonly steps: readonly StepResult[]; readonly text: string }): unknown;
}

/** How a run is traced. */
export interface RunTracing {
  readonly tracing: Tracing;
  /** What was active where the agent was called. */
  readonly parent: OtelContext | undefined;
  /** Of the span of the run, where the caller says. */
  readonly name: string | undefined;
  readonly attributes: Attributes;
}

/** All that a run needs, looked up and checked: made once, before anything is sent. */
export interface RunConfig {
  readonly mode: 'generate' | 'stream';
  readonly runId: string;
  readonly messageId: string;
  readonly agentId: string;
  readonly agentName: string;
  /** System messages, history made whole, input. */
  readonly prompt: readonly PromptMessage[];
  readonly candidates: readonly ModelCandidate[];
  /** The tools that the model is offered. */
  readonly toolSet: ToolSet;
  /** All tools, for a step that chooses anew. */
  readonly allTools: ToolSet;
  readonly activeTools: readonly string[] | undefined;
  readonly toolChoice: ToolChoice | undefined;
  readonly toolChoiceScope: 'first' | 'all';
  readonly hooks: ToolHooks;
  readonly transform: TransformPolicy | undefined;
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal | undefined;
  readonly logger: Logger;
  readonly host: ToolHost | undefined;
  /** `undefined`: the run is not traced. */
  readonly tracing: RunTracing | undefined;
  readonly budget: RunBudget | undefined;
  readonly maxSteps: number | undefined;
  readonly stopWhen: readonly StopCondition[];
  readonly safetyLimit: number;
  readonly finalAnswerStep: boolean;
  readonly toolCallConcurrency: number;
  readonly eagerToolExecution: boolean;
  readonly modelSettings: ModelSettings;
  readonly providerOptions: ProviderOptions | undefined;
  readonly includeRawChunks: boolean;
  readonly prepareStep:
    | ((context: PrepareStepContext) => MaybePromise<PreparedStep | undefined | null>)
    | undefined;
  readonly resolveModel: (model: unknown) => MaybePromise<readonly ModelCandidate[]>;
  readonly structured: ObjectPlan | undefined;
  readonly processors: ProcessorPlan | undefined;
  /** How often a second model is asked again for a value that matches. */
  readonly answerRetries: number;
  readonly callbacks: RunCallbacks;
}

/** How a run came to its end. */
export interface RunEnd {
  readonly finishReason: FinishReason;
  readonly stoppedBy: StoppedBy | undefined;
  readonly error: Error | undefined;
  readonly object?: unknown;
  readonly usedFallbackValue?: boolean;
  /** The processor that stopped it. */
  readonly tripwire?: Tripwire;
}
