import type { Agent, LanguageModel, RunOptions, ToolHooks } from '@tenon/core/agent';
import type { AnyTool } from '@tenon/core/tools';
import { toolSourceChecks } from './tool-source-checks.ts';

/** What a source is handed to offer. */
export interface OfferedTools {
  readonly tools: Readonly<Record<string, AnyTool>>;
  readonly model: LanguageModel;
  readonly hooks: ToolHooks;
}

/** How the suite reaches the tools of a source. */
export interface ToolSource {
  /** An agent on `model` with `hooks`, which has `tools` by way of this source, and options to call it with. */
  offer(offered: OfferedTools): ToolOffer | Promise<ToolOffer>;
  /** What stream and hooks call the tool that was offered under `key`. Default: the key itself. */
  toolName?(key: string): string;
}

export interface ToolOffer {
  readonly agent: Pick<Agent, 'stream' | 'generate'>;
  readonly options?: RunOptions;
}

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
    for (const [title, check] of Object.entries(toolSourceChecks)) {
      runner.it(title, () => check(source));
    }
  });
}

/**
 * Stages of a call that every source will be held to once they exist. A part that brings one adds its checks here and
 * takes it off the list.
 */
export const toolSourceStagesToCome = [
  'approval by a person',
  'waiting and resuming',
  'dispatch to the background',
  'one trace span per call',
] as const;
