import { isPromiseLike } from '../../base/promise.ts';
import type { AgentChunk } from '../../chunks/index.ts';
import type { Processor } from '../../processors/index.ts';
import type { Run } from '../run.ts';
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
  /** What a processor stopped the output with; what is said until the loop takes notice is dropped. */
  #stop: { readonly by: unknown } | undefined;
  #onStop: (() => void) | undefined;

  constructor(run: Run, processors: RunProcessors, having: readonly Processor[]) {
    this.#run = run;
    this.#hooks = having.map((processor) => new StreamHook(run, processors, processor));
  }

  /** Says a chunk. `keeper` is who keeps the text that processors leave of it. */
  put(chunk: AgentChunk, keeper?: TextKeeper): void {
    if (this.#stop !== undefined) return;
    this.#waiting.push({ chunk, keeper });
    if (!this.#isWorking) this.#work = this.#workOff();
  }

  /**
   * Waits until processors have seen all that was said; gives nothing where they have.
   * @throws TripWire
   */
  seen(): Promise<void> | undefined {
    if (this.#isWorking) return this.#work?.then(() => this.#throwStop());
    this.#throwStop();
    return undefined;
  }

  /** The same, where the run ends anyway: that a processor would stop it does not count. */
  async settled(): Promise<void> {
    if (this.#isWorking) await this.#work;
    this.#takeStop();
  }

  /** Waits for work that says something meanwhile, but no longer than until a processor stops the output. */
  duringWork(work: PromiseLike<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = (): void => {
        this.#onStop = undefined;
        reject(this.#takeStop());
      };
      this.#onStop = take;
      if (this.#stop !== undefined) take();
      const end = (): void => {
        if (this.#onStop === take) this.#onStop = undefined;
      };
      work.then(end, end);
      work.then(resolve, reject);
    });
  }

  #throwStop(): void {
    if (this.#stop !== undefined) throw this.#takeStop();
  }

  #takeStop(): unknown {
    const by = this.#stop?.by;
    this.#stop = undefined;
    return by;
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
        this.#stop = { by };
        this.#onStop?.();
      }
    }
    this.#waiting.length = 0;
    this.#isWorking = false;
  }
}
