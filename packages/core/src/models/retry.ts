import { isAbortError } from '../base/abort.ts';

/** Failures of the network below HTTP, by the `code` that Node gives them. */
const lostConnection: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

interface ApiError {
  readonly statusCode?: unknown;
  readonly isRetryable?: unknown;
  readonly retryable?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly responseHeaders?: Record<string, string>;
}

/** Whether trying again can help: `'yes'`, `'no'`, or the error does not tell. */
export function retryVerdict(error: unknown): 'yes' | 'no' | 'unknown' {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if (isAbortError(error)) return 'no';
  const { statusCode, isRetryable, retryable, code, cause } = error as ApiError;
  if (typeof statusCode === 'number') {
    const passes = statusCode === 408 || statusCode === 409 || statusCode === 429;
    if (statusCode >= 400 && statusCode < 500) return passes ? 'yes' : 'no';
    if (statusCode >= 500) return isRetryable === false ? 'no' : 'yes';
  }
  if (typeof isRetryable === 'boolean') return isRetryable ? 'yes' : 'no';
  if (typeof retryable === 'boolean') return retryable ? 'yes' : 'no';
  if (lostConnection.has(code)) return 'yes';
  if (cause !== undefined && cause !== error && lostConnection.has((cause as ApiError)?.code))
    return 'yes';
  return 'unknown';
}

const firstDelayMs = 1_000;
/** A provider that asks for more patience than this is left to the next model in the list. */
const longestDelayMs = 60_000;

/**
 * Milliseconds to wait before the next try: what the provider asks for (`retry-after-ms`, `retry-after`), else twice as
 * long each time from one second, of which a random part is taken off so that many callers do not return at once.
 * `undefined`: not worth waiting for.
 */
export function retryDelay(
  error: unknown,
  attempt: number,
  clock: { readonly now: () => number; readonly random: () => number },
): number | undefined {
  const asked = askedDelay(error, clock.now());
  if (asked !== undefined) return asked <= longestDelayMs ? asked : undefined;
  const full = Math.min(firstDelayMs * 2 ** attempt, longestDelayMs);
  return full * (0.5 + clock.random() / 2);
}

function askedDelay(error: unknown, now: number): number | undefined {
  const headers = (error as ApiError | null)?.responseHeaders;
  if (typeof headers !== 'object' || headers === null) return undefined;
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const after = headers['retry-after'];
  if (after === undefined || after.trim() === '') return undefined;
  const seconds = Number(after);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
