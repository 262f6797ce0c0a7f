import { TenonError } from '../base/errors.ts';
import {
  copyData,
  type InputMessage,
  isSameData,
  type MessageInput,
  type MessageOrigins,
  makeWhole,
  type PromptMessage,
  type PromptSystemMessage,
  type StoredMessage,
  type StoredToolInvocation,
  type StoredToolPart,
  toPrompt,
} from '../messages/index.ts';
import { type Entry, EntryReader, type MessageForms, type MessageSource } from './entry.ts';
import type { ProcessorMessage } from './message.ts';

const brand = Symbol.for('tenon.message-list');

/** Holds across two copies of this package. */
export const isMessageList = (value: unknown): value is MessageList =>
  typeof value === 'object' && value !== null && brand in value;

/** What a call and its outcome are replaced by; what is left out stays as it is. */
export interface ToolInvocationUpdate {
  readonly type?: 'tool-invocation';
  readonly toolInvocation: Partial<StoredToolInvocation> & Pick<StoredToolInvocation, 'toolCallId'>;
  readonly providerMetadata?: StoredToolPart['providerMetadata'];
}

/**
 * The conversation of a run as its processors see and change it. Messages stand in it by their ids, in the form that
 * threads keep; it also knows them in the form that the model is sent, so that one which nobody touched is sent as it
 * was. What it gives out are copies.
 */
export class MessageList {
  readonly #reader: EntryReader;
  /** Never changed in place, so that keeping the list keeps a state of it. */
  #entries: readonly Entry[];
  #system: readonly PromptSystemMessage[];

  /** For the loop. */
  constructor(
    prompt: readonly PromptMessage[],
    forms: MessageForms,
    origins: MessageOrigins | undefined,
  ) {
    this.#reader = new EntryReader(forms);
    this.#system = prompt.filter((message) => message.role === 'system');
    this.#entries = this.#reader.ofPrompt(prompt, origins);
    Object.defineProperty(this, brand, { value: true });
  }

