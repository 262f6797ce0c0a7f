import type { ProviderMetadata, ReplyPart, ReplyReasoning, ReplyText } from '../journal/index.ts';
import type { PartialObject } from './partial-object.ts';
import type { Run } from './run.ts';

export type BlockType = 'text' | 'reasoning';
type Block = (ReplyText | ReplyReasoning) & { readonly id: string };

/** Written out: a name put together at run time would be a new text for each chunk. */
const chunkNames = {
  text: { start: 'text-start', delta: 'text-delta', end: 'text-end' },
  reasoning: { start: 'reasoning-start', delta: 'reasoning-delta', end: 'reasoning-end' },
} as const;

/** The texts and thoughts of one answer, which may be written side by side. Each delta costs a look and a chunk. */
export class TextBlocks {
  readonly #run: Run;
  readonly #step: number;
  /** The parts of the answer, in the order in which they began. */
  readonly #content: ReplyPart[];
  /** What follows the texts, where they are to hold a value. */
  readonly #object: PartialObject | undefined;
  #open: Map<string, Block> | undefined;
  #last: Block | undefined;
  #lastId = '';
  #count = 0;

  constructor(run: Run, step: number, content: ReplyPart[], object: PartialObject | undefined) {
    this.#run = run;
    this.#step = step;
    this.#content = content;
    this.#object = object;
  }

  start(type: BlockType, id: string, providerMetadata?: ProviderMetadata): Block {
    const block: Block = { type, id: this.#publicId(type, id), text: '', providerMetadata };
    this.#content.push(block);
    this.#open ??= new Map();
    this.#open.set(`${type}:${id}`, block);
    this.#last = block;
    this.#lastId = id;
    this.#run.emit?.(chunkNames[type].start, withMetadata({ id: block.id }, providerMetadata));
    return block;
  }

  /** A delta that is no text says nothing. */
  add(type: BlockType, id: string, given: unknown, providerMetadata?: ProviderMetadata): void {
    const delta = typeof given === 'string' ? given : '';
    if (delta === '' && providerMetadata === undefined) return;
    const block = this.#find(type, id);
    block.text += delta;
    if (providerMetadata === undefined) {
      this.#run.emit?.(chunkNames[type].delta, { id: block.id, text: delta });
    } else {
      block.providerMetadata = providerMetadata;
      this.#run.emit?.(chunkNames[type].delta, { id: block.id, text: delta, providerMetadata });
    }
    if (this.#object !== undefined && type === 'text') this.#object.add(delta);
  }

  end(type: BlockType, id: string, providerMetadata?: ProviderMetadata): void {
    const block = this.#find(type, id);
    if (providerMetadata !== undefined) block.providerMetadata = providerMetadata;
    this.#open?.delete(`${type}:${id}`);
    if (this.#last === block) this.#last = undefined;
    this.#run.emit?.(chunkNames[type].end, withMetadata({ id: block.id }, providerMetadata));
  }

  /** Ends what the model left open when it finished. */
  endAll(): void {
    for (const { type, id } of this.#open?.values() ?? []) {
      this.#run.emit?.(chunkNames[type].end, { id });
    }
    this.#open = undefined;
    this.#last = undefined;
    this.#object?.end();
  }

  /** A whole text at once, as `doGenerate` gives it. */
  addWhole(type: BlockType, text: string, providerMetadata?: ProviderMetadata): void {
    const id = String(this.#count);
    this.start(type, id, providerMetadata);
    this.add(type, id, text);
    this.end(type, id);
  }

  #find(type: BlockType, id: string): Block {
    const last = this.#last;
    if (last !== undefined && this.#lastId === id && last.type === type) return last;
    return this.#open?.get(`${type}:${id}`) ?? this.start(type, id);
  }

  /** Providers count blocks from 0 in every answer; such ids are made unique within the run. */
  #publicId(type: string, id: string): string {
    const number = this.#count++;
    return /^\d*$/.test(id) ? `${type}-${this.#step}-${number}` : id;
  }
}

export function withMetadata<Payload extends object>(
  payload: Payload,
  providerMetadata: ProviderMetadata | undefined,
): Payload & { providerMetadata?: ProviderMetadata } {
  return providerMetadata === undefined ? payload : { ...payload, providerMetadata };
}
