import { isCutOff } from '../base/finish-reason.ts';
import { parseArguments } from '../base/parse-json.ts';
import { afterwards, type MaybePromise } from '../base/promise.ts';
import { CallJob, type EarlyCall, finishProviderCall, tellProviderInput } from '../calls/index.ts';
import {
  type CallOutcome,
  type ModelReply,
  type ProviderMetadata,
  type ReplyPart,
  ToolCall,
} from '../journal/index.ts';
import { copyPlain, type Json, toJsonSafe, withOrigin } from '../messages/index.ts';
import {
  type ContentPart,
  type FileData,
  type ModelCallPart,
  type ModelSession,
  toFinishReason,
  toOrigin,
  toUsage,
} from '../models/index.ts';
import { type AnyTool, safeName, type ToolSet } from '../tools/index.ts';
import { announceCall, announceProviderResult } from './announce-call.ts';
import { FreeCallIds } from './free-call-ids.ts';
import { type InputStart, OpenInputs } from './open-inputs.ts';
import type { PartialObject } from './partial-object.ts';
import { processToolResult } from './processing/process-tool-result.ts';
import type { RunProcessors } from './processing/run-processors.ts';
import type { Run } from './run.ts';
import { beginEarly } from './run-calls.ts';
import { toFilePayload, toSourcePayload } from './step.ts';
import { TextBlocks, withMetadata } from './text-blocks.ts';

/** Collects what one model call says, and says it on to the run's stream as it comes. */
export class ReplyBuilder {
  readonly #run: Run;
  readonly #toolSet: ToolSet;
  readonly #session: ModelSession;
  readonly #step: number;
  readonly #content: ReplyPart[] = [];
  readonly #calls: ToolCall[] = [];
  #inputs: OpenInputs | undefined;
  readonly #ids: FreeCallIds;
  /** The provider's own calls that have no result yet, by its id of them. */
  #providerCalls: Map<string, ToolCall[]> | undefined;
  #earlyRunning = 0;
  /** A processor put another result in place of a provider's. */
  #hasChangedResult = false;
  /** Its texts and thoughts. */
  readonly blocks: TextBlocks;

