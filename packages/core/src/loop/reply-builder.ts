import { isCutOff } from '../base/finish-reason.ts';
import { GrowingValue } from '../base/growing-value.ts';
import { parseArguments } from '../base/parse-json.ts';
import {
  joinTransforms,
  type PayloadTransforms,
  toChunkMetadata,
} from '../base/payload-transform.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import {
  type EarlyCall,
  notify,
  transformDelta,
  transformInput,
  transformOutcome,
  wantsTransform,
} from '../calls/index.ts';
import type { ChunkPayloads } from '../chunks/index.ts';
import {
  type ModelReply,
  type ProviderMetadata,
  type ReplyPart,
  ToolCall,
} from '../journal/index.ts';
import { toJsonSafe, withOrigin } from '../messages/index.ts';
import {
  type ContentPart,
  type FileData,
  type ModelCallPart,
  type ModelSession,
  toFinishReason,
  toOrigin,
  toUsage,
} from '../models/index.ts';
import { type AnyTool, safeName, type ToolEntry, type ToolSet } from '../tools/index.ts';
import { type InputStart, type OpenInput, OpenInputs } from './open-inputs.ts';
import type { Run } from './run.ts';
import { beginEarly } from './run-calls.ts';
import { toCallPayload, toFilePayload, toSourcePayload } from './step.ts';
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
  /** The ids that are taken, and the number that is tried first for the next call which wants the same one. */
  #callIds: Map<string, number> | undefined;
  /** The provider's own calls that have no result yet, by its id of them. */
  #providerCalls: Map<string, ToolCall[]> | undefined;
  #earlyRunning = 0;
  /** Its texts and thoughts. */
  readonly blocks: TextBlocks;

  constructor(run: Run, toolSet: ToolSet, session: ModelSession) {
    this.#run = run;
    this.#toolSet = toolSet;
    this.#session = session;
    this.#step = run.state.steps.length;
    this.blocks = new TextBlocks(run, this.#step, this.#content);
  }

  /** Something of the answer has been said: it cannot be taken back. */
  get hasContent(): boolean {
    return this.#content.length > 0 || this.#inputs !== undefined;
  }

  startInput(given: InputStart): MaybePromise<void> {
    const part = withName(given);
    const entry = this.#toolSet.resolve(part.toolName);
    const id = this.#freeCallId(part.id);
    this.#inputs ??= new OpenInputs();
    const partial =
      entry?.tool.onInputDelta === undefined
        ? undefined
        : new GrowingValue(this.#session.formOf(entry.modelName));
    this.#inputs.add({ id, part, entry, text: '', partial, isEnded: false });
    const announce = (): void =>
      this.#run.emit?.('tool-call-input-streaming-start', {
        toolCallId: id,
        toolName: entry?.key ?? part.toolName,
        ...(entry?.tool.title !== undefined && { title: entry.tool.title }),
        ...(part.providerExecuted && { providerExecuted: true }),
        ...(part.dynamic && { dynamic: true }),
        ...(part.providerMetadata && { providerMetadata: part.providerMetadata }),
      });
    if (entry?.tool.onInputStart === undefined) return announce();
    return afterwards(this.#tell(entry, id, 'onInputStart', {}), announce);
  }

  addInputDelta(id: string, delta: unknown): MaybePromise<void> {
    if (typeof delta !== 'string' || delta === '') return undefined;
    const input = this.#inputs?.get(id);
    if (input === undefined) return undefined;
    input.text += delta;
    const { entry, partial } = input;
    if (entry === undefined || partial === undefined) return this.#announceDelta(input, delta);
    partial.add(delta);
    const told = this.#tell(entry, input.id, 'onInputDelta', {
      inputTextDelta: delta,
      partialInput: toPartialInput(partial.value),
    });
    return afterwards(told, () => this.#announceDelta(input, delta));
  }

  #announceDelta({ id, entry, part }: OpenInput, argsTextDelta: string): MaybePromise<void> {
    const { emit } = this.#run;
    if (emit === undefined) return undefined;
    const payload = { toolCallId: id, toolName: entry?.key ?? part.toolName, argsTextDelta };
    if (wantsTransform(entry?.tool, this.#run)) return this.#announceShown(payload, entry?.tool);
    return emit('tool-call-delta', payload);
  }

  /** Apart from the others: what a closure holds would cost each piece. */
  #announceShown(
    payload: ChunkPayloads['tool-call-delta'],
    tool: AnyTool | undefined,
  ): MaybePromise<void> {
    const announce = (transforms: PayloadTransforms | undefined): void =>
      this.#run.emit?.('tool-call-delta', payload, 'AGENT', toChunkMetadata(transforms));
    const transforms = transformDelta(payload, tool, this.#run);
    return isPromiseLike(transforms) ? transforms.then(announce) : announce(transforms);
  }

  endInput(id: string, providerMetadata?: ProviderMetadata): void {
    const input = this.#inputs?.get(id);
    if (input === undefined) return;
    input.isEnded = true;
    this.#run.emit?.(
      'tool-call-input-streaming-end',
      providerMetadata === undefined
        ? { toolCallId: input.id }
        : { toolCallId: input.id, providerMetadata },
    );
  }

  #tell(
    entry: ToolEntry,
    toolCallId: string,
    callback: 'onInputStart' | 'onInputDelta',
    extra: object,
  ): MaybePromise<void> {
    const { messages, abortSignal, logger } = this.#run;
    const args = { toolCallId, messages, abortSignal, ...extra } as never;
    return notify(`${callback} of tool "${entry.key}"`, logger, () => entry.tool[callback]?.(args));
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
    const id = this.#inputs?.take(part.toolCallId)?.id ?? this.#freeCallId(part.toolCallId);
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
    const tool = this.#toolOf(call);
    if (wantsTransform(tool, this.#run)) return this.#announceShownCall(call, tool);
    return this.#run.emit?.('tool-call', toCallPayload(call));
  }

  #announceShownCall(call: ToolCall, tool: AnyTool | undefined): MaybePromise<void> {
    return afterwards(transformInput(call, tool, this.#run), () => {
      const metadata = toChunkMetadata(call.transforms);
      this.#run.emit?.('tool-call', toCallPayload(call), 'AGENT', metadata);
    });
  }

  #toolOf({ toolName }: ToolCall): AnyTool | undefined {
    return this.#toolSet.get(toolName)?.tool;
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
      modelName: entry?.modelName ?? (providerExecuted ? part.toolName : safeName(part.toolName)),
      text,
      args,
      written,
      title: entry?.tool.title,
      dynamic: part.dynamic,
      providerExecuted,
      providerMetadata: providerExecuted
        ? withOrigin(providerMetadata, toOrigin(this.#session.names))
        : providerMetadata,
    });
    this.#calls.push(call);
    this.#run.budget?.count(call);
    this.#content.push({ type: 'tool-call', call });
    if (call.providerExecuted) {
      this.#providerCalls ??= new Map();
      const open = this.#providerCalls.get(part.toolCallId);
      if (open === undefined) this.#providerCalls.set(part.toolCallId, [call]);
      else open.push(call);
    }
    return call;
  }

  /**
   * The first call with an id has it, the next ones of the run get `<id>_2`, `<id>_3`. What is no id is made up. Each
   * search begins where the last one for the same id ended.
   */
  #freeCallId(wanted: unknown): string {
    const base = typeof wanted === 'string' && wanted !== '' ? wanted : `call-${this.#step}`;
    this.#callIds ??= new Map();
    let number = this.#callIds.get(base) ?? 2;
    let id = base;
    while (this.#callIds.has(id) || this.#run.knowsCall(id)) id = `${base}_${number++}`;
    this.#callIds.set(id, 2);
    this.#callIds.set(base, number);
    return id;
  }

  #addProviderResult(part: Extract<ContentPart, { type: 'tool-result' }>): MaybePromise<void> {
    if (part.preliminary) return undefined;
    const call =
      this.#providerCalls?.get(part.toolCallId)?.shift() ??
      this.#run.state.calls.get(part.toolCallId);
    if (!call?.providerExecuted || call.outcome !== undefined) return undefined;
    const { providerMetadata } = part;
    const value = toJsonSafe(part.result);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    call.outcome = part.isError
      ? { type: 'error', error: new Error(text) }
      : { type: 'result', value };
    this.#content.push({ type: 'provider-result', call, value, providerMetadata });
    const announce = (transforms: PayloadTransforms | undefined): void => {
      call.transforms = joinTransforms(call.transforms, transforms);
      const payload = {
        toolCallId: call.id,
        toolName: call.toolName,
        ...(call.args !== undefined && { args: call.args }),
        result: value,
        providerExecuted: true,
        ...(call.dynamic !== undefined && { dynamic: call.dynamic }),
        ...(part.isError && { isError: true }),
        ...(providerMetadata !== undefined && { providerMetadata }),
      };
      this.#run.emit?.('tool-result', payload, 'AGENT', toChunkMetadata(call.transforms));
    };
    const transforms = transformOutcome(call, call.outcome, this.#toolOf(call), this.#run);
    return isPromiseLike(transforms) ? transforms.then(announce) : announce(transforms);
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
        ...(response.body !== undefined && { body: response.body }),
      },
      providerMetadata: facts.providerMetadata,
      model: names,
    };
  }
}

const nothingYet = Object.freeze({});

/** Input is an object; before it begins, or when something else is written, it is an empty one. */
function toPartialInput(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : nothingYet;
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

function afterwards(first: MaybePromise<void>, then: () => MaybePromise<void>): MaybePromise<void> {
  return first === undefined ? then() : (first as PromiseLike<void>).then(then);
}
