import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type AnyRequestContext,
  CheckedRequestContext,
  MASTRA_RESOURCE_ID_KEY,
  MASTRA_THREAD_ID_KEY,
  RequestContext,
} from './request-context.ts';

describe('RequestContext', () => {
  it('is made of an object, of entries, of another one, or of nothing', () => {
    expect([...new RequestContext({ a: 1 })]).toEqual([['a', 1]]);
    expect([...new RequestContext([['a', 1]])]).toEqual([['a', 1]]);
    expect([...new RequestContext(new Map([['a', 1]]))]).toEqual([['a', 1]]);
    expect([...new RequestContext(new RequestContext({ a: 1 }))]).toEqual([['a', 1]]);
    expect(new RequestContext().size()).toBe(0);
    expect(new RequestContext(null).size()).toBe(0);
  });

  it('keeps, tells and drops values by key', () => {
    const context = new RequestContext<{ tenant: string; seats: number }>({ tenant: 'acme' });
    context.set('seats', 3);
    expect(context.get('tenant')).toBe('acme');
    expect(context.has('seats')).toBe(true);
    expect([...context.keys()]).toEqual(['tenant', 'seats']);
    expect([...context.values()]).toEqual(['acme', 3]);
    expect([...context.entries()]).toEqual([...context]);
    const seen: unknown[] = [];
    context.forEach((value, key) => {
      seen.push([key, value]);
    });
    expect(seen).toEqual([...context]);
    expect(context.delete('seats')).toBe(true);
    expect(context.delete('seats')).toBe(false);
    expect(context.get('seats')).toBeUndefined();
    context.clear();
    expect(context.size()).toBe(0);
  });

  it('takes any key by the raw methods', () => {
    const context = new RequestContext<{ tenant: string }>();
    context.setRaw(MASTRA_THREAD_ID_KEY, 't');
    context.setRaw(MASTRA_RESOURCE_ID_KEY, 'r');
    expect(context.getRaw('mastra__threadId')).toBe('t');
    expect(context.hasRaw('mastra__resourceId')).toBe(true);
    expect(context.deleteRaw('mastra__threadId')).toBe(true);
    expect(context.hasRaw('mastra__threadId')).toBe(false);
  });

  it('types keys and values, and leaves both open without a type argument', () => {
    const typed = new RequestContext<{ tenant: string; seats: number }>();
    expectTypeOf(typed.get('seats')).toEqualTypeOf<number>();
    expectTypeOf(typed.getRaw('seats')).toBeUnknown();
    // @ts-expect-error no such key
    typed.get('nope');
    // @ts-expect-error a number is wanted
    typed.set('seats', '3');
    // @ts-expect-error a text is wanted
    new RequestContext<{ tenant: string }>({ tenant: 3 });
    const open = new RequestContext();
    expectTypeOf(open.get('anything')).toBeUnknown();
    open.set('anything', 1);
    expectTypeOf(open).toExtend<AnyRequestContext>();
    expectTypeOf(typed).toExtend<AnyRequestContext>();
  });

  it('knows no key that an object has by birth', () => {
    const context = new RequestContext({ a: 1 });
    expect(context.getRaw('constructor')).toBeUndefined();
    expect(context.hasRaw('__proto__')).toBe(false);
    context.setRaw('__proto__', { polluted: true });
    expect(Object.keys(context.all)).toEqual(['a', '__proto__']);
    expect(Object.getPrototypeOf(context.all)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(context.toJSON())).toBe(Object.prototype);
  });

  it('gives all values as they are', () => {
    const work = () => {};
    const context = new RequestContext({ work, mastra__authToken: 'secret' });
    expect(context.all).toEqual({ work, mastra__authToken: 'secret' });
  });
});

describe('what JSON shows of a RequestContext', () => {
  const told = (values: Record<string, unknown>) => new RequestContext(values).toJSON();

  it('leaves out what JSON cannot carry', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const values = {
      kept: 1,
      work: () => {},
      symbol: Symbol('s'),
      big: 1n,
      cycle,
      missing: undefined,
      throwing: {
        toJSON() {
          throw new Error('no');
        },
      },
    };
    expect(told(values)).toEqual({ kept: 1 });
  });

  it('leaves out parts of values too', () => {
    expect(told({ a: { n: 1, big: 1n, work: () => {} } })).toEqual({ a: { n: 1 } });
  });

  it('writes dates, maps and sets so that they can be read', () => {
    const date = new Date(0);
    expect(
      told({
        date,
        map: new Map([['a', new Set([1, date])]]),
        set: new Set([new Map([['b', 1]])]),
      }),
    ).toEqual({
      date: '1970-01-01T00:00:00.000Z',
      map: { a: [1, '1970-01-01T00:00:00.000Z'] },
      set: [{ b: 1 }],
    });
  });

  it('never shows the auth token', () => {
    const context = new RequestContext({ mastra__authToken: 'secret', tenant: 'acme' });
    expect(JSON.stringify(context)).toBe('{"tenant":"acme"}');
    expect(context.serializeForSpan()).toEqual({ tenant: 'acme' });
  });

  it('is a copy', () => {
    const inner = { n: 1 };
    const copy = told({ inner }) as { inner: { n: number } };
    copy.inner.n = 2;
    expect(inner.n).toBe(1);
  });
});

describe('CheckedRequestContext', () => {
  const original = () => new RequestContext({ seats: '3', other: 'o', gone: 1 });

  it('reads what the schema made of the values, and the others as they are', () => {
    const checked = new CheckedRequestContext(original(), { seats: 3 });
    expect(checked.get('seats')).toBe(3);
    expect(checked.get('other')).toBe('o');
    expect(checked.all).toEqual({ seats: 3, other: 'o', gone: 1 });
  });

  it('writes through to the original by every method', () => {
    const context = original();
    const checked = new CheckedRequestContext(context, { seats: 3 });
    checked.set('new', 1);
    checked.setRaw('raw', 2);
    checked.delete('gone');
    checked.deleteRaw('other');
    expect(context.all).toEqual({ seats: '3', new: 1, raw: 2 });
    expect(checked.all).toEqual({ seats: 3, new: 1, raw: 2 });
    checked.clear();
    expect(context.size()).toBe(0);
    expect(checked.size()).toBe(0);
  });
});
