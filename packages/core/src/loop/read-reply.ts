import { TenonError } from '../base/errors.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { ModelReply, ProviderMetadata } from '../journal/index.ts';
import type { ModelAnswer, ModelPart, ModelStream } from '../models/index.ts';
import type { RunProcessors } from './processing/run-processors.ts';
import type { ReplyBuilder } from './reply-builder.ts';
import type { Run } from './run.ts';

/** What may follow `finish` is read too, but a connection that stays open after it holds nobody up for long. */
const longestAfterFinishMs = 1_000;

/** Takes a whole answer in, as `doGenerate` gives it. */
export function readAnswer(
  run: Run,
  builder: ReplyBuilder,
  answer: ModelAnswer | undefined,
): MaybePromise<ModelReply> {
  if (!Array.isArray(answer?.content)) {
    throw noAnswer('doGenerate', 'an object whose `content` is a list of parts');
  }
  const { warnings = [], request = {}, response = {}, providerMetadata } = answer;
  startStep(run, request, warnings);
  const { finishReason, usage } = answer;
  const end = (): ModelReply =>
    builder.toReply({ finishReason, usage, warnings, request, response, providerMetadata });
  const { processors } = run;
  if (processors !== undefined) return addProcessed(builder, answer, processors).then(end);
  let added: MaybePromise<void> | undefined;
  for (const part of answer.content) {
    if (!isPart(part)) continue;
    added = isPromiseLike(added)
      ? added.then(() => addWhole(builder, part))
      : addWhole(builder, part);
  }
  if (isPromiseLike(added)) return added.then(() => builder.end()).then(end);
  const ending = builder.end();
  return isPromiseLike(ending) ? ending.then(end) : end();
}

/** Processors see each part before the next is taken in. */
async function addProcessed(
  builder: ReplyBuilder,
  { content, finishReason, usage, providerMetadata }: ModelAnswer,
  processors: RunProcessors,
): Promise<void> {
  await processors.seen();
  for (const part of content) {
    if (!isPart(part)) continue;
    processors.heard?.parts.push(part);
    await addWhole(builder, part);
    await processors.seen();
  }
  const end = { type: 'finish', finishReason, usage } as const;
  processors.heard?.parts.push(providerMetadata === undefined ? end : { ...end, providerMetadata });
  await builder.end();
  await processors.seen();
}

function addWhole(builder: ReplyBuilder, part: ModelAnswer['content'][number]): MaybePromise<void> {
  if (part.type !== 'text' && part.type !== 'reasoning') return builder.addPart(part);
  builder.blocks.addWhole(part.type, part.text, part.providerMetadata);
  return undefined;
}

/** Announces the step once, although a model may be asked several times before it says something. */
function startStep(
  run: Run,
  request: { readonly body?: unknown },
  warnings: readonly unknown[],
): void {
  const { messageId, steps } = run.state;
  if (run.stepsStarted > steps.length) return;
  run.stepsStarted = steps.length + 1;
  run.emit?.('step-start', { request, warnings, messageId, startedAt: Date.now() });
}

/**
 * Reads the model's stream to its end. It is cancelled when the run is stopped, which gives nothing, when it breaks,
 * which throws, and when it stays open although it said that it was finished.
 */
