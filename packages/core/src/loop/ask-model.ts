import { TenonError, toError } from '../base/errors.ts';
import type { ModelReply, ProviderMetadata } from '../journal/index.ts';
import {
  type ModelAnswer,
  type ModelCandidate,
  type ModelPart,
  type ModelRequest,
  type ModelStream,
  retryDelay,
  retryVerdict,
} from '../models/index.ts';
import { ReplyBuilder } from './reply-builder.ts';
import type { Run } from './run.ts';
import type { StepPlan } from './step-plan.ts';

/** How often a model is asked again when nobody said; the default of the AI SDK. */
const defaultRetries = 2;

/** What a stopped or broken model call leaves behind. */
export interface Interrupted {
  readonly interrupted: 'aborted' | 'failed';
  readonly error: Error | undefined;
  /** What it had said until then, its calls left undone. */
  readonly partial: ModelReply | undefined;
}

/**
 * Asks the models of the plan in order until one answers. A model that fails is asked again when that can help; the
 * next one is asked when it cannot. Once something of an answer has been said, a failure is final: text is never said
 * twice.
 */
export async function askModel(run: Run, plan: StepPlan): Promise<ModelReply | Interrupted> {
  const { candidates } = plan;
  let index = Math.min(run.candidate, candidates.length - 1);
  let attempt = 0;
  for (;;) {
    const candidate = candidates[index] as ModelCandidate;
    const answer = await askOnce(run, plan, candidate);
    if (!('interrupted' in answer)) {
      if (!plan.hasOwnModel) run.candidate = index;
      return answer;
    }
    if (answer.interrupted === 'aborted' || answer.partial !== undefined) return answer;
    if (await waitToRetry(run, answer.error, attempt, candidate)) {
      attempt++;
      continue;
    }
    if (run.isAborted) return { interrupted: 'aborted', error: undefined, partial: undefined };
    if (index + 1 >= candidates.length) return answer;
    run.logger.warn(
      `Model ${candidate.session.provider}/${candidate.session.modelId} failed (${answer.error?.message}); the next one is asked.`,
    );
    index++;
    attempt = 0;
  }
}

async function waitToRetry(
  run: Run,
  error: Error | undefined,
  attempt: number,
  candidate: ModelCandidate,
): Promise<boolean> {
  const wanted = candidate.maxRetries ?? run.config.modelSettings.maxRetries;
  if (attempt >= (wanted ?? defaultRetries) || run.isAborted) return false;
  const verdict = retryVerdict(error);
  if (verdict === 'no' || (verdict === 'unknown' && wanted === undefined)) return false;
  const delay = retryDelay(error, attempt, { now: Date.now, random: Math.random });
  if (delay === undefined) return false;
  run.logger.debug(
    `Model call failed (${error?.message}); trying again in ${Math.round(delay)} ms.`,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  await run.untilStopped(
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, delay);
    }),
  );
  clearTimeout(timer);
  return !run.isAborted;
}

async function askOnce(
  run: Run,
  plan: StepPlan,
  candidate: ModelCandidate,
): Promise<ModelReply | Interrupted> {
  const builder = new ReplyBuilder(run, plan.toolSet, candidate.session);
  const { generate, stream } = candidate.session;
  const request = plan.requestFor(candidate);
  const isWhole =
    stream === undefined || (run.config.mode === 'generate' && generate !== undefined);
  try {
    if (isWhole && generate !== undefined) {
      const answer = await run.untilStopped(generate(request));
      if (answer === undefined) return aborted(undefined);
      return readAnswer(run, builder, answer);
    }
    if (stream === undefined) {
      throw new TenonError(
        'MODEL_INVALID',
        'The model object has neither doGenerate nor doStream.',
      );
    }
    const opened = await run.untilStopped(stream(request));
    if (opened === undefined) return aborted(undefined);
    return await readStream(run, builder, opened, request);
  } catch (thrown) {
    if (run.isAborted) return aborted(partialOf(builder, 'aborted'));
    return { interrupted: 'failed', error: toError(thrown), partial: partialOf(builder, 'error') };
  }
}

