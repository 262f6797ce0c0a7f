import type { FinishReason } from '../base/finish-reason.ts';
import type { Tripwire } from '../base/tripwire.ts';
import type { Chunk, ToolCallPayload } from '../chunks/index.ts';
import {
  type ModelReply,
  type ReplyReasoning,
  type ToolCall,
  withModelOutput,
} from '../journal/index.ts';
import type {
  PromptAssistantMessage,
  PromptMessage,
  PromptToolMessage,
} from '../messages/index.ts';
import type { ReasoningPart, StepResult } from '../processors/index.ts';
import { toResultMessage } from './result-message.ts';
import { underKeys } from './under-keys.ts';

/** A step inside the loop: the reply, and the messages it added. */
export class Step {
  readonly number: number;
  reply: ModelReply;
  /** Calls of ours that have no outcome yet. */
  open: number;
  assistant: PromptAssistantMessage | undefined = undefined;
  results: PromptToolMessage | undefined = undefined;
  /** The processor that rejected it. */
  tripwire: Tripwire | undefined = undefined;
  isRetried = false;
  #view: StepResult | undefined;

  constructor(number: number, reply: ModelReply) {
    this.number = number;
    this.reply = reply;
    this.open = 0;
    for (const call of reply.calls) {
      if (!call.providerExecuted && call.outcome === undefined) this.open++;
    }
  }

  /** Its answer has other words. */
  change(reply: ModelReply, assistant: PromptAssistantMessage): void {
    this.reply = reply;
    this.assistant = assistant;
    this.#view = undefined;
  }

  /** What it answers and does counts no more; its calls that had no outcome get none. */
  reject(tripwire: Tripwire, isRetried: boolean): void {
    this.tripwire = tripwire;
    this.isRetried = isRetried;
    this.open = 0;
    this.#view = undefined;
  }

  /** Made when somebody looks, and kept once all its calls have an outcome. */
  view(runId: string): StepResult {
    if (this.open > 0) return toStepResult(this, runId);
    this.#view ??= toStepResult(this, runId);
    return this.#view;
  }
}

function toStepResult(step: Step, runId: string): StepResult {
  const { reply } = step;
  const isRenamed = reply.calls.some(isCalledOtherwise);
  const given = step.results ?? toResultMessage(reply);
  const assistant = isRenamed ? shownUnderKeys(step.assistant, reply) : step.assistant;
  const results = isRenamed ? shownUnderKeys(given, reply) : given;
  const reasoning = partsOf(reply, 'reasoning');
  const sources = partsOf(reply, 'source');
  const files = partsOf(reply, 'file');
  return {
    stepType: step.number === 0 ? 'initial' : 'tool-result',
    text: step.tripwire === undefined ? reply.text : '',
    toolCalls: reply.calls.map((call) => chunkOf(runId, 'tool-call', toCallPayload(call))),
    toolResults: toResultChunks(reply, runId),
    content: contentOf(assistant, results),
    finishReason: finishReasonOf(step),
    usage: reply.usage,
    reasoning: reasoning === none ? none : reasoning.map(toReasoning),
    reasoningText: reasoning === none ? '' : reasoning.map(({ text }) => text).join(''),
    sources: sources === none ? none : toSourceChunks(sources, runId),
    files: files === none ? none : toFileChunks(files, runId),
    warnings: reply.warnings,
    request: reply.request,
    response: {
      ...reply.response,
      messages: step.tripwire === undefined ? messagesOf(assistant, results) : none,
    },
    providerMetadata: reply.providerMetadata,
    tripwire: step.tripwire,
    model: reply.model,
  };
}

const isCalledOtherwise = ({ toolName, modelName }: ToolCall): boolean => toolName !== modelName;

function shownUnderKeys<Message extends PromptAssistantMessage | PromptToolMessage>(
  message: Message | undefined,
  { calls }: ModelReply,
): Message | undefined {
  return message && underKeys(message, calls);
}

export function finishReasonOf({ reply, tripwire, isRetried }: Step): FinishReason {
  if (tripwire === undefined) return reply.finishReason;
  return isRetried ? 'retry' : 'tripwire';
}

/** Most replies have no such part: they share one empty list. */
function partsOf<Type extends ReplyContent['type']>(
  { content }: ModelReply,
  type: Type,
): readonly Extract<ReplyContent, { type: Type }>[] {
  for (const part of content) {
    if (part.type !== type) continue;
    return content.filter((one) => one.type === type) as Extract<ReplyContent, { type: Type }>[];
  }
  return none;
}

