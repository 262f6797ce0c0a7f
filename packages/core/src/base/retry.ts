import { isAbortError } from './abort.ts';

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
  readonly responseHeaders?: unknown;
  readonly headers?: unknown;
  readonly response?: { readonly headers?: unknown } | null;
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

/** How long to wait between tries. */
export interface BackOff {
  /** Before the second try; the others wait twice as long each. */
  readonly firstMs: number;
  /** The longest wait, also where more patience is asked for. */
  readonly longestMs: number;
}

export const defaultBackOff: BackOff = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Milliseconds to wait before the next try: what the other side asks for (`retry-after-ms`, `retry-after`), else twice
 * as long each time, of which a random part is taken off so that many callers do not return at once.
 * `undefined`: it asks for more patience than there is.
 */
export function retryDelay(
  error: unknown,
  attempt: number,
  clock: { readonly now: () => number; readonly random: () => number },
  { firstMs, longestMs }: BackOff = defaultBackOff,
): number | undefined {
  const asked = askedDelay(error, clock.now());
  if (asked !== undefined) return asked <= longestMs ? asked : undefined;
  const full = Math.min(firstMs * 2 ** Math.min(attempt, 32), longestMs);
  return full * (0.5 + clock.random() / 2);
}

function askedDelay(error: unknown, now: number): number | undefined {
  const ms = Number.parseFloat(headerOf(error, 'retry-after-ms') ?? '');
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const after = headerOf(error, 'retry-after');
  if (after === undefined || after.trim() === '') return undefined;
  const seconds = Number(after);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Libraries keep the headers of an answer in different places, as an object or as `Headers`. */
function headerOf(error: unknown, name: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { responseHeaders, headers, response } = error as ApiError;
  const found = responseHeaders ?? headers ?? response?.headers;
  if (typeof found !== 'object' || found === null) return undefined;
  const { get } = found as { get?: unknown };
  const value: unknown =
    typeof get === 'function' ? get.call(found, name) : (found as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}
