import { TenonError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { BackgroundTaskStore } from './background-tasks.ts';
import type { RunStore } from './runs.ts';
import type { StreamStore } from './streams.ts';
import type { ThreadStateStore } from './thread-state.ts';
import type { ThreadStore } from './threads.ts';
import type { TraceStore } from './traces.ts';

/** What a store keeps, by the name under which `getStore` hands it out. */
export interface StoreDomains {
  /** Journals of runs, what they sent to models, and the index of calls that wait. */
  readonly runs: RunStore;
  /** Threads, their messages, and what is remembered of resources. */
  readonly threads: ThreadStore;
  /** The documented name of `threads`. */
  readonly memory: ThreadStore;
  /** One value per thread and type, such as the tasks of a thread. */
  readonly threadState: ThreadStateStore;
  /** What runs say, for readers who come back. */
  readonly streams: StreamStore;
  readonly backgroundTasks: BackgroundTaskStore;
  readonly traces: TraceStore;
}

export type StoreName = keyof StoreDomains;

const names = {
  runs: true,
  threads: true,
  memory: true,
  threadState: true,
  streams: true,
  backgroundTasks: true,
  traces: true,
} as const satisfies Record<StoreName, true>;

/** The names that every store hands out a domain under. */
export const storeNames = Object.keys(names) as readonly StoreName[];

const brand: unique symbol = Symbol.for('tenon.store') as never;

export { brand as storeBrand };

/** A store of any copy of this package: to TypeScript the brand is another in each. */
export interface StoreOfAnyCopy {
  /**
   * The domain of this name, the same object each time.
   * @throws TenonError `STORE_DOMAIN_UNKNOWN`
   */
  getStore<Name extends StoreName>(name: Name): Promise<StoreDomains[Name]>;
}

/** Keeps what has to outlive a process or a request. A store has every domain; `describeStore` of `@tenon/testing` tests one. */
export interface Store extends StoreOfAnyCopy {
  readonly [brand]: true;
}

/** Holds for stores of any copy of the package. */
export function isStore(value: unknown): value is Store {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Record<symbol, unknown>)[brand] === true
  );
}

/** What `getStore` does with the name it is given. @throws TenonError `STORE_DOMAIN_UNKNOWN` */
export function domainOf<Name extends StoreName>(
  domains: StoreDomains,
  name: Name,
): StoreDomains[Name] {
  if (Object.hasOwn(domains, name)) return domains[name];
  const [near] = nearest(String(name), storeNames);
  throw new TenonError(
    'STORE_DOMAIN_UNKNOWN',
    `A store keeps nothing under "${String(name)}". ${near === undefined ? `It has: ${storeNames.join(', ')}.` : `Did you mean "${near}"?`}`,
    { details: { name: String(name) } },
  );
}
