import type { PromptMessage, PromptSystemMessage, PromptUserMessage } from '../messages/index.ts';
import { type AnswerFormat, type ModelSession, plainFormat } from '../models/index.ts';
import type { JsonSchema } from '../schema/index.ts';

/**
 * Tells a model of a schema in words. They stand in what is sent alone: no history has them. The messages with them are
 * the same objects as long as those they were made of are, so that each is turned into a provider's form once.
 */
export class Injection {
  readonly #way: 'system' | 'inline' | 'auto';
  readonly #words: string;
  readonly format: AnswerFormat;
  readonly #system: PromptSystemMessage;
  /** The latest message of the user, and what it became. */
  #inline: { readonly given: PromptMessage | undefined; readonly told: PromptUserMessage };

  constructor(way: 'system' | 'inline' | 'auto', schema: JsonSchema, instructions?: string) {
    this.#way = way;
    this.#words = instructions ?? inWords(schema);
    this.format = plainFormat(schema);
    this.#system = { role: 'system', content: this.#words };
    this.#inline = { given: undefined, told: this.#withWords(undefined) };
  }

  /** Whether this model is to be told by a response format all the same. */
  isNative(session: ModelSession, hasTools: boolean): boolean {
    return this.#way === 'auto' && session.takesFormat(hasTools);
  }

  into(prompt: readonly PromptMessage[]): readonly PromptMessage[] {
    return this.#way === 'system' ? this.#intoSystem(prompt) : this.#intoUser(prompt);
  }

  /** After the other system messages. */
  #intoSystem(prompt: readonly PromptMessage[]): readonly PromptMessage[] {
    const index = prompt.findIndex(({ role }) => role !== 'system');
    return index === -1 ? [...prompt, this.#system] : prompt.toSpliced(index, 0, this.#system);
  }

  #intoUser(prompt: readonly PromptMessage[]): readonly PromptMessage[] {
    const index = prompt.findLastIndex(({ role }) => role === 'user');
    if (index === -1) return [...prompt, this.#inline.told];
    const given = prompt[index] as PromptUserMessage;
    if (this.#inline.given !== given) this.#inline = { given, told: this.#withWords(given) };
    return prompt.with(index, this.#inline.told);
  }

  #withWords(given: PromptUserMessage | undefined): PromptUserMessage {
    const words = { type: 'text', text: this.#words } as const;
    if (given === undefined) return { role: 'user', content: [words] };
    return { ...given, content: [...given.content, words] };
  }
}

function inWords(schema: JsonSchema): string {
  return `Give your final answer as one JSON value and nothing else, without a code fence. It must match this JSON Schema:\n${JSON.stringify(schema)}`;
}
