import { domainOf, type Store, type StoreDomains, type StoreName, storeBrand } from '../store.ts';
import { InMemoryBackgroundTasks } from './in-memory-background-tasks.ts';
import { InMemoryRuns } from './in-memory-runs.ts';
import { InMemoryStreams } from './in-memory-streams.ts';
import { InMemoryThreadState } from './in-memory-thread-state.ts';
import { InMemoryThreads } from './in-memory-threads.ts';
import { InMemoryTraces } from './in-memory-traces.ts';

/**
 * A store that lives as long as the process: for tests, and for what need not survive.
 *
 * @example
 * const storage = new InMemoryStore();
 * const states = await storage.getStore('threadState');
 * await states.setState({ threadId: 't', type: 'task', value: [] });
 */
export class InMemoryStore implements Store {
  readonly [storeBrand] = true as const;
  readonly #domains: StoreDomains;

  constructor() {
    const threadState = new InMemoryThreadState();
    const threads = new InMemoryThreads((threadId) => threadState.deleteThread(threadId));
    this.#domains = {
      runs: new InMemoryRuns(),
      threads,
      memory: threads,
      threadState,
      streams: new InMemoryStreams(),
      backgroundTasks: new InMemoryBackgroundTasks(),
      traces: new InMemoryTraces(),
    };
  }

  async getStore<Name extends StoreName>(name: Name): Promise<StoreDomains[Name]> {
    return domainOf(this.#domains, name);
  }
}
