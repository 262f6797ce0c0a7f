import { isSameData, type StoredPart } from '../../messages/index.ts';
import type { MessageList, MessageListState } from '../../processors/index.ts';
import { type StepWords, toStoredStep } from './stored-step.ts';

/** The step that is under way, while it stands at the end of the conversation for hooks that look at it. */
export class OpenStep {
  readonly #messageList: MessageList;
  readonly #messageId: string;
  readonly #before: MessageListState;
  #shown: MessageListState;

  constructor(messageList: MessageList, messageId: string, step: StepWords) {
    this.#messageList = messageList;
    this.#messageId = messageId;
    this.#before = messageList.state;
    const { prompt, parts } = toStoredStep(step);
    if (parts.length > 0) messageList.grow(messageId, prompt, parts);
    this.#shown = messageList.state;
  }

  /** A call of it has this result. */
  showResult(toolCallId: string, result: unknown): void {
    this.#messageList.showResult(toolCallId, result);
    this.#shown = this.#messageList.state;
  }

  /** Takes the step out again, with all that was changed meanwhile. */
  discard(): void {
    this.#messageList.restore(this.#before);
  }

  /**
   * Takes the step out again; what was changed of the conversation before it stays. Gives what hooks left of the step, or
   * nothing where they left it as it was.
   */
  close(): readonly StoredPart[] | undefined {
    const list = this.#messageList;
    const { entries, system } = this.#before;
    const after = list.state.entries;
    list.restore(this.#before);
    if (after === this.#shown.entries) return undefined;
    const isOwn = ({ stored }: { readonly stored: { readonly id: string } }): boolean =>
      stored.id === this.#messageId;
    const own = after.find(isOwn);
    const old = entries.find(isOwn);
    const parts = own?.stored.content.parts ?? [];
    const begin =
      old === undefined ? 0 : parts.findLastIndex(({ type }) => type === 'step-start') + 1;
    const head = parts.slice(0, Math.max(begin - 1, 0));
    const left = after.flatMap((entry) => {
      if (entry !== own) return [entry];
      if (old === undefined) return [];
      if (isSameData(head, old.stored.content.parts)) return [old];
      const content = { ...entry.stored.content, parts: head };
      return [list.entryOf({ ...entry.stored, content }, entry.source)];
    });
    const isSame = left.length === entries.length && left.every((one, at) => one === entries[at]);
    if (!isSame) list.restore({ entries: left, system });
    return parts.slice(begin);
  }
}