const none: readonly never[] = Object.freeze([]);

function contentOf(
  assistant: PromptAssistantMessage | undefined,
  results: PromptToolMessage | undefined,
): StepResult['content'] {
  if (results === undefined) return assistant?.content ?? none;
  return [...(assistant?.content ?? none), ...results.content];
}

function messagesOf(
  assistant: PromptAssistantMessage | undefined,
  results: PromptToolMessage | undefined,
): readonly PromptMessage[] {
  if (assistant === undefined || assistant.content.length === 0) return none;
  return results === undefined ? [assistant] : [assistant, results];
}

const toReasoning = ({ text, providerMetadata }: ReplyReasoning): ReasoningPart =>
  providerMetadata === undefined
    ? { type: 'reasoning', text }
    : { type: 'reasoning', text, providerMetadata };

type ChunkOf<Type extends 'tool-call' | 'tool-result' | 'source' | 'file'> = Chunk<Type>;

function chunkOf<Type extends 'tool-call' | 'tool-result' | 'source' | 'file'>(
  runId: string,
  type: Type,
  payload: ChunkOf<Type>['payload'],
): ChunkOf<Type> {
  return { type, runId, from: 'AGENT', payload } as ChunkOf<Type>;
}

function toSourceChunks(
  sources: readonly Extract<ReplyContent, { type: 'source' }>[],
  runId: string,
): Chunk<'source'>[] {
  return sources.map((part) => chunkOf(runId, 'source', toSourcePayload(part)));
}

function toFileChunks(
  files: readonly Extract<ReplyContent, { type: 'file' }>[],
  runId: string,
): Chunk<'file'>[] {
  return files.map((part) => chunkOf(runId, 'file', toFilePayload(part)));
}

/** A call as chunks and results show it. Fields are set one by one: made of spreads it would cost as much as the rest. */
export function toCallPayload(call: ToolCall): ToolCallPayload {
  const { args, title, providerExecuted, dynamic, providerMetadata } = call;
  const payload: { -readonly [Field in keyof ToolCallPayload]: ToolCallPayload[Field] } = {
    toolCallId: call.id,
    toolName: call.toolName,
  };
  if (args !== undefined) payload.args = args;
  if (title !== undefined) payload.title = title;
  if (providerExecuted) payload.providerExecuted = true;
  if (dynamic !== undefined) payload.dynamic = dynamic;
  if (providerMetadata !== undefined) payload.providerMetadata = providerMetadata;
  return payload;
}

/** Each result stands in the step that gave it: a provider's may come a step after its call. */
function toResultChunks({ content }: ModelReply, runId: string): Chunk<'tool-result'>[] {
  const chunks: Chunk<'tool-result'>[] = [];
  for (const part of content) {
    if (part.type !== 'tool-call' && part.type !== 'provider-result') continue;
    const { id: toolCallId, toolName, args, outcome, providerExecuted } = part.call;
    const isGiven = providerExecuted === (part.type === 'provider-result');
    if (!isGiven || outcome?.type !== 'result') continue;
    const payload = {
      toolCallId,
      toolName,
      args,
      result: outcome.value,
      ...withModelOutput(outcome),
    };
    chunks.push(
      chunkOf(
        runId,
        'tool-result',
        providerExecuted ? { ...payload, providerExecuted: true } : payload,
      ),
    );
  }
  return chunks;
}

type ReplyContent = ModelReply['content'][number];

export function toSourcePayload(
  part: Extract<ReplyContent, { type: 'source' }>,
): Chunk<'source'>['payload'] {
  return {
    id: part.id,
    sourceType: part.sourceType,
    title: part.title ?? '',
    ...(part.url !== undefined && { url: part.url }),
    ...(part.mediaType !== undefined && { mimeType: part.mediaType }),
    ...(part.filename !== undefined && { filename: part.filename }),
    ...(part.providerMetadata !== undefined && { providerMetadata: part.providerMetadata }),
  };
}

export function toFilePayload(
  part: Extract<ReplyContent, { type: 'file' | 'reasoning-file' }>,
): Chunk<'file'>['payload'] {
  return {
    data: part.data,
    mimeType: part.mediaType,
    ...(typeof part.data === 'string' && { base64: part.data }),
    ...(part.filename !== undefined && { filename: part.filename }),
    ...(part.providerMetadata !== undefined && { providerMetadata: part.providerMetadata }),
  };
}
