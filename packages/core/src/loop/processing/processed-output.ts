import { isPromiseLike } from '../../base/promise.ts';
import type { AgentChunk } from '../../chunks/index.ts';
import type { Processor } from '../../processors/index.ts';
import type { Run } from '../run.ts';
import type { PendingStop } from './pending-stop.ts';
import type { RunProcessors } from './run-processors.ts';
import { StreamHook } from './stream-hook.ts';

/** Who keeps what is left of the text of a chunk. */
export interface TextKeeper {
  keep(chunk: AgentChunk): void;
}

/**
 * Shows processors each chunk before anybody else sees it, one after the other, in their order. Who says something
 * need not wait; the loop does, by `seen`, before it goes on.
 */
export class ProcessedOutput {
  readonly #run: Run;
  readonly #hooks: readonly StreamHook[];
  readonly #waiting: { readonly chunk: AgentChunk; readonly keeper: TextKeeper | undefined }[] = [];
  #isWorking = false;
  #work: Promise<void> | undefined;
  /** What is said until the loop takes it up is dropped. */
  readonly #stop: PendingStop;

  constructor(run: Run, processors: RunProcessors, having: readonly Processor[]) {
    this.#run = run;
    this.#stop = processors.stop;
    this.#hooks = having.map((processor) => new StreamHook(run, processors, processor));
  }

  /** Says a chunk. `keeper` is who keeps the text that processors leave of it. */
  put(chunk: AgentChunk, keeper?: TextKeeper): void {
    if (this.#stop.isSet) return;
    this.#waiting.push({ chunk, keeper });
    if (!this.#isWorking) this.#work = this.#workOff();
  }

  /**
   * Waits until processors have seen all that was said; gives nothing where they have.
   * @throws TripWire
   */
  seen(): Promise<void> | undefined {
    if (this.#isWorking) return this.#work?.then(() => this.#stop.throwIfSet());
    this.#stop.throwIfSet();
    return undefined;
  }

  /** The same, where the run ends anyway: that a processor would stop it does not count. */
  async settled(): Promise<void> {
    if (this.#isWorking) await this.#work;
    this.#stop.take();
  }

  /** Goes through without waiting where no processor has to be waited for. Never rejects. */
  async #workOff(): Promise<void> {
    this.#isWorking = true;
    for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) {
      try {
        let chunks: readonly AgentChunk[] = [item.chunk];
        for (const hook of this.#hooks) {
          const made: AgentChunk[] = [];
          for (const chunk of chunks) {
            const shown = hook.show(chunk);
            made.push(...(isPromiseLike(shown) ? await shown : shown));
            if (this.#run.isOver) break;
          }
          chunks = made;
        }
        if (this.#run.isOver) break;
        for (const chunk of chunks) {
          item.keeper?.keep(chunk);
          this.#run.put(chunk);
        }
      } catch (by) {
        this.#waiting.length = 0;
        this.#stop.set(by);
      }
    }
    this.#waiting.length = 0;
    this.#isWorking = false;
  }
}
