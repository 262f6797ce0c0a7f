import { TenonError, toError } from '../base/errors.ts';
import { isPromiseLike, noop } from '../base/promise.ts';
import { retryDelay, retryVerdict } from '../base/retry.ts';
import type { ModelReply } from '../journal/index.ts';
import type {
  ModelAnswer,
  ModelCandidate,
  ModelNames,
  ModelRequest,
  ModelSession,
} from '../models/index.ts';
import { TripWire } from '../processors/index.ts';
import { toldError } from '../trace/index.ts';
import { expectedOf } from './ask-for-object.ts';
import { noteAnswered, noteAsked } from './note-model.ts';
import { PartialObject } from './partial-object.ts';
import { processRequest } from './processing/process-request.ts';
import { readAnswer, readStream } from './read-reply.ts';
import { ReplyBuilder } from './reply-builder.ts';
import type { Run } from './run.ts';
import type { RunTrace } from './run-trace.ts';
import type { StepPlan } from './step-plan.ts';

/** How often a model is asked again when nobody said; the default of the AI SDK. */
const defaultRetries = 2;

/** What a stopped or broken model call leaves behind. */
export interface Interrupted {
  readonly interrupted: 'aborted' | 'failed' | 'stopped';
  readonly error: Error | undefined;
  /** The processor that stopped it. */
  readonly tripwire?: TripWire;
  /** What it had said until then, its calls left undone. */
  readonly partial: ModelReply | undefined;
  /** Which one failed. */
  readonly model?: ModelNames;
}

/**
 * Asks the models of the plan in order until one answers. A model that fails is asked again when that can help; the
 * next one is asked when it cannot. Once something of an answer has been said, a failure is final: text is never said
 * twice.
 */
export async function askModel(run: Run, plan: StepPlan): Promise<ModelReply | Interrupted> {
  const { candidates } = plan;
  let index = plan.hasOwnModel ? 0 : run.candidate;
  let attempt = 0;
  for (;;) {
    const candidate = candidates[index] as ModelCandidate;
    const answer = await askOnce(run, plan, candidate);
    if (!('interrupted' in answer)) {
      if (!plan.hasOwnModel) run.candidate = index;
      return answer;
    }
    if (answer.interrupted !== 'failed' || answer.partial !== undefined) return answer;
    if (await waitToRetry(run, answer.error, attempt, candidate.maxRetries ?? plan.maxRetries)) {
      attempt++;
      continue;
    }
    if (run.isAborted) return { interrupted: 'aborted', error: undefined, partial: undefined };
    if (index + 1 >= candidates.length) return answer;
    const { provider, modelId } = candidate.session.names;
    const why = answer.error === undefined ? 'it did not say why' : whyFailed(answer.error);
    run.logger.warn(`Model ${provider}/${modelId} failed (${why}); the next one is asked.`);
    index++;
    attempt = 0;
  }
}

/** What providers say of a failure may quote what they were sent, so that only its kind is told. */
function whyFailed(error: Error): string {
  const { type, message } = toldError(error);
  const { statusCode } = error as { readonly statusCode?: unknown };
  return message ?? (typeof statusCode === 'number' ? `${type}, status ${statusCode}` : type);
}

async function waitToRetry(
  run: Run,
  error: Error | undefined,
  attempt: number,
  wanted: number | undefined,
): Promise<boolean> {
  if (attempt >= (wanted ?? defaultRetries) || run.isAborted) return false;
  const verdict = retryVerdict(error);
  if (verdict === 'no' || (verdict === 'unknown' && wanted === undefined)) return false;
  const delay = retryDelay(error, attempt, { now: Date.now, random: Math.random });
  if (delay === undefined) return false;
  run.debugLog?.note(`It is asked again in ${Math.round(delay)} ms`, { attempt: attempt + 1 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  await run.untilStopped(
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, delay);
    }),
  );
  clearTimeout(timer);
  return !run.isAborted;
}

function askOnce(
  run: Run,
  plan: StepPlan,
  candidate: ModelCandidate,
): Promise<ModelReply | Interrupted> {
  const request = plan.requestFor(candidate);
  const isWatched =
    run.processors !== undefined || run.debugLog !== undefined || run.trace !== undefined;
  return isWatched
    ? askWatched(run, plan, candidate, request)
    : ask(run, plan, candidate.session, request, undefined);
}

