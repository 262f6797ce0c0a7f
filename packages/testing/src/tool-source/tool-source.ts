import type { Agent, LanguageModel, RunOptions, ToolHooks } from '@tenon/core/agent';
import type { AnyTool } from '@tenon/core/tools';

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

/** Checks by the behaviour they hold a source to. */
export type ToolSourceChecks = Readonly<Record<string, (source: ToolSource) => Promise<void>>>;
