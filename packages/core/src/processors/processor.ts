import type { MaybePromise } from '../base/promise.ts';
import type { RequestContext } from '../base/request-context.ts';
import type { Usage } from '../base/usage.ts';
import type { AgentChunk } from '../chunks/index.ts';
import type {
  InputMessage,
  PromptMessage,
  PromptSystemMessage,
  ProviderOptions,
} from '../messages/index.ts';
import type { ModelAnswer, ModelPart, ModelSettings, ToolChoice } from '../models/index.ts';
import type { CustomChunk } from '../tools/index.ts';
import type { ProcessorMessage } from './message.ts';
import type { MessageList } from './message-list.ts';
import type { StepResult } from './step-result.ts';
import type { TripWireOptions } from './trip-wire.ts';

/** Messages in the form that threads keep, or in any other that an agent takes. */
export type GivenMessages = readonly InputMessage[];

/** Puts chunks of a processor's own on the stream; in `generate()` nobody reads them. */
export interface ProcessorWriter {
  /** Emits `chunk` as it is, for instance `{ type: 'data-check', data: { ok: true } }`. */
  custom(chunk: CustomChunk): Promise<void>;
}

/** What every hook is given. */
export interface ProcessorContext<Metadata = unknown> {
  /** Stops the run with `result.tripwire`, or has the step taken again. Throws: what follows it does not run. */
  abort(reason?: string, options?: TripWireOptions<Metadata>): never;
  /** How often the step was taken again, from 0. */
  readonly retryCount: number;
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal;
  readonly writer: ProcessorWriter;
  /** Empty when the run begins, and the same object in all hooks of the processor until it ends. */
  readonly state: Record<string, unknown>;
}

/** What every hook is given that may look at the conversation. */
export interface ProcessorMessageContext<Metadata = unknown> extends ProcessorContext<Metadata> {
  /** The conversation without system messages: copies, which count once they are returned. */
  readonly messages: ProcessorMessage[];
  /** The conversation itself. */
  readonly messageList: MessageList;
}

/** A system message as processors see it and give it. */
export interface ProcessorSystemMessage {
  role: 'system';
  content: string;
  providerOptions?: ProviderOptions;
}

/** A model as the provider packages name it. */
export interface ProcessedModel {
  readonly provider: string;
  readonly modelId: string;
}

export interface ProcessInputArgs<Metadata = unknown> extends ProcessorMessageContext<Metadata> {
  readonly systemMessages: ProcessorSystemMessage[];
}
export interface ProcessInputResultWithSystemMessages {
  readonly messages: GivenMessages;
  readonly systemMessages: readonly (string | PromptSystemMessage)[];
}
// biome-ignore-start lint/suspicious/noConfusingVoidType: a hook that changes nothing returns nothing
/** Messages that are missing are taken out of the conversation. */
export type ProcessInputResult =
  | GivenMessages
  | MessageList
  | ProcessInputResultWithSystemMessages
  | undefined
  | void;

export interface ProcessInputStepArgs<Metadata = unknown>
  extends ProcessorMessageContext<Metadata> {
  /** From 0; a step that is taken again keeps its number. */
  readonly stepNumber: number;
  readonly steps: readonly StepResult[];
  readonly systemMessages: ProcessorSystemMessage[];
  readonly runId: string;
  readonly messageId: string;
  /** As it was given for the step, or else the names of the model of the run. */
  readonly model: unknown;
  /** The tools of the step under their keys. */
  readonly tools: Readonly<Record<string, unknown>>;
  readonly toolChoice: ToolChoice | undefined;
  readonly activeTools: readonly string[] | undefined;
  readonly providerOptions: ProviderOptions | undefined;
  readonly modelSettings: ModelSettings | undefined;
  /** As it was given for the step, or else the JSON Schema of the call's and what is done when it is not met. */
  readonly structuredOutput: object | undefined;
}
/** What a step is taken with; changes of the conversation last, all others are for this step alone. */
export interface ProcessInputStepResult {
  /** Anything that the option `model` of an agent takes. */
  readonly model?: unknown;
  /** Take the place of all tools; spread `tools` to add to them. */
  readonly tools?: Readonly<Record<string, unknown>> | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  readonly activeTools?: readonly string[] | undefined;
  readonly messages?: GivenMessages | undefined;
  readonly messageList?: MessageList | undefined;
  readonly systemMessages?: readonly (string | PromptSystemMessage)[] | undefined;
  readonly providerOptions?: ProviderOptions | undefined;
  readonly modelSettings?: ModelSettings | undefined;
  /** The option of that name, for this step alone. */
  readonly structuredOutput?: object | undefined;
}

export interface ProcessLLMRequestArgs<Metadata = unknown> extends ProcessorContext<Metadata> {
  /** What the model is sent. */
  readonly prompt: PromptMessage[];
  readonly model: ProcessedModel;
  readonly stepNumber: number;
  readonly steps: readonly StepResult[];
  /** The conversation that the prompt was made of. */
  readonly messageList: MessageList;
}
export interface ProcessLLMRequestResult {
  /** Is sent in this call alone. */
  readonly prompt?: readonly PromptMessage[];
  /** Stands for the answer of the model, which is not asked: what `doGenerate` of a model gives. */
  readonly response?: ModelAnswer;
}

