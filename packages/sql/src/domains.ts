import type { StoreDomains } from '@tenon/core/storage';
import type { SqlFlavor } from './flavor.ts';
import { SqlRuns } from './runs/sql-runs.ts';
import { SqlStreams } from './streams/sql-streams.ts';
import { SqlBackgroundTasks } from './tasks/sql-background-tasks.ts';
import { SqlThreadState } from './threads/sql-thread-state.ts';
import { SqlThreads } from './threads/sql-threads.ts';
import { SqlTraces } from './traces/sql-traces.ts';
import type { Database } from './transactions.ts';

export interface SqlDomainsOptions {
  /** For what must be on the disk before it is acted upon. */
  readonly journal: Database;
  /** For the rest; may be the same. */
  readonly others: Database;
  readonly flavor: SqlFlavor;
}

/** The domains over a migrated database. */
export function createDomains({ journal, others, flavor }: SqlDomainsOptions): StoreDomains {
  const threads = new SqlThreads(others, flavor);
  return {
    runs: new SqlRuns(journal, flavor),
    threads,
    memory: threads,
    threadState: new SqlThreadState(others),
    streams: new SqlStreams(others, flavor),
    backgroundTasks: new SqlBackgroundTasks(others, flavor),
    traces: new SqlTraces(others, flavor),
  };
}
