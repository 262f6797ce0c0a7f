import type { GrowingForm } from '../base/growing-form.ts';
import type { PromptAssistantMessage, PromptMessage } from '../messages/index.ts';
import type { JsonSchema } from '../schema/index.ts';
import type { ModelAnswer, ModelStream } from './answer.ts';
import { type AnswerFormat, plainFormat, rewrittenFormat } from './answer-format.ts';
import { withCallIds } from './call-ids.ts';
import type { LanguageModel, ModelRequest } from './model.ts';
import { hasProviderCall, ProviderCalls } from './provider-calls.ts';
import type { Rewriting } from './rewriting.ts';
import { toV2Message, toV3Message, toV4Message } from './spec/index.ts';
import { takesFormat } from './takes-format.ts';
import { type ToldTools, toldTools } from './told-tools.ts';

interface SpecModel extends Omit<LanguageModel, 'doGenerate' | 'doStream'> {
  doGenerate?(options: object): PromiseLike<ModelAnswer>;
  doStream?(options: object): PromiseLike<ModelStream>;
}

/** Which model answered: the names its provider gives. */
export interface ModelNames {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * One model within one run. It turns the prompt into the model's own version of the specification, each message once:
 * the prompt only grows, so the cost of a step does not depend on how many went before.
 */
export class ModelSession {
  readonly names: ModelNames;
  readonly canGenerate: boolean;
  readonly canStream: boolean;
  readonly #model: SpecModel;
  readonly #rewriting: Rewriting | undefined;
  #told: ToldTools | undefined;
  /** The list that was told last. */
  #toldOf: readonly object[] | undefined;
  #format: { readonly asked: JsonSchema; readonly format: AnswerFormat } | undefined;
  #providerCalls: ProviderCalls | undefined;
  #converted: object[] = [];
  /** The messages that were converted, and the array they were last in. */
  #seen: PromptMessage[] = [];
  #prompt: readonly PromptMessage[] | undefined;

  constructor(model: LanguageModel, rewriting?: Rewriting) {
    const { provider, modelId } = model;
    this.#model = model as unknown as SpecModel;
    this.#rewriting = rewriting;
    this.names = { provider, modelId };
    this.canGenerate = typeof model.doGenerate === 'function';
    this.canStream = typeof model.doStream === 'function';
  }

  /** Only where `canGenerate`. */
  generate(request: ModelRequest): PromiseLike<ModelAnswer> {
    const model = this.#model as Required<SpecModel>;
    return model.doGenerate(this.#toOptions(request));
  }

  /** Only where `canStream`. */
  stream(request: ModelRequest): PromiseLike<ModelStream> {
    const model = this.#model as Required<SpecModel>;
    return model.doStream(this.#toOptions(request));
  }

  /** Turns the arguments of a call back into the form of the tool's author, where the model was told another. */
  restore(toolName: string, args: unknown): unknown {
    const form = this.formOf(toolName);
    return form === undefined || args === undefined ? args : form.restore(args);
  }

  /** How the arguments of a tool come back into its author's form; `undefined` where they are in it. */
  formOf(toolName: string): GrowingForm | undefined {
    return this.#told?.forms?.get(toolName);
  }

  /** Recorders and middleware keep the prompt they were given, so each call gets an array of its own. */
  #toOptions(request: ModelRequest): object {
    const options = { ...request, prompt: this.#convertPrompt(request.prompt) };
    if (request.responseFormat !== undefined) {
      const { schema } = this.answerFormat(request.responseFormat.schema);
      options.responseFormat = { type: 'json', schema };
    }
    if (request.tools === undefined) return options;
    if (this.#toldOf !== request.tools) {
      this.#told = toldTools(request.tools, {
        version: this.#model.specificationVersion,
        rewriting: this.#rewriting,
        names: this.names,
      });
      this.#toldOf = request.tools;
    }
    const { tools, search } = this.#told as ToldTools;
    options.tools = tools;
    if (search === undefined) return options;
    const { toolChoice } = request;
    if (toolChoice?.type === 'tool' && toolChoice.toolName === search.key) {
      options.toolChoice = { type: 'tool', toolName: search.tool.name };
    }
    return options;
  }

  /** Whether the model is known to take a response format, beside tools where there are some. */
  takesFormat(hasTools: boolean): boolean {
    return takesFormat(this.names, this.#model.specificationVersion, hasTools);
  }

  /** How this model is told of a schema for its answer by a response format. */
  answerFormat(schema: JsonSchema): AnswerFormat {
    if (this.#format?.asked !== schema) {
      const rewriting = this.#rewriting;
      const format =
        rewriting === undefined ? plainFormat(schema) : rewrittenFormat(schema, rewriting);
      this.#format = { asked: schema, format };
    }
    return this.#format.format;
  }

  /**
   * An array that was there before has only grown. Another one is looked through, and what follows the first message
   * that differs is converted anew: also when the end is the same and only the beginning has changed.
   */
  #convertPrompt(prompt: readonly PromptMessage[]): object[] {
    const converted = this.#converted;
    const seen = this.#seen;
    if (prompt !== this.#prompt || prompt.length < seen.length) {
      converted.length = seen.length = countShared(seen, prompt);
      this.#prompt = prompt;
    }
    for (let index = converted.length; index < prompt.length; index++) {
      const message = prompt[index] as PromptMessage;
      seen.push(message);
      converted.push(this.#convert(message));
    }
    return converted.slice();
  }

  #convert(given: PromptMessage): object {
    const { specificationVersion, provider } = this.#model;
    const toCallId = this.#rewriting?.family.toCallId;
    const shown = hasProviderCall(given) ? this.#showCalls(given) : given;
    const message = toCallId === undefined ? shown : withCallIds(shown, toCallId);
    if (specificationVersion === 'v2') return toV2Message(message);
    return specificationVersion === 'v3'
      ? toV3Message(message)
      : toV4Message(message, { provider });
  }

  #showCalls(message: PromptAssistantMessage): PromptAssistantMessage {
    this.#providerCalls ??= new ProviderCalls(this.names);
    return this.#providerCalls.show(message);
  }
}

/** With how many of the same messages both begin. */
function countShared(a: readonly PromptMessage[], b: readonly PromptMessage[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count++;
  return count;
}