export interface ProcessOutputStreamArgs<Metadata = unknown> extends ProcessorContext<Metadata> {
  /** A copy. */
  readonly part: AgentChunk;
  /** All chunks that the processor was shown, this one last. */
  readonly streamParts: readonly AgentChunk[];
  readonly messageList: MessageList;
}

export interface ProcessLLMResponseArgs<Metadata = unknown> extends ProcessorContext<Metadata> {
  /** What the model said, part by part as it sent it, before processors saw any of it. */
  readonly chunks: readonly (ModelPart | ModelAnswer['content'][number])[];
  readonly fromCache: boolean;
  readonly warnings: readonly unknown[];
  readonly request: { readonly body?: unknown };
  readonly rawResponse: unknown;
  readonly model: ProcessedModel;
  readonly stepNumber: number;
  readonly steps: readonly StepResult[];
}

export interface ProcessorToolCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly args: unknown;
}
export interface ProcessOutputStepArgs<Metadata = unknown>
  extends ProcessorMessageContext<Metadata> {
  readonly stepNumber: number;
  readonly finishReason: StepResult['finishReason'];
  readonly toolCalls: readonly ProcessorToolCall[];
  readonly text: string;
  readonly usage: Usage;
  readonly providerMetadata: StepResult['providerMetadata'];
  readonly steps: readonly StepResult[];
  readonly systemMessages: ProcessorSystemMessage[];
}

export interface ProcessToolResultArgs<Metadata = unknown>
  extends ProcessorMessageContext<Metadata>,
    ProcessorToolCall {
  readonly result: unknown;
  readonly providerExecuted?: boolean;
  readonly steps: readonly StepResult[];
}

export interface ProcessOutputResultArgs<Metadata = unknown>
  extends ProcessorMessageContext<Metadata> {
  readonly result: {
    readonly text: string;
    readonly usage: Usage;
    readonly finishReason: StepResult['finishReason'];
    readonly steps: readonly StepResult[];
  };
}

export interface ProcessAPIErrorArgs<Metadata = unknown> extends ProcessorMessageContext<Metadata> {
  readonly error: unknown;
  readonly stepNumber: number;
  readonly steps: readonly StepResult[];
}
export interface ProcessAPIErrorResult {
  readonly retry: boolean;
}

/** What hooks give that may change the conversation. */
export type ProcessedMessages = GivenMessages | MessageList | undefined | void;

/**
 * Looks at a run, or changes it, at the places that its hooks are named after; docs/processors.md has their order. It
 * may serve many runs at once: what belongs to one run is kept in `state`.
 *
 * @example
 * const noSecrets: Processor = {
 *   id: 'no-secrets',
 *   processInput({ messages, abort }) {
 *     if (JSON.stringify(messages).includes('sk-')) abort('The message holds a key.');
 *   },
 * };
 */
export interface Processor<Id extends string = string, Metadata = unknown> {
  /** Unique among the processors of an agent. */
  readonly id: Id;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Shows `data-*` chunks to `processOutputStream` too. */
  readonly processDataParts?: boolean | undefined;
  /** Where `processOutputStream` fails, the chunk is not given out, and the run ends with a tripwire. */
  readonly failClosed?: boolean | undefined;
  /** Once, before the first step. */
  processInput?(args: ProcessInputArgs<Metadata>): MaybePromise<ProcessInputResult>;
  /** Before each step. */
  processInputStep?(
    args: ProcessInputStepArgs<Metadata>,
  ): MaybePromise<ProcessInputStepResult | ProcessedMessages>;
  /** Before each call of a model, with what it is sent. */
  processLLMRequest?(
    args: ProcessLLMRequestArgs<Metadata>,
  ): MaybePromise<ProcessLLMRequestResult | undefined | void>;
  /** For each chunk of the stream: gives it on, or others in its place. Nothing given drops it. */
  processOutputStream?(
    args: ProcessOutputStreamArgs<Metadata>,
  ): MaybePromise<AgentChunk | readonly AgentChunk[] | null | undefined | void>;
  /** With all that a model answered. */
  processLLMResponse?(args: ProcessLLMResponseArgs<Metadata>): MaybePromise<void>;
  /** After each answer, before the tools that it calls. */
  processOutputStep?(args: ProcessOutputStepArgs<Metadata>): MaybePromise<ProcessedMessages>;
  /** For each result of a tool. */
  processToolResult?(args: ProcessToolResultArgs<Metadata>): MaybePromise<unknown>;
  /** Once, after the last step. */
  processOutputResult?(args: ProcessOutputResultArgs<Metadata>): MaybePromise<ProcessedMessages>;
  /** When a model call failed. */
  processAPIError?(
    args: ProcessAPIErrorArgs<Metadata>,
  ): MaybePromise<ProcessAPIErrorResult | undefined | void>;
  computeStateSignal?(args: never): unknown;
}
// biome-ignore-end lint/suspicious/noConfusingVoidType: as above

/** A processor that stands in `inputProcessors`. */
export type InputProcessor<Id extends string = string> = Processor<Id>;
/** A processor that stands in `outputProcessors`. */
export type OutputProcessor<Id extends string = string> = Processor<Id>;
/** A processor that stands in `errorProcessors`. */
export type ErrorProcessor<Id extends string = string> = Processor<Id>;
