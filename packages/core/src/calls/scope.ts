import type { Logger } from '../base/logger.ts';
import type { ChunkMetadata } from '../base/payload-transform.ts';
import type { RequestContext } from '../base/request-context.ts';
import type { ChunkPayloads, ChunkSource, ChunkType } from '../chunks/index.ts';
import type { RunEvent, ToolCall } from '../journal/index.ts';
import type { PromptMessage } from '../messages/index.ts';
import type {
  AnyTool,
  CustomChunk,
  ToolHost,
  ToolObserve,
  TransformPolicy,
} from '../tools/index.ts';
import type { CallSpans } from './call-spans.ts';
import type { DebugLog } from './debug-log.ts';
import type { ToolHooks } from './hooks.ts';

/** Puts one chunk on the run's stream. */
export type Emit = <Type extends ChunkType>(
  type: Type,
  payload: ChunkPayloads[Type],
  from?: ChunkSource,
  metadata?: ChunkMetadata,
) => void;

/** What a run may use up, as a call sees it. */
export interface CallBudget {
  /** Why the call is not run any more, or nothing. */
  refusalOf(call: ToolCall): Error | undefined;
}

/** Shows processors a result, and gives what they make of it; nothing where they stop the run. Never rejects. */
export type ProcessResult = (
  call: ToolCall,
  value: unknown,
) => Promise<{ readonly value: unknown } | undefined>;

/** The run, as a call sees it. */
export interface CallScope {
  readonly runId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly hooks: ToolHooks;
  /** What people are shown of the payloads of every tool. */
  readonly transform: TransformPolicy | undefined;
  readonly budget: CallBudget | undefined;
  /** `undefined` where no processor looks at results. */
  readonly processResult?: ProcessResult | undefined;
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal;
  readonly logger: Logger;
  readonly observe: ToolObserve;
  /** Where the logger writes debug lines. */
  readonly debugLog: DebugLog | undefined;
  /** Where the run is traced. */
  readonly callSpans: CallSpans | undefined;
  readonly host: ToolHost | undefined;
  /** The messages that the run began with, without system messages. */
  readonly messages: readonly PromptMessage[];
  /** `undefined` when nobody can see the chunks, and after the end of the run. */
  readonly emit: Emit | undefined;
  emitCustom(chunk: CustomChunk): void;
  record(event: RunEvent): void;
  /** The run is over: what comes now is dropped. */
  readonly isOver: boolean;
  /** The tool that a model means by a word, also one that only other steps of the run may call. */
  knownTool(word: string): AnyTool | undefined;
}
