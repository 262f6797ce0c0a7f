import { hookChecks } from './hook-checks.ts';
import { limitChecks } from './limit-checks.ts';
import { outcomeChecks } from './outcome-checks.ts';
import { shapingChecks } from './shaping-checks.ts';
import type { ToolSource, ToolSourceChecks } from './tool-source.ts';
import { traceChecks } from './trace-checks.ts';

/** The two functions of a test runner that the suite needs; vitest, `node:test` and Jest have them. */
export interface TestRunner {
  describe(title: string, body: () => void): void;
  it(title: string, body: () => Promise<void>): void;
}

/**
 * What every source of tools has to do alike, wherever its tools come from: the same checks, hooks, names, aborts and
 * errors. A source is finished when it passes.
 *
 * @example
 * describeToolSource({ describe, it }, 'toolsets', {
 *   offer: ({ tools, model, hooks }) => ({
 *     agent: new Agent({ id: 'a', name: 'A', instructions: '', model, hooks }),
 *     options: { toolsets: { set: tools } },
 *   }),
 * });
 */
export function describeToolSource(runner: TestRunner, name: string, source: ToolSource): void {
  runner.describe(`tools from ${name}`, () => {
    for (const [title, check] of Object.entries(checks)) runner.it(title, () => check(source));
  });
}

const checks: ToolSourceChecks = {
  ...outcomeChecks,
  ...hookChecks,
  ...shapingChecks,
  ...limitChecks,
  ...traceChecks,
};

/**
 * Stages of a call that every source will be held to once they exist. A part that brings one adds its checks here and
 * takes it off the list.
 */
export const toolSourceStagesToCome = [
  'approval by a person',
  'waiting and resuming',
  'dispatch to the background',
] as const;
