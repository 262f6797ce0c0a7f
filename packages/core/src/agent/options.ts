import type { MaybePromise } from '../base/promise.ts';
import type { AnyRequestContext, RequestContext } from '../base/request-context.ts';
import type { ToolHooks } from '../calls/index.ts';
import type {
  PreparedStep,
  PrepareStepContext,
  RunBudget,
  RunCallbacks,
  StopCondition,
  StructuredOutput,
} from '../loop/index.ts';
import type { MessageInput, ProviderOptions, SystemMessageInput } from '../messages/index.ts';
import type { Dynamic, ModelOption, ModelSettings, ToolChoice } from '../models/index.ts';
import type { Processor } from '../processors/index.ts';
import type { PublicSchema } from '../schema/index.ts';
import type {
  AiSdkTool,
  AnyTool,
  ProviderTool,
  ToolHost,
  TransformPolicy,
  WebSearchTool,
} from '../tools/index.ts';
import type { TracingOption, TracingOptions } from '../trace/index.ts';

/** What a function in place of an option is told. */
export interface DynamicContext {
  readonly requestContext: RequestContext;
  /** The registry, when the agent is on one. */
  readonly tenon: ToolHost | undefined;
  /** The same object under its documented second name. */
  readonly mastra: ToolHost | undefined;
}

/** Tools by the name that stream and model know them by: the key, not the tool's id. */
export type ToolsInput = Readonly<
  Record<string, AnyTool | AiSdkTool | ProviderTool | WebSearchTool>
>;

/** A system prompt: a text, texts, or messages with settings for a provider. */
export type Instructions = string | SystemMessageInput | readonly (string | SystemMessageInput)[];

/** Options of one `generate()` or `stream()` call; `defaultOptions` of the agent lie under them. */
export interface RunOptions extends RunCallbacks {
  /** Most model calls of the run. Default 5, when `stopWhen` is not given either. */
  readonly maxSteps?: number;
  /** Ends the run after a step, when any of them says so. */
  readonly stopWhen?: StopCondition | readonly StopCondition[];
  /** Bounds a run that has only `stopWhen`. Default 100. */
  readonly safetyLimit?: number;
  /** When `maxSteps` or `budget.maxToolCalls` ends the run, asks once more, without tools, for an answer with what there is. */
  readonly finalAnswerStep?: boolean;
  /** What the run may use up; the fields of a call lie over those of `defaultOptions`. */
  readonly budget?: RunBudget;
  readonly toolChoice?: ToolChoice;
  /** Whether a forced `toolChoice` holds until it was followed (`'first'`, the default) or on every step. */
  readonly toolChoiceScope?: 'first' | 'all';
  /** Keys of the tools that the model is offered; the others cannot be called. */
  readonly activeTools?: readonly string[];
  /** More tools for this call, by the name of their set; the inner keys are the tool names. */
  readonly toolsets?: Readonly<Record<string, ToolsInput>>;
  /** Tools that the caller runs: the run ends with `'tool-calls'` when one is called. */
  readonly clientTools?: ToolsInput;
  /** Take the place of the agent's hooks, each by its own name. */
  readonly hooks?: ToolHooks;
  /** What people are shown of the payloads of every tool; takes the place of the agent's. */
  readonly transform?: TransformPolicy;
  /** Whether and how the run is traced; lies over what agent and registry say, setting by setting. */
  readonly tracing?: TracingOption;
  /** About the trace of this call. */
  readonly tracingOptions?: TracingOptions;
  /** Changes what the next step sends. */
  readonly prepareStep?: (
    context: PrepareStepContext,
    // biome-ignore lint/suspicious/noConfusingVoidType: a step that changes nothing returns nothing
  ) => MaybePromise<PreparedStep<ModelOption<DynamicContext>> | undefined | null | void>;
  /** How many calls of a step run at a time. Default 10. Both strategies are the same: nothing makes a step sequential. */
  readonly toolCallConcurrency?:
    | number
    | { readonly limit?: number; readonly strategy?: 'available' | 'called' };
  /** Starts tools that are read-only or idempotent while the model still speaks. */
  readonly eagerToolExecution?: boolean;
  /** Stops the run: the model call, the tools, everything below. */
  readonly abortSignal?: AbortSignal;
  /** Default: a new UUID. */
  readonly runId?: string;
  /** Goes by reference to tools, hooks and functions of the request. */
  readonly requestContext?: AnyRequestContext;
  /** Takes the place of the agent's instructions. */
  readonly instructions?: Instructions;
  /** A system message after the instructions. */
  readonly system?: Instructions;
  /** Messages before the input. */
  readonly context?: MessageInput;
  readonly model?: ModelOption<DynamicContext>;
  readonly modelSettings?: ModelSettings;
  readonly providerOptions?: ProviderOptions;
  /** Asks for an answer that is a value of a schema; it is `object` of the result. */
  readonly structuredOutput?: StructuredOutput<PublicSchema, ModelOption<DynamicContext>>;
  /** See the input, and each step before it is taken, in their order; those of a call take the place of the agent's. */
  readonly inputProcessors?: Dynamic<readonly Processor[], DynamicContext>;
  /** See what the model answers and what tools give. */
  readonly outputProcessors?: Dynamic<readonly Processor[], DynamicContext>;
  /** See calls of a model that failed. */
  readonly errorProcessors?: Dynamic<readonly Processor[], DynamicContext>;
  /**
   * How often processors may have one step taken again, and how often the `model` of `structuredOutput` is asked again
   * for a value that matches. Default: never.
   */
  readonly maxProcessorRetries?: number;
  /** Puts the provider's own chunks on the stream as `raw`. */
  readonly includeRawChunks?: boolean;
}

