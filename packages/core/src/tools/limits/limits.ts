import { TenonError, toError } from '../../base/errors.ts';
import { type BackOff, defaultBackOff, retryDelay, retryVerdict } from '../../base/retry.ts';
import { wait } from '../../base/wait.ts';
import { isValidationError } from '../../schema/index.ts';
import { runAttempt } from './attempt.ts';
import { canonicalJson } from './canonical-json.ts';
import { copyWhole } from './copy-whole.ts';
import type { LimitedCall, LimitedResult, ToolLimits } from './limited-call.ts';
import type { KeyedCall, ToolLimitOptions, ToolRetry } from './options.ts';
import { RateWindow } from './rate-window.ts';
import { ResultCache } from './result-cache.ts';
import { Slots } from './slots.ts';

const defaultMaxEntries = 1_000;

type KeyOf<Given> = ((call: KeyedCall) => Given) | undefined;

/** A mechanism, and how the calls are told apart that it counts. */
interface Keyed<Mechanism, Given = string> {
  readonly by: Mechanism;
  readonly key: KeyOf<Given>;
}

/**
 * The limits of one tool, in the order in which a call meets them: the cache; then for each attempt the rate, a free
 * slot, the time; then whether to try again. What is counted is counted here, for all that call the tool.
 */
export class Limits implements ToolLimits {
  readonly maxResultChars: number | undefined;
  readonly #timeoutMs: number | undefined;
  readonly #retry: ToolRetry | undefined;
  readonly #backOff: BackOff;
  readonly #slots: Keyed<Slots> | undefined;
  readonly #rate: Keyed<RateWindow> | undefined;
  readonly #cache: Keyed<ResultCache, string | undefined> | undefined;

  constructor({ timeoutMs, retry, concurrency, rateLimit, cache, ...rest }: ToolLimitOptions) {
    this.maxResultChars = rest.maxResultChars;
    this.#timeoutMs = timeoutMs;
    this.#retry = typeof retry === 'number' ? { attempts: retry } : retry;
    this.#backOff = {
      firstMs: this.#retry?.delayMs ?? defaultBackOff.firstMs,
      longestMs: this.#retry?.maxDelayMs ?? defaultBackOff.longestMs,
    };
    const slots = typeof concurrency === 'number' ? { limit: concurrency } : concurrency;
    this.#slots = slots && { by: new Slots(slots.limit), key: slots.key };
    this.#rate = rateLimit && {
      by: new RateWindow(rateLimit.limit, rateLimit.intervalMs, rateLimit.maxWaitMs ?? 0),
      key: rateLimit.key,
    };
    this.#cache = cache && {
      by: new ResultCache(cache.ttlMs, cache.maxEntries ?? defaultMaxEntries),
      key: cache.key,
    };
  }

  async run(call: LimitedCall): Promise<LimitedResult> {
    call.context.abortSignal.throwIfAborted();
    const cache = this.#cache;
    const key = cache === undefined ? undefined : cacheKey(call, cache.key);
    if (cache === undefined || key === undefined) {
      return { value: await this.#try(call), keep: undefined };
    }
    const kept = cache.by.get(key);
    if (kept !== undefined) {
      call.begin?.(1);
      return { value: structuredClone(kept.value), keep: undefined };
    }
    const value = await this.#try(call);
    // now, since whoever gets the value may change it
    const copy = isValidationError(value) ? undefined : copyWhole(value);
    return { value, keep: copy && (() => cache.by.set(key, copy.value)) };
  }

  /** Tries until an attempt succeeds, trying again does not help, or the call is stopped. */
  async #try(call: LimitedCall): Promise<unknown> {
    const { abortSignal } = call.context;
    let failure: unknown;
    for (let attempt = 1; ; attempt++) {
      const refused = await this.#passRate(call);
      if (refused !== undefined) throw attempt === 1 ? refused : failure;
      const slots = this.#slots;
      const free = await slots?.by.take(keyOf(call, 'concurrency', slots.key), abortSignal);
      let hasBegun = false;
      try {
        call.begin?.(attempt);
        hasBegun = true;
        // what an attempt does to its input is not what the next one is given
        const input = this.#retry && copyWhole(call.input);
        return await runAttempt(call, input ? input.value : call.input, this.#timeoutMs);
      } catch (thrown) {
        if (!hasBegun) throw thrown;
        failure = thrown;
      } finally {
        free?.();
      }
      const delay = await this.#delayAfter(failure, attempt, abortSignal);
      if (delay === undefined) throw failure;
      await wait(delay, abortSignal);
    }
  }

  async #passRate(call: LimitedCall): Promise<TenonError | undefined> {
    const rate = this.#rate;
    if (rate === undefined) return undefined;
    const key = keyOf(call, 'rateLimit', rate.key);
    const waitMs = await rate.by.pass(key, call.context.abortSignal);
    return waitMs === undefined ? undefined : rateLimited(call, rate.by, waitMs);
  }

  /** `undefined`: it is not tried again. */
  async #delayAfter(
    failure: unknown,
    attempt: number,
    abortSignal: AbortSignal,
  ): Promise<number | undefined> {
    const retry = this.#retry;
    if (retry === undefined || attempt > retry.attempts || abortSignal.aborted) return undefined;
    const isWorthIt =
      retry.retryIf === undefined
        ? retryVerdict(failure) !== 'no'
        : await retry.retryIf(toError(failure));
    const clock = { now: Date.now, random: Math.random };
    return isWorthIt ? retryDelay(failure, attempt - 1, clock, this.#backOff) : undefined;
  }
}

/** `undefined`: the result is not kept. */
function cacheKey(call: LimitedCall, key: KeyOf<string | undefined>): string | undefined {
  if (key !== undefined) return keyOf(call, 'cache', key);
  const { input, context } = call;
  return canonicalJson([input, Object.fromEntries(context.requestContext.entries())]);
}

function keyOf<Given extends string | undefined>(
  { toolName, input, context }: LimitedCall,
  option: string,
  key: KeyOf<Given>,
): Given | '' {
  if (key === undefined) return '';
  const given: unknown = key({ input, requestContext: context.requestContext });
  if (typeof given === 'string' || (given === undefined && option === 'cache')) {
    return given as Given;
  }
  throw new TenonError(
    'TOOL_OPTION_INVALID',
    `Tool "${toolName}": \`key\` of the option "${option}" must give a text, but gave something of type ${typeof given}.`,
    { details: { option } },
  );
}

function rateLimited(
  { toolName, context }: LimitedCall,
  { limit, intervalMs }: RateWindow,
  retryAfterMs: number,
): TenonError {
  return new TenonError(
    'TOOL_RATE_LIMITED',
    `Tool "${toolName}" was not run: it may be called at most ${limit} ${limit === 1 ? 'time' : 'times'} in ${inWords(intervalMs)}. Try again in ${inWords(retryAfterMs)}.`,
    { details: { toolName, toolCallId: context.toolCallId, limit, intervalMs, retryAfterMs } },
  );
}

/** Rounded up, so that whoever waits so long is not too early. */
function inWords(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  const seconds = Math.ceil(ms / 1_000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
