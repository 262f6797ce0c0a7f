import {
  joinTransforms,
  type PayloadTransforms,
  toChunkMetadata,
} from '../base/payload-transform.ts';
import { afterwards, type MaybePromise } from '../base/promise.ts';
import {
  transformDelta,
  transformInput,
  transformOutcome,
  wantsTransform,
} from '../calls/index.ts';
import type { ChunkPayloads } from '../chunks/index.ts';
import type { ReplyProviderResult, ToolCall } from '../journal/index.ts';
import type { AnyTool } from '../tools/index.ts';
import type { Run } from './run.ts';
import { toCallPayload } from './step.ts';

/*
 * What a model says of calls, said on to the run's stream. Each first asks for what people are shown instead, where a
 * transform wants that, and only then gives a promise. Those with a transform stand apart: what a closure holds is
 * allocated at each call of the function around it, which would cost every piece of the arguments.
 */

/** A piece of the arguments. */
export function announceDelta(
  payload: ChunkPayloads['tool-call-delta'],
  tool: AnyTool | undefined,
  run: Run,
): MaybePromise<void> {
  if (run.emit === undefined) return undefined;
  if (wantsTransform(tool, run)) return announceShownDelta(payload, tool, run);
  return run.emit('tool-call-delta', payload);
}

function announceShownDelta(
  payload: ChunkPayloads['tool-call-delta'],
  tool: AnyTool | undefined,
  run: Run,
): MaybePromise<void> {
  const announce = (transforms: PayloadTransforms | undefined): void =>
    run.emit?.('tool-call-delta', payload, 'AGENT', toChunkMetadata(transforms));
  return afterwards(transformDelta(payload, tool, run), announce);
}

/** A call whose arguments are complete. */
export function announceCall(
  call: ToolCall,
  tool: AnyTool | undefined,
  run: Run,
): MaybePromise<void> {
  if (wantsTransform(tool, run)) return announceShownCall(call, tool, run);
  return run.emit?.('tool-call', toCallPayload(call));
}

function announceShownCall(
  call: ToolCall,
  tool: AnyTool | undefined,
  run: Run,
): MaybePromise<void> {
  return afterwards(transformInput(call, tool, run), () => {
    run.emit?.('tool-call', toCallPayload(call), 'AGENT', toChunkMetadata(call.transforms));
  });
}

/** The result of a call that the provider ran. */
export function announceProviderResult(
  { call, value, providerMetadata }: ReplyProviderResult,
  tool: AnyTool | undefined,
  run: Run,
): MaybePromise<void> {
  const { outcome } = call;
  if (outcome === undefined) return undefined;
  return afterwards(transformOutcome(call, outcome, tool, run), (transforms) => {
    call.transforms = joinTransforms(call.transforms, transforms);
    const payload = {
      toolCallId: call.id,
      toolName: call.toolName,
      ...(call.args !== undefined && { args: call.args }),
      result: outcome.type === 'result' ? outcome.value : value,
      providerExecuted: true,
      ...(call.dynamic !== undefined && { dynamic: call.dynamic }),
      ...(outcome.type === 'error' && { isError: true }),
      ...(providerMetadata !== undefined && { providerMetadata }),
    };
    run.emit?.('tool-result', payload, 'AGENT', toChunkMetadata(call.transforms));
  });
}