/** The same for a call that asks for a value of a schema, whose type is that of `object`. */
export interface ObjectRunOptions<Source extends PublicSchema>
  extends Omit<RunOptions, 'structuredOutput'> {
  readonly structuredOutput: StructuredOutput<Source, ModelOption<DynamicContext>>;
}

/** What an agent is made of. */
export interface AgentConfig {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly instructions: Dynamic<Instructions, DynamicContext>;
  /**
   * A name such as `'openai/gpt-5'`, a model object of an AI SDK package, a list of models to fall back through, or a
   * function of the request that gives one of these.
   */
  readonly model: ModelOption<DynamicContext>;
  /** Tries after the first for each model call; see `ModelSettings.maxRetries`. */
  readonly maxRetries?: number;
  readonly tools?: Dynamic<ToolsInput, DynamicContext>;
  readonly hooks?: ToolHooks;
  /** What people are shown of the payloads of every tool; takes the place of the registry's. */
  readonly transform?: TransformPolicy;
  /** See the input, and each step before it is taken, in their order; those of a call take the place of the agent's. */
  readonly inputProcessors?: Dynamic<readonly Processor[], DynamicContext>;
  /** See what the model answers and what tools give. */
  readonly outputProcessors?: Dynamic<readonly Processor[], DynamicContext>;
  /** See calls of a model that failed. */
  readonly errorProcessors?: Dynamic<readonly Processor[], DynamicContext>;
  /**
   * How often processors may have one step taken again, and how often the `model` of `structuredOutput` is asked again
   * for a value that matches. Default: never.
   */
  readonly maxProcessorRetries?: number;
  /** Whether and how its runs are traced; lies over what the registry says, setting by setting. */
  readonly tracing?: TracingOption;
  /** Lie under the options of each call. */
  readonly defaultOptions?: Dynamic<RunOptions, DynamicContext>;
  /** What the request context must hold; otherwise a call is refused before anything is sent. */
  readonly requestContextSchema?: PublicSchema;
  /** Facts about the agent for its clients. */
  readonly metadata?: Dynamic<Record<string, unknown>, DynamicContext>;
}