  /** Messages in the form that threads keep, by where they come from. */
  get get() {
    return {
      all: { db: () => this.#copies(() => true) },
      remembered: { db: () => this.#copies(({ source }) => source === 'memory') },
      input: { db: () => this.#copies(({ source }) => source === 'input') },
      response: { db: () => this.#copies(({ source }) => source === 'response') },
    };
  }

  /**
   * Puts messages of any form at the end; one whose id is there already takes the place of that.
   * @throws TenonError `AGENT_MESSAGES_INVALID`
   */
  add(messages: MessageInput, source: MessageSource | 'system' = 'input'): this {
    if (source === 'system') {
      for (const message of toList(messages)) this.addSystem(message);
      return this;
    }
    const { entries, system } = this.#reader.ofInput(toList(messages), source, this.#entries);
    const isNew = (entry: Entry): boolean => !this.#entries.some(({ stored }) => is(stored, entry));
    this.#entries = [
      ...this.#entries.map((old) => entries.find((entry) => is(old.stored, entry)) ?? old),
      ...entries.filter(isNew),
    ];
    if (system.length > 0) this.#system = [...this.#system, ...system];
    return this;
  }

  /** Takes messages out of the conversation, and gives them. */
  removeByIds(ids: readonly string[]): ProcessorMessage[] {
    const gone = this.#entries.filter(({ stored }) => ids.includes(stored.id));
    if (gone.length > 0) this.#entries = this.#entries.filter((entry) => !gone.includes(entry));
    return gone.map(({ stored }) => copyData(stored) as ProcessorMessage);
  }

  /**
   * Makes these the conversation: messages that are not among them are taken out of it.
   * @throws TenonError `AGENT_MESSAGES_INVALID`
   */
  replaceAll(messages: MessageInput): this {
    const { entries, system } = this.#reader.ofInput(toList(messages), 'input', this.#entries);
    const isUnchanged =
      entries.length === this.#entries.length &&
      entries.every((entry, index) => entry === this.#entries[index]);
    if (!isUnchanged) this.#entries = entries;
    if (system.length > 0) this.#system = [...this.#system, ...system];
    return this;
  }

  getSystemMessages(): PromptSystemMessage[] {
    return copyData([...this.#system]);
  }

  getAllSystemMessages(): PromptSystemMessage[] {
    return this.getSystemMessages();
  }

  addSystem(message: unknown): this {
    this.#system = [...this.#system, toSystem(message)];
    return this;
  }

  replaceAllSystemMessages(messages: readonly (string | PromptSystemMessage)[]): this {
    const system = messages.map(toSystem);
    if (!isSameData(system, this.#system)) this.#system = system;
    return this;
  }

  /** The latest call with this id. */
  findToolInvocation(toolCallId: string): StoredToolPart | undefined {
    return copyData(this.#find(toolCallId)?.part);
  }

  /** Changes the latest call with this id; `false` where there is none. */
  updateToolInvocation({ toolInvocation, providerMetadata }: ToolInvocationUpdate): boolean {
    const found = this.#find(toolInvocation.toolCallId);
    if (found === undefined) return false;
    const changed: StoredToolPart = copyData({
      ...found.part,
      toolInvocation: { ...found.part.toolInvocation, ...toolInvocation },
      ...(providerMetadata !== undefined && { providerMetadata }),
    });
    const read = this.#reader.ofStored(withPart(found, changed), found.entry.source);
    this.#replace(found.entry, read);
    return true;
  }

  /**
   * For the loop: shows the latest call with this id as if it had this result. Nobody is sent that, and reading the
   * message anew would cost as much as the answer is long.
   */
  showResult(toolCallId: string, result: unknown): void {
    const found = this.#find(toolCallId);
    if (found === undefined) return;
    const { entry, part } = found;
    const toolInvocation = { ...part.toolInvocation, state: 'result', result: copyData(result) };
    const stored = withPart(found, { ...part, toolInvocation } as StoredToolPart);
    this.#replace(entry, this.#reader.late(stored, entry.source));
  }

  #replace(old: Entry, entry: Entry): void {
    this.#entries = this.#entries.map((other) => (other === old ? entry : other));
  }

  #find(toolCallId: string): FoundPart | undefined {
    for (let index = this.#entries.length - 1; index >= 0; index--) {
      const entry = this.#entries[index] as Entry;
      const part = entry.stored.content.parts.findLast(
        (part): part is StoredToolPart =>
          part.type === 'tool-invocation' && part.toolInvocation.toolCallId === toolCallId,
      );
      if (part !== undefined) return { entry, part };
    }
    return undefined;
  }

  #copies(isWanted: (entry: Entry) => boolean): ProcessorMessage[] {
    return this.#entries.filter(isWanted).map(({ stored }) => copyData(stored) as ProcessorMessage);
  }

  /** For the loop: what the run itself has said since, in both forms. It goes on the message with this id. */
  grow(
    id: string,
    prompt: readonly PromptMessage[],
    parts: StoredMessage['content']['parts'],
  ): void {
    this.#entries = this.#reader.grown(this.#entries, id, prompt, parts);
  }

  /** For the loop. */
  entryOf(stored: StoredMessage, source: MessageSource): Entry {
    return this.#reader.ofStored(stored, source);
  }

  /** For the loop: the state of the list, to be told from a later one, or gone back to. */
  get state(): MessageListState {
    return { entries: this.#entries, system: this.#system };
  }

  /** For the loop. */
  restore({ entries, system }: MessageListState): void {
    this.#entries = entries;
    this.#system = system;
  }

  /** For the loop: the conversation in the form that the model is sent, every call with its result. */
  toPrompt(): PromptMessage[] {
    return makeWhole(this.#entries.flatMap(({ prompt }) => [...prompt]));
  }
}

interface FoundPart {
  readonly entry: Entry;
  readonly part: StoredToolPart;
}

/** The message of the part with another part in its place. */
function withPart({ entry, part }: FoundPart, changed: StoredToolPart): StoredMessage {
  const { content } = entry.stored;
  const parts = content.parts.map((other) => (other === part ? changed : other));
  return { ...entry.stored, content: { ...content, parts } };
}

export interface MessageListState {
  readonly entries: readonly Entry[];
  readonly system: readonly PromptSystemMessage[];
}

function toList(messages: MessageInput): readonly (string | InputMessage)[] {
  return Array.isArray(messages) ? messages : [messages as string | InputMessage];
}

const is = (stored: StoredMessage, entry: Entry): boolean => stored.id === entry.stored.id;

function toSystem(given: unknown): PromptSystemMessage {
  if (typeof given === 'string') return { role: 'system', content: given };
  const { role, content } = (given ?? {}) as { role?: unknown; content?: unknown };
  if (role === 'system' && content !== undefined) {
    const [message] = toPrompt(given as MessageInput);
    if (message?.role === 'system') return message;
  }
  throw new TenonError(
    'AGENT_MESSAGES_INVALID',
    "A system message must be a text or a message { role: 'system', content }.",
  );
}
