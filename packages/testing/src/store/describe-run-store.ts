import type { RunStore } from '@tenon/core/storage';
import type { TestRunner } from '../tool-source/describe-tool-source.ts';
import { blobChecks } from './runs/blob-checks.ts';
import { claimChecks } from './runs/claim-checks.ts';
import { headChecks } from './runs/head-checks.ts';
import { journalChecks } from './runs/journal-checks.ts';
import { modelCheck } from './runs/model-check.ts';
import { waitingChecks } from './runs/waiting-checks.ts';
import { describeChecks, type StoreMaker } from './store-suite.ts';

/** What every store of runs has to do alike. */
export function describeRunStore(
  runner: TestRunner,
  name: string,
  make: StoreMaker<RunStore>,
): void {
  describeChecks(runner, `runs in ${name}`, make, {
    ...journalChecks,
    ...headChecks,
    ...waitingChecks,
    ...blobChecks,
    ...claimChecks,
    ...modelCheck,
  });
}
