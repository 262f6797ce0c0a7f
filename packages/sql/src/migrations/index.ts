import type { Migration } from './migration.ts';
import { runsMigration } from './runs.ts';
import { threadsMigration } from './threads.ts';
import { workMigration } from './work.ts';

/** In order: the first is the oldest. */
export const migrations: readonly Migration[] = [runsMigration, threadsMigration, workMigration];
