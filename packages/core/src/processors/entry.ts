import {
  copyData,
  type InputMessage,
  isSameData,
  type MessageOrigins,
  type PromptMessage,
  type PromptSystemMessage,
  type StoredMessage,
  toPrompt,
  toStoredParts,
} from '../messages/index.ts';

/** Where a message comes from: a thread, the caller, or the run itself. */
export type MessageSource = 'memory' | 'input' | 'context' | 'response';

/** One message, as it is kept and as the model is sent it. */
export interface Entry {
  readonly source: MessageSource;
  readonly stored: StoredMessage;
  readonly prompt: readonly PromptMessage[];
}

/** How the names of tools are told, and what new messages get. */
export interface MessageForms {
  toKey(modelName: string): string;
  toModelName(key: string): string;
  nextId(): string;
  readonly createdAt: Date;
}

/** Prompt messages that make one message. */
interface Group {
  /** What the first of them was read from. */
  readonly origin: object | undefined;
  readonly messages: PromptMessage[];
  /** Others were read from elsewhere, so the origin does not say all. */
  isMixed: boolean;
}

/** Reads messages of any form into entries. */
export class EntryReader {
  readonly #forms: MessageForms;

  constructor(forms: MessageForms) {
    this.#forms = forms;
  }

  /** A prompt, cut into messages: all that an assistant says until the user speaks is one, unless it came as several. */
  ofPrompt(prompt: readonly PromptMessage[], origins: MessageOrigins | undefined): Entry[] {
    const groups: Group[] = [];
    for (const message of prompt) {
      if (message.role === 'system') continue;
      const origin = origins?.get(message);
      const open = groups.at(-1);
      if (open === undefined || !goesOn(open, message, origin)) {
        groups.push({ origin, messages: [message], isMixed: false });
        continue;
      }
      open.messages.push(message);
      if (origin !== undefined && origin !== open.origin) open.isMixed = true;
    }
    return groups.map((group) => ({
      source: 'input' as const,
      stored: this.#toStored(group),
      prompt: group.messages,
    }));
  }

  /** Messages that a processor gives. One that is there already, and says the same, stays the entry that it is. */
  ofInput(
    given: readonly (string | InputMessage)[],
    source: MessageSource,
    known: readonly Entry[],
  ): { readonly entries: Entry[]; readonly system: PromptSystemMessage[] } {
    const entries: Entry[] = [];
    const system: PromptSystemMessage[] = [];
    const fresh: (string | InputMessage)[] = [];
    const readFresh = (): void => {
      if (fresh.length === 0) return;
      const origins: MessageOrigins = new WeakMap();
      const { toModelName } = this.#forms;
      const read = toPrompt(fresh.splice(0), { toModelName, origins });
      system.push(...read.filter((message) => message.role === 'system'));
      for (const entry of this.ofPrompt(read, origins)) entries.push({ ...entry, source });
    };
    for (const message of given) {
      const old = known.find(({ stored }) => stored.id === (message as { id?: unknown })?.id);
      if (old !== undefined && isSameData(old.stored, message)) {
        readFresh();
        entries.push(old);
      } else if (old !== undefined && isStored(message)) {
        readFresh();
        entries.push(this.ofStored(copyData(message) as StoredMessage, old.source));
      } else fresh.push(message);
    }
    readFresh();
    return { entries: withOwnIds(entries, this.#forms), system };
  }

  ofStored(stored: StoredMessage, source: MessageSource): Entry {
    const { toModelName } = this.#forms;
    return { source, stored, prompt: toPrompt(stored, { toModelName }) };
  }

  /** A message that is read when somebody asks what the model is sent of it. */
  late(stored: StoredMessage, source: MessageSource): Entry {
    return new LateEntry(stored, source, this.#forms);
  }

  /** The entries with more of the answer, which has this id. */
  grown(
    entries: readonly Entry[],
    id: string,
    prompt: readonly PromptMessage[],
    parts: StoredMessage['content']['parts'],
  ): Entry[] {
    const old = entries.find(({ stored }) => stored.id === id);
    if (old === undefined) {
      const stored = this.#newMessage(id, 'assistant', parts);
      return [...entries, { source: 'response', stored, prompt }];
    }
    const { content } = old.stored;
    const before =
      content.parts.length === 0 ? [] : [...content.parts, { type: 'step-start' as const }];
    const stored = { ...old.stored, content: { ...content, parts: [...before, ...parts] } };
    const entry: Entry = { ...old, stored, prompt: [...old.prompt, ...prompt] };
    return entries.map((other) => (other === old ? entry : other));
  }

  #toStored({ origin, messages, isMixed }: Group): StoredMessage {
    const { id, createdAt, metadata } = (origin ?? {}) as {
      id?: unknown;
      createdAt?: unknown;
      metadata?: unknown;
    };
    const ownId = typeof id === 'string' && id !== '' ? id : this.#forms.nextId();
    const date = toDate(createdAt) ?? this.#forms.createdAt;
    if (isStored(origin) && !isMixed) return { ...copyData(origin), id: ownId, createdAt: date };
    const role = messages[0]?.role === 'user' ? 'user' : 'assistant';
    const parts = toStoredParts(messages, this.#forms.toKey);
    const message = this.#newMessage(ownId, role, parts, date);
    if (typeof metadata !== 'object' || metadata === null) return message;
    return { ...message, content: { ...message.content, metadata: copyData(metadata) as never } };
  }

  #newMessage(
    id: string,
    role: StoredMessage['role'],
    parts: StoredMessage['content']['parts'],
    createdAt = this.#forms.createdAt,
  ): StoredMessage {
    return { id, role, createdAt, content: { format: 2, parts } };
  }
}

class LateEntry implements Entry {
  readonly source: MessageSource;
  readonly stored: StoredMessage;
  readonly #forms: MessageForms;
  #prompt: readonly PromptMessage[] | undefined;

  constructor(stored: StoredMessage, source: MessageSource, forms: MessageForms) {
    this.source = source;
    this.stored = stored;
    this.#forms = forms;
  }

  get prompt(): readonly PromptMessage[] {
    const { toModelName } = this.#forms;
    this.#prompt ??= toPrompt(this.stored, { toModelName });
    return this.#prompt;
  }
}

/** What the model is sent after its own words goes on the same message. */
function goesOn(open: Group, { role }: PromptMessage, origin: object | undefined): boolean {
  if (role === 'user' || open.messages[0]?.role === 'user') return false;
  if (role === 'tool') return !isOwn(origin) || origin === open.origin;
  if (origin !== undefined && origin === open.origin) return true;
  return !isOwn(origin) && !isOwn(open.origin) && open.messages.at(-1)?.role === 'tool';
}

/** Whether it stands for a message of its own, and not for a piece of one. */
const isOwn = (origin: object | undefined): boolean =>
  origin !== undefined && ('id' in origin || 'parts' in origin || isStored(origin));

function isStored(value: unknown): value is StoredMessage {
  const { content } = (value ?? {}) as { content?: unknown };
  return Array.isArray((content as { parts?: unknown } | undefined)?.parts);
}

function toDate(value: unknown): Date | undefined {
  if (!(value instanceof Date) && typeof value !== 'string' && typeof value !== 'number') return;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Two messages that were given one id are two messages. */
function withOwnIds(entries: readonly Entry[], forms: MessageForms): Entry[] {
  const seen = new Set<string>();
  return entries.map((entry) => {
    const { stored } = entry;
    if (!seen.has(stored.id)) {
      seen.add(stored.id);
      return entry;
    }
    return { ...entry, stored: { ...stored, id: forms.nextId() } };
  });
}