const aborted = (partial: ModelReply | undefined): Interrupted => ({
  interrupted: 'aborted',
  error: undefined,
  partial,
});

function partialOf(builder: ReplyBuilder, reason: 'aborted' | 'error'): ModelReply | undefined {
  if (!builder.hasContent) return undefined;
  const reply = builder.toReply({
    finishReason: reason,
    usage: undefined,
    warnings: [],
    request: {},
    response: {},
    providerMetadata: undefined,
  });
  return { ...reply, finishReason: reason };
}

function readAnswer(run: Run, builder: ReplyBuilder, answer: ModelAnswer): ModelReply {
  const { warnings = [], request = {}, response = {}, providerMetadata } = answer;
  startStep(run, request, warnings);
  for (const part of answer.content) {
    if (part.type === 'text' || part.type === 'reasoning') {
      builder.addText(part.type, part.text, part.providerMetadata);
    } else {
      builder.addPart(part);
    }
  }
  const { finishReason, usage } = answer;
  return builder.toReply({ finishReason, usage, warnings, request, response, providerMetadata });
}

function startStep(
  run: Run,
  request: { readonly body?: unknown },
  warnings: readonly unknown[],
): void {
  const { messageId } = run.state;
  run.emit?.('step-start', { request, warnings, messageId, startedAt: Date.now() });
}

/** Reads the model's stream to its end. It is cancelled when the run is stopped and when it breaks. */
async function readStream(
  run: Run,
  builder: ReplyBuilder,
  opened: ModelStream,
  { includeRawChunks }: ModelRequest,
): Promise<ModelReply | Interrupted> {
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
  let isStarted = false;
  const reader = opened.stream.getReader();
  const cancel = (): void => void reader.cancel().then(undefined, () => {});
  run.whenStopped(cancel);
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      if (run.isAborted) return aborted(partialOf(builder, 'aborted'));
      if (done) break;
      if (!isStarted) {
        isStarted = true;
        if (part.type === 'stream-start') warnings = part.warnings ?? [];
        if (part.type !== 'error') startStep(run, request, warnings);
      }
      switch (part.type) {
        case 'text-delta':
          builder.addDelta('text', part.id, part.delta, part.providerMetadata);
          break;
        case 'reasoning-delta':
          builder.addDelta('reasoning', part.id, part.delta, part.providerMetadata);
          break;
        case 'tool-input-delta': {
          const told = builder.addInputDelta(part.id, part.delta);
          if (told !== undefined) await told;
          break;
        }
        case 'tool-input-start': {
          const told = builder.startInput(part);
          if (told !== undefined) await told;
          break;
        }
        case 'tool-input-end':
          builder.endInput(part.id, part.providerMetadata);
          break;
        case 'text-start':
        case 'reasoning-start':
          builder.startBlock(
            part.type === 'text-start' ? 'text' : 'reasoning',
            part.id,
            part.providerMetadata,
          );
          break;
        case 'text-end':
        case 'reasoning-end':
          builder.endBlock(
            part.type === 'text-end' ? 'text' : 'reasoning',
            part.id,
            part.providerMetadata,
          );
          break;
        case 'stream-start':
          break;
        case 'response-metadata': {
          const { type: _, ...facts } = part;
          Object.assign(response, facts);
          break;
        }
        case 'finish':
          finish = part;
          break;
        case 'error':
          cancel();
          throw part.error;
        case 'raw':
          if (includeRawChunks) run.emit?.('raw', part.rawValue);
          break;
        default:
          builder.addPart(part);
      }
    }
  } catch (thrown) {
    cancel();
    throw thrown;
  } finally {
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

function endedEarly(): TenonError {
  return new TenonError(
    'MODEL_STREAM_ENDED_EARLY',
    'The stream of the model ended before it said that it was finished, so nothing it asked for was run. The connection may have been cut.',
  );
}