export async function readStream(
  run: Run,
  builder: ReplyBuilder,
  opened: ModelStream | undefined,
): Promise<ModelReply | undefined> {
  if (typeof opened?.stream?.getReader !== 'function') {
    throw noAnswer('doStream', 'an object whose `stream` is a ReadableStream of parts');
  }
  const request = opened.request ?? {};
  const response: {
    id?: string;
    modelId?: string;
    timestamp?: Date;
    headers?: Record<string, string>;
  } = {
    ...opened.response,
  };
  let warnings: readonly unknown[] = [];
  let finish: Extract<ModelPart, { type: 'finish' }> | undefined;
  let overdue: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  const reader = opened.stream.getReader();
  const { processors } = run;
  const cancel = (): void => void reader.cancel().then(undefined, () => {});
  run.whenStopped(cancel);
  const callbackDone = async (told: PromiseLike<void>): Promise<void> => {
    await run.untilStopped(told);
    run.whenStopped(cancel);
  };
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      if (run.isAborted) return undefined;
      if (done) break;
      if (!isPart(part)) continue;
      if (!isStarted && saysSomething(part)) {
        isStarted = true;
        startStep(run, request, warnings);
      }
      switch (part.type) {
        case 'text-delta':
          builder.blocks.add('text', part.id, part.delta, part.providerMetadata);
          break;
        case 'reasoning-delta':
          builder.blocks.add('reasoning', part.id, part.delta, part.providerMetadata);
          break;
        case 'tool-input-delta': {
          const told = builder.addInputDelta(part.id, part.delta);
          if (told !== undefined) await callbackDone(told);
          break;
        }
        case 'tool-input-start': {
          const told = builder.startInput(part);
          if (told !== undefined) await callbackDone(told);
          break;
        }
        case 'tool-input-end':
          builder.endInput(part.id, part.providerMetadata);
          break;
        case 'text-start':
        case 'reasoning-start':
          builder.blocks.start(
            part.type === 'text-start' ? 'text' : 'reasoning',
            part.id,
            part.providerMetadata,
          );
          break;
        case 'text-end':
        case 'reasoning-end':
          builder.blocks.end(
            part.type === 'text-end' ? 'text' : 'reasoning',
            part.id,
            part.providerMetadata,
          );
          break;
        case 'stream-start':
          warnings = part.warnings ?? [];
          break;
        case 'response-metadata': {
          const { type: _, ...facts } = part;
          Object.assign(response, facts);
          break;
        }
        case 'finish':
          finish = part;
          overdue ??= setTimeout(cancel, longestAfterFinishMs);
          break;
        case 'error':
          cancel();
          throw part.error;
        case 'raw':
          builder.addRaw(part.rawValue);
          break;
        default: {
          const told = builder.addPart(part);
          if (told !== undefined) await callbackDone(told);
        }
      }
      if (processors === undefined) continue;
      processors.heard?.parts.push(part);
      const seen = processors.seen();
      if (seen !== undefined) await callbackDone(seen);
    }
    if (finish !== undefined) {
      const told = builder.end();
      if (told !== undefined) await callbackDone(told);
      const seen = processors?.seen();
      if (seen !== undefined) await callbackDone(seen);
      if (run.isAborted) return undefined;
    }
  } catch (thrown) {
    cancel();
    throw thrown;
  } finally {
    clearTimeout(overdue);
    run.whenStopped(undefined);
  }
  if (finish === undefined) throw endedEarly();
  const { finishReason, usage, providerMetadata } = finish;
  return builder.toReply({
    finishReason,
    usage,
    warnings,
    request,
    response,
    providerMetadata: providerMetadata as ProviderMetadata | undefined,
  });
}

/** What comes before may still be followed by nothing but an error, which another try can mend. */
const saysSomething = ({ type }: ModelPart): boolean =>
  type !== 'stream-start' && type !== 'response-metadata' && type !== 'error';

/** Where nothing stands there is nothing to read; what the parts say is read further on. */
const isPart = (part: unknown): boolean => typeof part === 'object' && part !== null;

/** A model that keeps to no version of the specification is told of as that, not as what breaks on it first. */
function noAnswer(method: string, expected: string): TenonError {
  return new TenonError(
    'MODEL_INVALID',
    `The ${method} of the model did not give ${expected}. Use a model object of an AI SDK provider package.`,
    { details: { method } },
  );
}

function endedEarly(): TenonError {
  return new TenonError(
    'MODEL_STREAM_ENDED_EARLY',
    'The stream of the model ended before it said that it was finished, so nothing it asked for was run. The connection may have been cut.',
  );
}
