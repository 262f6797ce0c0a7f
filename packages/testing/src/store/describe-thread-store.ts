import type { ThreadStore } from '@tenon/core/storage';
import type { TestRunner } from '../tool-source/describe-tool-source.ts';
import { describeChecks, type StoreMaker } from './store-suite.ts';
import { cloneChecks } from './threads/clone-checks.ts';
import { messageChecks } from './threads/message-checks.ts';
import { modelCheck } from './threads/model-check.ts';
import { resourceChecks } from './threads/resource-checks.ts';
import { threadChecks } from './threads/thread-checks.ts';

/** What every store of threads has to do alike. */
export function describeThreadStore(
  runner: TestRunner,
  name: string,
  make: StoreMaker<ThreadStore>,
): void {
  describeChecks(runner, `threads in ${name}`, make, {
    ...threadChecks,
    ...messageChecks,
    ...resourceChecks,
    ...cloneChecks,
    ...modelCheck,
  });
}
