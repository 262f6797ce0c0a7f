import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TenonError } from './errors.ts';
import { retryDelay, retryVerdict } from './retry.ts';

const status = (statusCode: number, more: object = {}) =>
  Object.assign(new Error('x'), { statusCode, ...more });
const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('retryVerdict', () => {
  it.each<[string, unknown, 'yes' | 'no' | 'unknown']>([
    ['400', status(400), 'no'],
    ['401', status(401), 'no'],
    ['404 that says it is retryable', status(404, { isRetryable: true }), 'no'],
    ['422', status(422), 'no'],
    ['408', status(408), 'yes'],
    ['409', status(409), 'yes'],
    ['429', status(429), 'yes'],
    ['429 that says it is not', status(429, { isRetryable: false }), 'yes'],
    ['500', status(500), 'yes'],
    ['529', status(529), 'yes'],
    ['500 that says it is not', status(500, { isRetryable: false }), 'no'],
    ['a status below 400', status(200), 'unknown'],
    ['an error that says it is retryable', { isRetryable: true }, 'yes'],
    ['an error that says it is not', { isRetryable: false }, 'no'],
    ['one of ours that passes', new TenonError('MODEL_STREAM_ENDED_EARLY', 'x'), 'yes'],
    ['one of ours that does not', new TenonError('MODEL_INVALID', 'x'), 'no'],
    ['a lost connection', withCode('ECONNRESET'), 'yes'],
    [
      'a lost connection below fetch',
      new TypeError('fetch failed', { cause: withCode('UND_ERR_SOCKET') }),
      'yes',
    ],
    ['another code', withCode('ENOENT'), 'unknown'],
    ['an abort', AbortSignal.abort().reason, 'no'],
    ['an error that says nothing', new Error('x'), 'unknown'],
    ['an error without a cause', new Error('x', { cause: null }), 'unknown'],
    ['a text', 'overloaded', 'unknown'],
    ['nothing', undefined, 'unknown'],
    ['null', null, 'unknown'],
  ])('of %s', (_, error, verdict) => {
    expect(retryVerdict(error)).toBe(verdict);
  });

  it('does not follow an error that is its own cause', () => {
    const error = new Error('x') as Error & { cause: unknown };
    error.cause = error;
    expect(retryVerdict(error)).toBe('unknown');
  });
});

describe('retryDelay', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const clock = { now: () => now, random: () => 0.5 };
  const asks = (responseHeaders: Record<string, string>) =>
    retryDelay(status(429, { responseHeaders }), 0, clock);

  it.each<[Record<string, string>, number | undefined]>([
    [{ 'retry-after': '5' }, 5000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '-5' }, 0],
    [{ 'retry-after': '60' }, 60_000],
    [{ 'retry-after': '61' }, undefined],
    [{ 'retry-after': 'Tue, 01 Jan 2030 00:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Mon, 31 Dec 2029 23:59:00 GMT' }, 0],
    [{ 'retry-after': 'Tue, 01 Jan 2030 01:00:00 GMT' }, undefined],
    [{ 'retry-after-ms': '1234' }, 1234],
    [{ 'retry-after-ms': '1234', 'retry-after': '5' }, 1234],
    [{ 'retry-after-ms': '90000' }, undefined],
    [{ 'retry-after-ms': 'soon', 'retry-after': '5' }, 5000],
    [{ 'retry-after-ms': '-1', 'retry-after': '5' }, 5000],
  ])('does what the provider asks by %j', (headers, delay) => {
    expect(asks(headers)).toBe(delay);
  });

  it.each([{}, { 'retry-after': 'soon' }, { 'retry-after': '' }, { 'retry-after': ' ' }])(
    'goes by the attempt where the provider asks nothing: %j',
    (headers: Record<string, string>) => {
      expect(asks(headers)).toBe(750);
    },
  );

  it.each<[string, object]>([
    ['as an object', { headers: { 'retry-after': '5' } }],
    ['as Headers', { headers: new Headers({ 'Retry-After': '5' }) }],
    ['of the answer', { response: { headers: new Headers({ 'Retry-After': '5' }) } }],
    ['of the answer as an object', { response: { headers: { 'retry-after': '5' } } }],
  ])('finds the headers that an error carries %s', (_, fields) => {
    expect(retryDelay(Object.assign(new Error('x'), fields), 0, clock)).toBe(5000);
  });

  it('goes between the bounds that are given', () => {
    const bounds = { firstMs: 10, longestMs: 35 };
    const delays = [0, 1, 2].map((attempt) =>
      retryDelay(new Error('x'), attempt, { ...clock, random: () => 1 }, bounds),
    );
    expect(delays).toEqual([10, 20, 35]);
    const asking = status(429, { responseHeaders: { 'retry-after-ms': '36' } });
    expect(retryDelay(asking, 0, clock, bounds)).toBeUndefined();
    expect(retryDelay(new Error('x'), 2000, clock, { firstMs: 0, longestMs: 35 })).toBe(0);
  });

  it('doubles from one second up to a minute, and takes off at most half', () => {
    const delays = (random: number) =>
      [0, 1, 2, 5, 6, 10, 5000].map((attempt) =>
        retryDelay(new Error('x'), attempt, { now: () => now, random: () => random }),
      );
    expect(delays(0)).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000, 30_000]);
    expect(delays(1)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('is always a number of milliseconds one can wait, or nothing', () => {
    const header = fc.record(
      { 'retry-after': fc.string(), 'retry-after-ms': fc.string() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        header,
        fc.nat(200),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (responseHeaders, attempt, random) => {
          const delay = retryDelay({ responseHeaders }, attempt, {
            now: () => now,
            random: () => random,
          });
          if (delay === undefined) return;
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(60_000);
        },
      ),
    );
  });

  it.each([undefined, null, 'x', { responseHeaders: null }, { response: null, headers: 5 }])(
    'takes any error: %j',
    (error) => {
      expect(retryDelay(error, 0, clock)).toBe(750);
    },
  );
});