/** The same where processors may change what is asked, or somebody follows what is. */
async function askWatched(
  run: Run,
  plan: StepPlan,
  { session }: ModelCandidate,
  made: ModelRequest,
): Promise<ModelReply | Interrupted> {
  let request = made;
  let known: ModelAnswer | undefined;
  const processing = run.processors?.having('processLLMRequest');
  if (run.processors !== undefined && processing !== undefined) {
    const { names } = session;
    const processed = await processRequest(run, run.processors, processing, request, names);
    if (run.isAborted) return aborted(undefined);
    request = processed.request;
    known = processed.answer;
  }
  if (known !== undefined) return ask(run, plan, session, request, known);
  const { debugLog, trace } = run;
  if (debugLog !== undefined) noteAsked(debugLog, session.names, request);
  const asking =
    trace === undefined
      ? ask(run, plan, session, request, undefined)
      : askTraced(trace, run, plan, session, request);
  const answer = await asking;
  if (debugLog !== undefined) noteAnswered(debugLog, session.names, answer);
  return answer;
}

/** Stands apart, since its closure would be allocated for each model call otherwise. */
function askTraced(
  trace: RunTrace,
  run: Run,
  plan: StepPlan,
  session: ModelSession,
  request: ModelRequest,
): Promise<ModelReply | Interrupted> {
  return trace.askWithin(request, session.names, !asksForWhole(run, session), () =>
    ask(run, plan, session, request, undefined),
  );
}

/** Whether the model is asked for its whole answer at once. */
function asksForWhole(run: Run, session: ModelSession): boolean {
  return session.canGenerate && (run.config.mode === 'generate' || !session.canStream);
}

async function ask(
  run: Run,
  plan: StepPlan,
  session: ModelSession,
  request: ModelRequest,
  known: ModelAnswer | undefined,
): Promise<ModelReply | Interrupted> {
  run.processors?.listen(known !== undefined);
  const { structured } = plan;
  run.expected = structured && expectedOf(structured, request, session);
  const object = run.expected && run.emit && new PartialObject(run, run.expected.format);
  const builder = new ReplyBuilder(run, plan.toolSet, session, object);
  try {
    if (known !== undefined || asksForWhole(run, session)) {
      const answer = known ?? (await run.untilStopped(session.generate(request)));
      if (answer === undefined && run.isAborted) return aborted(undefined);
      const reading = readAnswer(run, builder, answer);
      const reply = isPromiseLike(reading) ? await run.untilStopped(reading) : reading;
      return reply === undefined
        ? aborted(partialOf(builder, 'aborted'))
        : unlessFailed(builder, reply);
    }
    if (!session.canStream) {
      throw new TenonError(
        'MODEL_INVALID',
        'The model object has neither doGenerate nor doStream.',
      );
    }
    const opening = session.stream(request);
    const opened = await run.untilStopped(opening);
    if (opened === undefined && run.isAborted) {
      Promise.resolve(opening)
        .then((late) => late.stream.cancel())
        .then(noop, noop);
      return aborted(undefined);
    }
    const reply = await readStream(run, builder, opened);
    return reply === undefined
      ? aborted(partialOf(builder, 'aborted'))
      : unlessFailed(builder, reply);
  } catch (thrown) {
    if (run.isAborted) return aborted(partialOf(builder, 'aborted'));
    if (TripWire.is(thrown)) {
      const partial = partialOf(builder, 'other');
      return { interrupted: 'stopped', error: undefined, partial, tripwire: thrown };
    }
    return {
      interrupted: 'failed',
      error: toError(thrown),
      partial: partialOf(builder, 'error'),
      model: session.names,
    };
  }
}

/** A model may say that it failed without saying how. */
function unlessFailed(builder: ReplyBuilder, reply: ModelReply): ModelReply | Interrupted {
  if (reply.finishReason !== 'error') return reply;
  const { provider, modelId } = reply.model;
  const error = new TenonError(
    'MODEL_ENDED_WITH_ERROR',
    `The model ${provider}/${modelId} ended its answer with the finish reason "error" and did not say why.`,
    { details: { provider, modelId, rawFinishReason: reply.rawFinishReason } },
  );
  const partial = builder.hasContent ? reply : undefined;
  return { interrupted: 'failed', error, partial, model: reply.model };
}

const aborted = (partial: ModelReply | undefined): Interrupted => ({
  interrupted: 'aborted',
  error: undefined,
  partial,
});

function partialOf(
  builder: ReplyBuilder,
  reason: 'aborted' | 'error' | 'other',
): ModelReply | undefined {
  if (!builder.hasContent) return undefined;
  builder.end(true);
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