  constructor(run: Run, toolSet: ToolSet, session: ModelSession, object?: PartialObject) {
    this.#run = run;
    this.#toolSet = toolSet;
    this.#session = session;
    this.#step = run.state.steps.length;
    this.#ids = new FreeCallIds(run, this.#step);
    this.blocks = new TextBlocks(run, this.#step, this.#content, object);
  }

  /** Something of the answer has been said: it cannot be taken back. */
  get hasContent(): boolean {
    return this.#content.length > 0 || this.#inputs !== undefined;
  }

  startInput(given: InputStart): MaybePromise<void> {
    const part = withName(given);
    this.#inputs ??= new OpenInputs(this.#run, this.#session);
    return this.#inputs.start(this.#ids.take(part.id), part, this.#toolSet.resolve(part.toolName));
  }

  addInputDelta(id: string, delta: unknown): MaybePromise<void> {
    return this.#inputs?.add(id, delta);
  }

  endInput(id: string, providerMetadata?: ProviderMetadata): void {
    this.#inputs?.end(id, providerMetadata);
  }

  /** Gives a promise only where a transform does. */
  addPart(part: ContentPart): MaybePromise<void> {
    switch (part.type) {
      case 'tool-call':
        return this.#addCall(part);
      case 'tool-result':
        return this.#addProviderResult(part);
      case 'source': {
        this.#content.push(part);
        this.#run.emit?.('source', toSourcePayload(part));
        return undefined;
      }
      case 'file':
      case 'reasoning-file': {
        const { type, mediaType, providerMetadata } = part;
        const file = {
          type,
          data: toData(part.data),
          mediaType,
          filename: undefined,
          providerMetadata,
        };
        this.#content.push(file);
        this.#run.emit?.(type, toFilePayload(file));
        return undefined;
      }
      case 'custom': {
        const { kind, providerMetadata } = part;
        this.#content.push({ type: 'custom', kind, providerMetadata });
        this.#run.emit?.('custom', withMetadata({ kind }, providerMetadata));
        return undefined;
      }
      default:
        this.addRaw(part);
        return undefined;
    }
  }

  /** What only this provider knows, for who asked to see it. */
  addRaw(value: unknown): void {
    if (this.#run.config.includeRawChunks) this.#run.emit?.('raw', value);
  }

  #addCall(given: ModelCallPart): MaybePromise<void> {
    const part = withName(given);
    const id = this.#inputs?.take(part.toolCallId)?.id ?? this.#ids.take(part.toolCallId);
    const text = toArgumentText(part.input);
    const call = this.#pushCall(id, part, text, parseArguments(text));
    const announced = this.#announceCall(call);
    const { earlyCalls } = this.#run;
    return earlyCalls === undefined ? announced : this.#thenBegin(announced, call, earlyCalls);
  }

  #thenBegin(
    announced: MaybePromise<void>,
    call: ToolCall,
    earlyCalls: Map<ToolCall, EarlyCall>,
  ): MaybePromise<void> {
    return afterwards(announced, () => this.#beginEarly(call, earlyCalls));
  }

  #announceCall(call: ToolCall): MaybePromise<void> {
    const announced = announceCall(call, this.#toolOf(call), this.#run);
    return call.providerExecuted ? this.#thenTellInput(announced, call) : announced;
  }

  #thenTellInput(announced: MaybePromise<void>, call: ToolCall): MaybePromise<void> {
    return afterwards(announced, () => tellProviderInput(this.#jobOf(call)));
  }

  #jobOf(call: ToolCall): CallJob {
    return new CallJob(call, this.#toolSet, this.#run);
  }

  #toolOf({ toolName }: ToolCall): AnyTool | undefined {
    return this.#toolSet.get(toolName)?.tool ?? this.#run.knownTool(toolName);
  }

  #beginEarly(call: ToolCall, earlyCalls: Map<ToolCall, EarlyCall>): void {
    if (this.#earlyRunning >= this.#run.config.toolCallConcurrency) return;
    const early = beginEarly(this.#run, call, this.#toolSet);
    if (early === undefined) return;
    earlyCalls.set(call, early);
    this.#earlyRunning++;
    void early.then(() => {
      this.#earlyRunning--;
    });
  }

  #pushCall(
    id: string,
    part: Omit<ModelCallPart, 'type' | 'input'>,
    text: string,
    written: unknown,
  ): ToolCall {
    const entry = this.#toolSet.resolve(part.toolName);
    const { providerExecuted, providerMetadata } = part;
    const args = entry === undefined ? written : this.#session.restore(entry.modelName, written);
    const call = new ToolCall({
      id,
      step: this.#step,
      toolName: entry?.key ?? part.toolName,
      // a provider is told of what it ran by the name it has for it
      modelName: providerExecuted ? part.toolName : (entry?.modelName ?? safeName(part.toolName)),
      text,
      args,
      written,
      title: entry?.tool.title,
      dynamic: part.dynamic,
      providerExecuted,
      providerMetadata: providerExecuted
        ? withOrigin(providerMetadata, {
            provider: toOrigin(this.#session.names),
            toolName:
              entry === undefined || entry.key === part.toolName ? undefined : part.toolName,
          })
        : providerMetadata,
    });
    // before anybody sees the call: what a reader of its chunk changes is not what the tool is given
    if (!call.providerExecuted) call.input = copyPlain(args);
    this.#calls.push(call);
    this.#run.budget?.count(call);
    this.#content.push({ type: 'tool-call', call });
    if (call.providerExecuted) {
      this.#run.callSpans?.open(call);
      this.#providerCalls ??= new Map();
      const open = this.#providerCalls.get(part.toolCallId);
      if (open === undefined) this.#providerCalls.set(part.toolCallId, [call]);
      else open.push(call);
    }
    return call;
  }

  #addProviderResult(part: Extract<ContentPart, { type: 'tool-result' }>): MaybePromise<void> {
    if (part.preliminary) return undefined;
    const call =
      this.#providerCalls?.get(part.toolCallId)?.shift() ??
      this.#run.state.calls.get(part.toolCallId);
    if (!call?.providerExecuted || call.outcome !== undefined) return undefined;
    const value = toJsonSafe(part.result);
    const { processors } = this.#run;
    if (part.isError || processors?.having('processToolResult') === undefined) {
      return this.#takeProviderResult(call, part, value);
    }
    return this.#processResult(processors, call, part, value);
  }

  async #processResult(
    processors: RunProcessors,
    call: ToolCall,
    part: Extract<ContentPart, { type: 'tool-result' }>,
    value: Json,
  ): Promise<void> {
    const seen = await processToolResult(this.#run, processors, call, value, this.#content);
    if (seen === undefined) return;
    if (seen.value !== value) this.#hasChangedResult = true;
    await this.#takeProviderResult(call, part, seen.value as Json);
  }

  #takeProviderResult(
    call: ToolCall,
    part: Extract<ContentPart, { type: 'tool-result' }>,
    value: Json,
  ): MaybePromise<void> {
    const { providerMetadata } = part;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const given: CallOutcome = part.isError
      ? { type: 'error', error: new Error(text) }
      : { type: 'result', value };
    // known at once, so that no second result is taken while hooks are waited for
    call.outcome = given;
    const result = { type: 'provider-result', call, value, providerMetadata } as const;
    this.#content.push(result);
    return afterwards(finishProviderCall(this.#jobOf(call), given), (outcome) => {
      call.outcome = outcome;
      const announced = announceProviderResult(result, this.#toolOf(call), this.#run);
      const { callSpans } = this.#run;
      if (callSpans === undefined) return announced;
      return afterwards(announced, () => callSpans.close(call));
    });
  }

  /**
   * Nothing more is said. Calls whose arguments were streamed but which the model never named as complete are announced
   * with what came of them, unless the answer broke off. Gives a promise only where a transform does.
   */
  end(isBroken = false): MaybePromise<void> {
    if (!isBroken) this.blocks.endAll();
    let announced: MaybePromise<void> | undefined;
    for (const { id, part, text, isEnded } of this.#inputs?.takeAll() ?? []) {
      const written = isEnded && !isBroken ? parseArguments(text) : undefined;
      const call = this.#pushCall(id, { ...part, toolCallId: part.id }, text, written);
      if (!isBroken) announced = afterwards(announced, () => this.#announceCall(call));
    }
    return announced;
  }

  /** All that was said until the end. */
  toReply(facts: {
    readonly finishReason: unknown;
    readonly usage: unknown;
    readonly warnings: readonly unknown[];
    readonly request: { readonly body?: unknown };
    readonly response: Partial<ModelReply['response']>;
    readonly providerMetadata: ProviderMetadata | undefined;
  }): ModelReply {
    const { reason, raw } = toFinishReason(facts.finishReason);
    const isCall = this.#calls.some((call) => !call.providerExecuted);
    const { names } = this.#session;
    const { response } = facts;
    const isChanged = this.blocks.settle() || this.#hasChangedResult;
    return {
      // copies, since an array that was pushed to holds room for more
      content: this.#content.slice(),
      calls: this.#calls.slice(),
      text: textOf(this.#content),
      finishReason: isCall && !isCutOff(reason) ? 'tool-calls' : reason,
      rawFinishReason: raw,
      usage: toUsage(facts.usage, facts.providerMetadata),
      warnings: facts.warnings,
      request: facts.request,
      response: {
        id: response.id,
        modelId: response.modelId ?? names.modelId,
        timestamp: response.timestamp,
        headers: response.headers,
        // it says what processors have hidden
        ...(response.body !== undefined && !isChanged && { body: response.body }),
      },
      providerMetadata: facts.providerMetadata,
      model: names,
    };
  }
}

/** A name that is no text names no tool. */
function withName<Part extends { readonly toolName: string }>(part: Part): Part {
  return typeof part.toolName === 'string' ? part : { ...part, toolName: '' };
}

/** Arguments that arrive as a value, as the text that says the same; what no JSON can say is no JSON text either. */
function toArgumentText(input: unknown): string {
  if (typeof input === 'string') return input;
  try {
    return JSON.stringify(input ?? {}) ?? notJson;
  } catch {
    return notJson;
  }
}

const notJson = '[Unserializable]';

function textOf(content: readonly ReplyPart[]): string {
  let text = '';
  for (const part of content) if (part.type === 'text') text += part.text;
  return text;
}

function toData(
  data: string | Uint8Array | FileData | null | undefined,
): string | Uint8Array | URL {
  if (typeof data === 'string' || data instanceof Uint8Array) return data;
  return data?.type === 'url' ? new URL(String(data.url)) : (data?.data ?? '');
}
