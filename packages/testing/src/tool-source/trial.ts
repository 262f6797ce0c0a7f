import assert from 'node:assert/strict';
import type { RunBudget, RunOptions, ToolHooks, TracingOption } from '@tenon/core/agent';
import type { RequestContext } from '@tenon/core/request-context';
import type { AnyTool } from '@tenon/core/tools';
import { collect } from '../collect.ts';
import { call, type Piece } from '../pieces.ts';
import { toolResultsIn } from '../read-prompt.ts';
import { type ScriptedModel, scriptedModel } from '../scripted-model.ts';
import type { ToolSource } from './tool-source.ts';

/** What a source is tried with: the calls that its model makes in one step, and options of the run. */
export interface Arrangement {
  readonly tools: Readonly<Record<string, AnyTool>>;
  readonly calls: readonly Piece[];
  readonly hooks?: ToolHooks;
  readonly requestContext?: RequestContext;
  readonly abortSignal?: AbortSignal;
  readonly budget?: RunBudget;
  readonly tracing?: TracingOption;
  readonly outputProcessors?: RunOptions['outputProcessors'];
}

interface SeenChunk {
  readonly type: string;
  readonly payload?: { readonly [field: string]: unknown };
}

/** What came of it. */
export interface Trial {
  readonly chunks: readonly SeenChunk[];
  /** What people are shown. */
  readonly shown: readonly SeenChunk[];
  readonly model: ScriptedModel;
  /** What the model read as results, in order. */
  readonly results: ReturnType<typeof toolResultsIn>;
}

/** Runs an agent that has these tools by way of the source, to its end. */
export async function attempt(source: ToolSource, arrangement: Arrangement): Promise<Trial> {
  const {
    tools,
    calls,
    hooks = {},
    requestContext,
    abortSignal,
    budget,
    tracing,
    outputProcessors,
  } = arrangement;
  const model = scriptedModel(calls.length === 0 ? ['Done.'] : [[...calls], 'Done.']);
  const { agent, options } = await source.offer({ tools, model, hooks });
  const stream = await agent.stream('Go', {
    ...options,
    ...(requestContext !== undefined && { requestContext }),
    ...(abortSignal !== undefined && { abortSignal }),
    ...(budget !== undefined && { budget }),
    ...(tracing !== undefined && { tracing }),
    ...(outputProcessors !== undefined && { outputProcessors }),
  });
  const chunks = (await collect(stream.fullStream)) as readonly SeenChunk[];
  const shown = (await collect(stream.toDisplayStream())) as readonly SeenChunk[];
  const last = model.requests.length > 1 ? (model.lastPrompt ?? []) : [];
  return { chunks, shown, model, results: toolResultsIn(last) };
}

/** What stream and hooks call the tool under this key. */
export const named = (source: ToolSource, key: string): string => source.toolName?.(key) ?? key;

/** The call of the tool under this key. */
export const callOf = (source: ToolSource, key: string, args: unknown): Piece =>
  call(named(source, key), args);

/** Whether a chunk of this type ends a call. */
export const isEnd = (type: string): boolean => type === 'tool-result' || type === 'tool-error';

/** The one chunk of this type. */
export function only(chunks: readonly SeenChunk[], type: string): SeenChunk {
  const found = chunks.filter((chunk) => chunk.type === type);
  const kinds = chunks.map((chunk) => chunk.type).join(' ');
  assert.equal(found.length, 1, `expected one ${type}, got ${found.length} in: ${kinds}`);
  return found[0] as SeenChunk;
}

/** What a `tool-error` tells of. */
export const errorOf = (chunk: SeenChunk): Error => chunk.payload?.error as Error;
