import {
  type PromptAssistantMessage,
  type PromptMessage,
  type PromptToolCallPart,
  readOrigin,
  type ToolResultOutput,
  withProviderOptions,
} from '../messages/index.ts';
import { isFailedOutput, outputInWords, valueInWords } from './output-in-words.ts';

interface Names {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * Whose tools a model uses, in the form that is kept with the calls it has run: its provider, and behind a gateway the
 * maker that stands in the name of the model, such as `gateway/anthropic`.
 */
export function toOrigin({ provider, modelId }: Names): string {
  const slash = String(modelId).indexOf('/');
  return slash < 1 ? String(provider) : `${provider}/${modelId.slice(0, slash)}`;
}

/** Whether the message holds a call that a provider ran itself, or the result of one. */
export function hasProviderCall(message: PromptMessage): message is PromptAssistantMessage {
  return (
    message.role === 'assistant' &&
    message.content.some(
      (part) => part.type === 'tool-result' || (part.type === 'tool-call' && part.providerExecuted),
    )
  );
}

/**
 * Shows one model the calls that providers ran themselves. Those of its own provider stay what they are. No API takes
 * those of another, so each becomes one text that names the tool, its input and its result.
 */
export class ProviderCalls {
  readonly #origin: string;
  /** Calls of others, by id: the result of one may stand in a later message. */
  readonly #foreign = new Map<string, PromptToolCallPart>();
  /** What the provider calls the tools of its own calls, by their ids, where they have another name here. */
  readonly #names = new Map<string, string>();

  constructor(names: Names) {
    this.#origin = toOrigin(names);
  }

  show(message: PromptAssistantMessage): PromptAssistantMessage {
    const content = message.content.flatMap((part): PromptAssistantMessage['content'] => {
      if (part.type === 'tool-call' && part.providerExecuted) return this.#showCall(part, message);
      if (part.type !== 'tool-result') return [part];
      const call = this.#foreign.get(part.toolCallId);
      if (call !== undefined) return [tell(call, part.output)];
      const toolName = this.#names.get(part.toolCallId);
      return [toolName === undefined ? part : { ...part, toolName }];
    });
    return { ...message, content };
  }

  /** Whose call it was is for us alone. */
  #showCall(call: PromptToolCallPart, { content }: PromptAssistantMessage) {
    if (isOf(call, this.#origin)) {
      const { providerOptions, toolCallId, ...rest } = call;
      this.#foreign.delete(toolCallId);
      const { toolName = rest.toolName } = readOrigin(providerOptions) ?? {};
      if (toolName !== rest.toolName) this.#names.set(toolCallId, toolName);
      return [{ ...rest, toolCallId, toolName, ...withProviderOptions(providerOptions) }];
    }
    this.#foreign.set(call.toolCallId, call);
    const hasResult = content.some(
      (part) => part.type === 'tool-result' && part.toolCallId === call.toolCallId,
    );
    return hasResult ? [] : [tell(call, undefined)];
  }
}

/**
 * A call says who ran it. One from elsewhere may not: it is taken to be of a provider that its options are for, but not
 * where an API is one of chat completions, which have no such calls.
 */
function isOf({ providerOptions }: PromptToolCallPart, origin: string): boolean {
  const named = readOrigin(providerOptions);
  if (named !== undefined) return named.provider === origin;
  const names = origin.split(/[./]/);
  if (names.includes('chat') || names.includes('completion')) return false;
  return Object.keys(providerOptions ?? {}).some((name) => names.includes(name));
}

/** On lines of its own, since some APIs join the texts of a message. */
function tell(call: PromptToolCallPart, output: ToolResultOutput | undefined) {
  const subject = `Tool "${call.toolName}", called with ${valueInWords(call.input)},`;
  const text =
    output === undefined
      ? `${subject} has not given a result here.`
      : `${subject} ${isFailedOutput(output) ? 'failed' : 'gave'}: ${outputInWords(output)}`;
  return { type: 'text', text: `\n[${text}]\n` } as const;
}
