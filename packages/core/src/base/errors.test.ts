import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { type ErrorCode, errorCodes, TenonError, toError } from './errors.ts';

describe('TenonError', () => {
  it('has the facts of its code and the status among its details', () => {
    const error = new TenonError('TOOL_NOT_FOUND', 'No tool "x".', { details: { toolName: 'x' } });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'TenonError',
      id: 'TOOL_NOT_FOUND',
      code: 'TOOL_NOT_FOUND',
      domain: 'TOOL',
      category: 'USER',
      retryable: false,
      details: { status: 404, toolName: 'x' },
    });
    expect(error.cause).toBeUndefined();
    expect('cause' in error).toBe(false);
  });

  it('takes a status of its own from the details', () => {
    const error = new TenonError('TOOL_NOT_FOUND', 'gone', { details: { status: 410 } });
    expect(error.details).toEqual({ status: 410 });
  });

  it('is told as JSON with name and message of its cause, without stacks', () => {
    const cause = new TypeError('quota');
    const error = new TenonError('MODEL_STREAM_ENDED_EARLY', 'cut', { cause });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      message: 'cut',
      domain: 'MODEL',
      category: 'THIRD_PARTY',
      code: 'MODEL_STREAM_ENDED_EARLY',
      details: { status: 502 },
      cause: { name: 'TypeError', message: 'quota' },
    });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(new TenonError('TOOL_NOT_FOUND', 'x', { cause: proxy }).toJSON()).not.toHaveProperty(
      'cause',
    );
  });

  it('is known by its brand, also when another copy of the package made it', async () => {
    vi.resetModules();
    const other = await import('./errors.ts');
    const error = new other.TenonError('TOOL_NOT_FOUND', 'x');
    expect(other.TenonError).not.toBe(TenonError);
    expect(error).toBeInstanceOf(TenonError);
    expect(TenonError.is(error)).toBe(true);
    expect(TenonError.is(error, 'TOOL_NOT_FOUND')).toBe(true);
    expect(TenonError.is(error, 'TOOL_INPUT_INVALID')).toBe(false);
  });

  it('is not taken for other values, and no value makes the question throw', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const look = { id: 'TOOL_NOT_FOUND', name: 'TenonError', message: 'x' };
    for (const value of [undefined, null, 'TenonError', new Error('x'), look, proxy]) {
      expect(TenonError.is(value)).toBe(false);
    }
  });

  it('keeps the brand out of sight', () => {
    expect(Object.getOwnPropertySymbols({ ...new TenonError('TOOL_NOT_FOUND', 'x') })).toEqual([]);
  });

  it('has a valid HTTP status for every code, and a narrow type for codes', () => {
    for (const { status } of Object.values(errorCodes)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
    expectTypeOf<ErrorCode>().not.toEqualTypeOf<string>();
    // @ts-expect-error no such code
    expect(() => new TenonError('NO_SUCH_CODE', 'x')).toThrow();
  });
});

describe('toError', () => {
  it('gives errors back as they are', () => {
    const error = new RangeError('x');
    expect(toError(error)).toBe(error);
    const aborted = new DOMException('stop', 'AbortError');
    expect(toError(aborted)).toBe(aborted);
  });

  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const revokedFunction = Proxy.revocable(() => {}, {});
  revokedFunction.revoke();
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('no');
      },
      getPrototypeOf() {
        throw new Error('no');
      },
    },
  );
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const without = (field: 'message' | 'name') =>
    Object.defineProperty(new Error('quota'), field, {
      get() {
        throw new Error('no');
      },
    });

  it.each<[string, unknown, string]>([
    ['a text', 'boom', 'boom'],
    ['an empty text', '', 'An empty text was thrown.'],
    ['undefined', undefined, 'undefined was thrown.'],
    ['null', null, 'null was thrown.'],
    ['zero', 0, '0 was thrown.'],
    ['false', false, 'false was thrown.'],
    ['a BigInt', 7n, '7 was thrown.'],
    ['a symbol', Symbol('s'), 'Symbol(s) was thrown.'],
    ['a function', () => 1, 'A function was thrown.'],
    ['an object with a message', { message: 'quota' }, 'quota'],
    ['an object without one', { code: 7 }, 'An object was thrown: {"code":7}'],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['an empty object without prototype', Object.create(null), 'An object was thrown'],
    ['an object whose message is no text', { message: { a: 1 } }, 'An object was thrown'],
    ['an object that JSON makes nothing of', { toJSON: () => undefined }, 'An object was thrown.'],
    ['a cycle', cycle, 'An object was thrown.'],
    ['a proxy that throws', hostile, 'An object was thrown.'],
    ['a revoked proxy', revoked.proxy, 'An object was thrown.'],
    ['a revoked proxy of a function', revokedFunction.proxy, 'A function was thrown.'],
    ['an error whose message throws', without('message'), 'An object was thrown'],
    ['an error whose name throws', without('name'), 'quota'],
    ['an error whose name is no text', Object.assign(new Error('quota'), { name: 7 }), 'quota'],
  ])('makes a readable error of %s', (_, thrown, message) => {
    const error = toError(thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('ThrownValue');
    expect(error.message).toContain(message);
    expect(Object.is(error.cause, thrown)).toBe(true);
  });

  it('cuts the text of a large object', () => {
    expect(toError({ text: 'x'.repeat(5000) }).message.length).toBeLessThan(600);
  });
});
