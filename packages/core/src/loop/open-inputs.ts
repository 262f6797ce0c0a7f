import { GrowingValue } from '../base/growing-value.ts';
import { afterwards, type MaybePromise } from '../base/promise.ts';
import { notify } from '../calls/index.ts';
import type { ProviderMetadata } from '../journal/index.ts';
import type { ModelPart, ModelSession } from '../models/index.ts';
import type { AnyTool, ToolEntry } from '../tools/index.ts';
import { announceDelta } from './announce-call.ts';
import type { Run } from './run.ts';

/** What the provider said when it began to write the arguments of a call. */
export type InputStart = Extract<ModelPart, { type: 'tool-input-start' }>;

/** A call whose arguments are still being written. */
export interface OpenInput {
  /** The id that the call has in the run. */
  readonly id: string;
  readonly part: InputStart;
  readonly entry: ToolEntry | undefined;
  /** Whose transforms say what people are shown of it. */
  readonly shownTool: AnyTool | undefined;
  text: string;
  /** What the text says so far, where the tool wants to know. */
  readonly partial: GrowingValue | undefined;
  isEnded: boolean;
}

/**
 * The calls of one answer that were begun but not yet named as complete, by the provider's id. The tool hears of each
 * piece, then the stream does. Gives a promise only where the tool or a transform does.
 */
export class OpenInputs {
  readonly #run: Run;
  readonly #session: ModelSession;
  readonly #latest = new Map<string, OpenInput>();
  /** Those whose provider's id was begun anew before their call came, in their order. */
  #overtaken: OpenInput[] = [];

  constructor(run: Run, session: ModelSession) {
    this.#run = run;
    this.#session = session;
  }

  start(id: string, part: InputStart, entry: ToolEntry | undefined): MaybePromise<void> {
    const partial =
      entry?.tool.onInputDelta === undefined
        ? undefined
        : new GrowingValue(this.#session.formOf(entry.modelName));
    const overtaken = this.#latest.get(part.id);
    if (overtaken !== undefined) this.#overtaken.push(overtaken);
    const shownTool = entry?.tool ?? this.#run.knownTool(part.toolName);
    this.#latest.set(part.id, { id, part, entry, shownTool, text: '', partial, isEnded: false });
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

  add(providerId: string, delta: unknown): MaybePromise<void> {
    const input = this.#latest.get(providerId);
    if (input === undefined || typeof delta !== 'string' || delta === '') return undefined;
    input.text += delta;
    const { entry, partial } = input;
    if (entry === undefined || partial === undefined) return this.#announce(input, delta);
    partial.add(delta);
    return this.#tellAndAnnounce(input, entry, delta, toPartialInput(partial.value));
  }

  #tellAndAnnounce(
    input: OpenInput,
    entry: ToolEntry,
    inputTextDelta: string,
    partialInput: object,
  ): MaybePromise<void> {
    const told = this.#tell(entry, input.id, 'onInputDelta', { inputTextDelta, partialInput });
    return afterwards(told, () => this.#announce(input, inputTextDelta));
  }

  #announce({ id, entry, shownTool, part }: OpenInput, argsTextDelta: string): MaybePromise<void> {
    const toolName = entry?.key ?? part.toolName;
    return announceDelta({ toolCallId: id, toolName, argsTextDelta }, shownTool, this.#run);
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

  end(providerId: string, providerMetadata?: ProviderMetadata): void {
    const input = this.#latest.get(providerId);
    if (input === undefined) return;
    input.isEnded = true;
    this.#run.emit?.(
      'tool-call-input-streaming-end',
      providerMetadata === undefined
        ? { toolCallId: input.id }
        : { toolCallId: input.id, providerMetadata },
    );
  }

  /** The one that a complete call with this id belongs to: the oldest. */
  take(providerId: string): OpenInput | undefined {
    const overtaken = this.#overtaken.find(({ part }) => part.id === providerId);
    if (overtaken !== undefined) {
      this.#overtaken = this.#overtaken.filter((input) => input !== overtaken);
      return overtaken;
    }
    const input = this.#latest.get(providerId);
    this.#latest.delete(providerId);
    return input;
  }

  takeAll(): OpenInput[] {
    const all = [...this.#overtaken, ...this.#latest.values()];
    this.#overtaken = [];
    this.#latest.clear();
    return all;
  }
}

const nothingYet = Object.freeze({});

/** Input is an object; before it begins, or when something else is written, it is an empty one. */
function toPartialInput(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : nothingYet;
}
