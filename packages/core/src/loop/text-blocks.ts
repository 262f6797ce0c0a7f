import type { AgentChunk, ChunkType } from '../chunks/index.ts';
import type { ProviderMetadata, ReplyPart, ReplyReasoning, ReplyText } from '../journal/index.ts';
import type { PartialObject } from './partial-object.ts';
import type { ProcessedOutput, TextKeeper } from './processing/processed-output.ts';
import type { Run } from './run.ts';

export type BlockType = 'text' | 'reasoning';
type Block = (ReplyText | ReplyReasoning) & { readonly id: string };

/** Written out: a name put together at run time would be a new text for each chunk. */
const chunkNames = {
  text: { start: 'text-start', delta: 'text-delta', end: 'text-end' },
  reasoning: { start: 'reasoning-start', delta: 'reasoning-delta', end: 'reasoning-end' },
} as const;

/** The texts and thoughts of one answer, which may be written side by side. Each delta costs a look and a chunk. */
export class TextBlocks implements TextKeeper {
  readonly #run: Run;
  readonly #step: number;
  /** The parts of the answer, in the order in which they began. */
  readonly #content: ReplyPart[];
  /** What follows the texts, where they are to hold a value. */
  readonly #object: PartialObject | undefined;
  /** What they pass before they are kept, where processors look at them. */
  readonly #output: ProcessedOutput | undefined;
  /** What the model wrote, where processors look at it. */
  #written: Map<Block, string> | undefined;
  #isWhole = false;
  #open: Map<string, Block> | undefined;
  #last: Block | undefined;
  #lastId = '';
  #count = 0;

  constructor(run: Run, step: number, content: ReplyPart[], object: PartialObject | undefined) {
    this.#run = run;
    this.#step = step;
    this.#content = content;
    this.#object = object;
    this.#output = run.processors?.output;
  }

  start(type: BlockType, id: string, providerMetadata?: ProviderMetadata): Block {
    const block: Block = { type, id: this.#publicId(type, id), text: '', providerMetadata };
    this.#content.push(block);
    this.#open ??= new Map();
    this.#open.set(`${type}:${id}`, block);
    this.#last = block;
    this.#lastId = id;
    this.#sayEdge(chunkNames[type].start, block.id, providerMetadata);
    return block;
  }

  /** A delta that is no text says nothing. */
  add(type: BlockType, id: string, given: unknown, providerMetadata?: ProviderMetadata): void {
    const delta = typeof given === 'string' ? given : '';
    if (delta === '' && providerMetadata === undefined) return;
    const block = this.#find(type, id);
    if (this.#output !== undefined) {
      this.#addProcessed(block, delta, providerMetadata);
      return;
    }
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
    this.#sayEdge(chunkNames[type].end, block.id, providerMetadata);
  }

  /** Ends what the model left open when it finished. */
  endAll(): void {
    for (const { type, id } of this.#open?.values() ?? []) {
      this.#sayEdge(chunkNames[type].end, id, undefined);
    }
    this.#open = undefined;
    this.#last = undefined;
    this.#isWhole = true;
    if (this.#output === undefined) this.#object?.end();
  }

  /** Processors have seen all of it. Gives whether they left other words. */
  settle(): boolean {
    if (this.#output === undefined) return false;
    if (this.#isWhole) this.#object?.end();
    let isChanged = false;
    // a provider vouches for the thoughts that it wrote, not for others
    for (const [block, written] of this.#written ?? []) {
      if (block.text === written) continue;
      isChanged = true;
      if (block.type === 'reasoning') block.providerMetadata = undefined;
    }
    return isChanged;
  }

  /** What processors left of the answer is what the run keeps. */
  keep(chunk: AgentChunk): void {
    if (chunk.type !== 'text-delta' && chunk.type !== 'reasoning-delta') return;
    const { id, text } = (chunk.payload ?? {}) as {
      readonly id?: unknown;
      readonly text?: unknown;
    };
    if (typeof text !== 'string' || text === '') return;
    const type = chunk.type === 'text-delta' ? 'text' : 'reasoning';
    const block = this.#kept(type, String(id));
    block.text += text;
    if (type === 'text') this.#object?.add(text);
  }

  #kept(type: BlockType, id: string): Block {
    const known = this.#content.findLast(
      (part) => part.type === type && 'id' in part && part.id === id,
    );
    if (known !== undefined) return known as Block;
    const block: Block = { type, id, text: '', providerMetadata: undefined };
    this.#content.push(block);
    return block;
  }

  #addProcessed(block: Block, text: string, providerMetadata: ProviderMetadata | undefined): void {
    if (providerMetadata !== undefined) block.providerMetadata = providerMetadata;
    this.#written ??= new Map();
    this.#written.set(block, (this.#written.get(block) ?? '') + text);
    this.#put(chunkNames[block.type].delta, withMetadata({ id: block.id, text }, providerMetadata));
  }

  /** That a block begins or ends. */
  #sayEdge(
    type: (typeof chunkNames)[BlockType]['start' | 'end'],
    id: string,
    providerMetadata: ProviderMetadata | undefined,
  ): void {
    if (this.#output === undefined) this.#run.emit?.(type, withMetadata({ id }, providerMetadata));
    else this.#put(type, withMetadata({ id }, providerMetadata));
  }

  #put(type: ChunkType, payload: object): void {
    const { runId } = this.#run;
    this.#output?.put({ type, runId, from: 'AGENT', payload } as unknown as AgentChunk, this);
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
