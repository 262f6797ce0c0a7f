import { TenonError } from '../base/errors.ts';
import { aCount, assertFields, listOfTexts, type OptionForm } from '../base/option-forms.ts';
import type { PromptMessage, PromptToolCallPart, StoredToolPart } from '../messages/index.ts';
import type { MessageList } from './message-list.ts';
import type { ProcessLLMRequestArgs, ProcessLLMRequestResult, Processor } from './processor.ts';
import type { StepResult } from './step-result.ts';

export interface ToolCallFilterOptions {
  /** Keys of the tools whose calls are left out. Not given: all; an empty list: none. */
  readonly exclude?: readonly string[] | undefined;
  /** Leaves calls of the run out too, but for those of its newest so many steps that called tools. Default: keeps all. */
  readonly filterAfterToolSteps?: number | undefined;
  /** Puts in place of a call what `toModelOutput` of its tool made, where that can be said as a text. */
  readonly preserveModelOutput?: boolean | undefined;
}

/**
 * Leaves old calls of tools, and their results, out of what a model is sent. The conversation itself keeps them.
 *
 * @example
 * const agent = new Agent({ …, inputProcessors: [new ToolCallFilter({ exclude: ['search'] })] });
 */
export class ToolCallFilter implements Processor<'tool-call-filter'> {
  readonly id = 'tool-call-filter';
  readonly name = 'Tool call filter';
  readonly #exclude: ReadonlySet<string> | undefined;
  readonly #keptSteps: number;
  readonly #preserves: boolean;

  /** @throws TenonError `PROCESSOR_INVALID` */
  constructor(options: ToolCallFilterOptions = {}) {
    assertOptions(options);
    const { exclude, filterAfterToolSteps = Number.POSITIVE_INFINITY } = options;
    this.#exclude = exclude === undefined ? undefined : new Set(exclude);
    this.#keptSteps = filterAfterToolSteps;
    this.#preserves = options.preserveModelOutput === true;
  }

  processLLMRequest({
    prompt,
    steps,
    messageList,
  }: Pick<ProcessLLMRequestArgs, 'prompt' | 'steps' | 'messageList'>):
    | ProcessLLMRequestResult
    | undefined {
    if (this.#exclude?.size === 0 || !prompt.some(hasCall)) return undefined;
    const kept = callsOf(steps, this.#keptSteps);
    const stored = invocationsOf(messageList);
    const gone = new Map<string, string | undefined>();
    for (const part of prompt.flatMap(partsOf)) {
      if (part.type !== 'tool-call' || kept.has(part.toolCallId)) continue;
      const known = stored.get(part.toolCallId);
      if (!this.#excludes(part, known)) continue;
      gone.set(part.toolCallId, this.#preserves ? wordsOf(known) : undefined);
    }
    return gone.size === 0 ? undefined : { prompt: prompt.flatMap((it) => without(it, gone)) };
  }

  /** The prompt has the name that the model knows; the conversation has the key. */
  #excludes({ toolName }: PromptToolCallPart, known: StoredToolPart | undefined): boolean {
    return this.#exclude?.has(known?.toolInvocation.toolName ?? toolName) ?? true;
  }
}

const aFlag: OptionForm = { is: 'true or false', fits: (value) => typeof value === 'boolean' };

const forms = {
  exclude: listOfTexts,
  filterAfterToolSteps: aCount(0),
  preserveModelOutput: aFlag,
};

function assertOptions(options: unknown): void {
  const where = { place: 'new ToolCallFilter', error: 'PROCESSOR_INVALID' } as const;
  if (typeof options === 'object' && options !== null) assertFields(options, forms, [], where);
  else throw new TenonError(where.error, `${where.place}: the options must be an object.`);
}

type Part = Exclude<PromptMessage['content'], string>[number];

const partsOf = ({ content }: PromptMessage): readonly Part[] =>
  typeof content === 'string' ? [] : content;

const hasCall = (message: PromptMessage): boolean =>
  partsOf(message).some(({ type }) => type === 'tool-call');

/** The calls of the newest so many steps that called tools. */
function callsOf(steps: readonly StepResult[], count: number): Set<string> {
  const calling = steps.filter(({ toolCalls }) => toolCalls.length > 0);
  const newest = count === 0 ? [] : calling.slice(-count);
  return new Set(
    newest.flatMap(({ toolCalls }) => toolCalls.map((call) => call.payload.toolCallId)),
  );
}

function invocationsOf(messageList: MessageList): Map<string, StoredToolPart> {
  const found = new Map<string, StoredToolPart>();
  for (const { content } of messageList.get.all.db()) {
    for (const part of content.parts) {
      if (part.type !== 'tool-invocation') continue;
      found.set(part.toolInvocation.toolCallId, part as StoredToolPart);
    }
  }
  return found;
}

/** What the model was told of a result, as far as it is a text. */
function wordsOf(part: StoredToolPart | undefined): string | undefined {
  const output = part?.providerMetadata?.mastra?.modelOutput as
    | { readonly type?: unknown; readonly value?: unknown }
    | undefined;
  if (output?.type === 'json') return JSON.stringify(output.value);
  if (output?.type === 'text' && typeof output.value === 'string') return output.value;
  if (output?.type !== 'content' || !Array.isArray(output.value)) return undefined;
  const parts: readonly { readonly type?: unknown; readonly text?: unknown }[] = output.value;
  if (!parts.every(({ type, text }) => type === 'text' && typeof text === 'string')) return;
  return parts.map(({ text }) => text).join('\n');
}

/** The message without these calls and their results; nothing where no more than thoughts would be left of it. */
function without(
  message: PromptMessage,
  gone: ReadonlyMap<string, string | undefined>,
): PromptMessage[] {
  if (message.role === 'system' || message.role === 'user') return [message];
  const content = message.content.flatMap((part): Part[] => {
    if (!('toolCallId' in part) || !gone.has(part.toolCallId)) return [part];
    const text = part.type === 'tool-call' ? gone.get(part.toolCallId) : undefined;
    return text === undefined || text === '' ? [] : [{ type: 'text', text }];
  });
  if (
    content.length === message.content.length &&
    content.every((part, i) => part === message.content[i])
  ) {
    return [message];
  }
  if (content.every(({ type }) => type === 'reasoning')) return [];
  return [{ ...message, content } as PromptMessage];
}
