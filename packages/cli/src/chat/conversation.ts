import type { MessageInput } from '@tenon/core/agent';
import { readRun } from './read-run.ts';
import type { RunChunk, Talker, TalkOptions } from './talker.ts';

/** All that was said between a person and an agent. */
export class Conversation {
  #messages: unknown[] = [];

  /** Forgets everything. */
  clear(): void {
    this.#messages = [];
  }

  /**
   * Lets the agent answer a request, with all that was said before. However the run ends, what was said in it stays.
   *
   * @throws what the run failed with, or the aborted error when it was stopped.
   */
  async ask(
    talker: Talker,
    request: string,
    options: TalkOptions,
    take: (chunk: RunChunk) => void,
  ): Promise<void> {
    const before = this.#messages;
    const asked = [...before, { role: 'user', content: request }];
    this.#messages = asked;
    const started = talker.stream(asked as MessageInput, {
      ...options,
      // of all that tells what a run gave, the only one that also tells it of a run that failed
      onFinish: ({ response }) => {
        this.#messages = [...asked, ...(response?.messages ?? [])];
      },
    });
    const { fullStream } = await started.catch((error: unknown) => {
      // nothing was sent
      this.#messages = before;
      throw error;
    });
    await readRun(fullStream, take);
  }
}
