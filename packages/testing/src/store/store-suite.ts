import type { TestRunner } from '../tool-source/describe-tool-source.ts';

/** What a maker is told of the test that it makes something for. */
export interface StoreTest {
  /** Is called when the test has ended: to close connections, to remove files. */
  onEnd(close: () => unknown): void;
}

/** Makes what is tested, empty, for one test. */
export type StoreMaker<Made> = (test: StoreTest) => Made | Promise<Made>;

/** Checks by the behaviour they hold a store to. */
export type StoreChecks<Made> = Readonly<Record<string, (made: Made) => Promise<void>>>;

/** Runs each check on something new. */
export function describeChecks<Made>(
  runner: TestRunner,
  title: string,
  make: StoreMaker<Made>,
  checks: StoreChecks<Made>,
): void {
  runner.describe(title, () => {
    for (const [behaviour, check] of Object.entries(checks)) {
      runner.it(behaviour, async () => {
        const closers: (() => unknown)[] = [];
        try {
          await check(await make({ onEnd: (close) => closers.push(close) }));
        } finally {
          for (const close of closers.reverse()) await close();
        }
      });
    }
  });
}
