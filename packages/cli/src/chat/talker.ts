import type { MessageInput, ModelOption } from '@tenon/core/agent';

/** One chunk of a run as its reader sees it; those of other types pass by. */
export interface RunChunk {
  readonly type: string;
  readonly payload?: unknown;
}

/** What a run is given. */
export interface TalkOptions {
  readonly model?: ModelOption;
  readonly maxSteps?: number;
  readonly abortSignal?: AbortSignal;
  readonly onFinish?: (output: RunEnd) => void;
}

/** What a run has given when it is over, however it ended. */
export interface RunEnd {
  readonly response?: { readonly messages?: readonly unknown[] };
}

/** An agent, told by what it can do: the one of a project comes from the project's own copy of core. */
export interface Talker {
  readonly id: string;
  readonly name: string;
  stream(
    input: MessageInput,
    options?: TalkOptions,
  ): Promise<{ readonly fullStream: AsyncIterable<RunChunk> }>;
}

export function isTalker(value: unknown): value is Talker {
  const { id, name, stream } = (value ?? {}) as Partial<Record<keyof Talker, unknown>>;
  return typeof id === 'string' && typeof name === 'string' && typeof stream === 'function';
}
