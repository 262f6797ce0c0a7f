import type { StreamStore } from '@tenon/core/storage';
import type { TestRunner } from '../tool-source/describe-tool-source.ts';
import { describeChecks, type StoreMaker } from './store-suite.ts';
import { followChecks } from './streams/follow-checks.ts';
import { streamChecks } from './streams/stream-checks.ts';

/** What every store of streams has to do alike. */
export function describeStreamStore(
  runner: TestRunner,
  name: string,
  make: StoreMaker<StreamStore>,
): void {
  describeChecks(runner, `streams in ${name}`, make, { ...streamChecks, ...followChecks });
}
