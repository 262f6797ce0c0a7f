import { isPromiseLike, type MaybePromise } from '../../base/promise.ts';
import type { AgentChunk } from '../../chunks/index.ts';
import { copyData } from '../../messages/index.ts';
import { type Processor, TripWire } from '../../processors/index.ts';
import type { Run } from '../run.ts';
import { blockedOutput, kindOf, resultInvalid } from './failures.ts';
import { lateFields } from './late-fields.ts';
import type { RunProcessors } from './run-processors.ts';

const hook = 'processOutputStream';

/** `processOutputStream` of one processor in one run. */
export class StreamHook {
  readonly #run: Run;
  readonly #processors: RunProcessors;
  readonly #processor: Processor;
  /** What it was shown so far. */
  readonly #parts: AgentChunk[] = [];
  #hasFailed = false;

  constructor(run: Run, processors: RunProcessors, processor: Processor) {
    this.#run = run;
    this.#processors = processors;
    this.#processor = processor;
  }

  /**
   * What the processor makes of a chunk: nothing, one chunk or several. Where it fails, the chunk stays as it is.
   * @throws TripWire
   */
  show(chunk: AgentChunk): MaybePromise<readonly AgentChunk[]> {
    if (chunk.type.startsWith('data-') && this.#processor.processDataParts !== true) return [chunk];
    const processors = this.#processors;
    const part = copyData(chunk);
    this.#parts.push(part);
    const own = addMessageList({ part, streamParts: this.#parts }, processors);
    try {
      const given = processors.begin(this.#processor, hook, own, blockedOutput);
      if (!isPromiseLike(given)) return this.#read(chunk, given);
      return Promise.resolve(given).then(
        (settled) => this.#read(chunk, settled),
        (thrown: unknown) => this.#keep(chunk, thrown),
      );
    } catch (thrown) {
      return this.#keep(chunk, thrown);
    }
  }

  #read(chunk: AgentChunk, given: unknown): readonly AgentChunk[] {
    if (given === undefined || given === null) return [];
    const list: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (list.every(isChunk)) return list.map((part) => withMetadataOf(chunk, part));
    const problem = `must give a chunk, a list of chunks or nothing, but gave ${kindOf(given)}.`;
    return this.#keep(chunk, resultInvalid(this.#processor, hook, problem));
  }

  #keep(chunk: AgentChunk, thrown: unknown): readonly AgentChunk[] {
    const processor = this.#processor;
    const error = this.#processors.toFailure(processor, hook, thrown, blockedOutput);
    if (TripWire.is(error)) throw error;
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      const { logger, runId, agentId } = this.#run;
      logger.error(error.message, { processorId: processor.id, runId, agentId });
      const payload = { error };
      if (!this.#run.isOver) this.#run.put({ type: 'error', runId, from: 'AGENT', payload });
    }
    if (processor.failClosed !== true) return [chunk];
    const reason = `Processor "${processor.id}" failed in ${hook}, and what it did not see is not given out.`;
    throw new TripWire(reason, {}, processor.id);
  }
}

const addMessageList = lateFields<RunProcessors>({
  messageList: ({ messageList }) => messageList,
});

const isChunk = (value: unknown): value is AgentChunk =>
  typeof (value as { type?: unknown } | null | undefined)?.type === 'string';

/** What people are shown in place of a payload goes with its chunk, also where a processor left it out. */
function withMetadataOf(chunk: AgentChunk, part: AgentChunk): AgentChunk {
  const { metadata } = chunk as { metadata?: unknown };
  const isLeftOut = (part as { metadata?: unknown }).metadata === undefined;
  if (metadata === undefined || !isLeftOut || part.type !== chunk.type) return part;
  return { ...part, metadata } as AgentChunk;
}
