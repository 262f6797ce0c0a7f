import { expect, expectTypeOf, it } from 'vitest';
import { ignoreRejection, isPromiseLike, type MaybePromise } from './promise.ts';

it('tells what must be awaited, thenables of other libraries too', () => {
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is asked about
  const thenable = { then: (resolve: (value: number) => void) => resolve(1) };
  expect(isPromiseLike(Promise.resolve())).toBe(true);
  expect(isPromiseLike(thenable as never)).toBe(true);
  // biome-ignore lint/suspicious/noThenProperty: as above
  for (const value of [undefined, null, 0, '', {}, { then: 1 }, () => {}]) {
    expect(isPromiseLike(value)).toBe(false);
  }
  const maybe = 1 as MaybePromise<number>;
  if (!isPromiseLike(maybe)) expectTypeOf(maybe).toEqualTypeOf<number>();
});

it('marks a rejection as handled and gives the same promise back', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const promise = Promise.reject(new Error('x'));
  expect(ignoreRejection(promise)).toBe(promise);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  await expect(promise).rejects.toThrow('x');
});
