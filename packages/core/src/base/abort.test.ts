import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isAbortError, neverAborted, unlessAborted } from './abort.ts';

describe('the signal that never fires', () => {
  it('keeps no listeners, however they are added', () => {
    for (let count = 0; count < 100; count++) {
      neverAborted.addEventListener('abort', () => {});
      neverAborted.addEventListener('abort', () => {}, { once: true });
    }
    neverAborted.removeEventListener('abort', () => {});
    expect(getEventListeners(neverAborted, 'abort')).toEqual([]);
    expect(neverAborted.aborted).toBe(false);
    neverAborted.throwIfAborted();
  });

  it('is a real signal, so it can be joined with others', () => {
    const controller = new AbortController();
    const joined = AbortSignal.any([neverAborted, controller.signal]);
    expect(neverAborted).toBeInstanceOf(AbortSignal);
    controller.abort();
    expect(joined.aborted).toBe(true);
    expect(neverAborted.aborted).toBe(false);
  });

  it('is taken by fetch', async () => {
    const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}`, { signal: neverAborted });
    expect(await response.text()).toBe('hello');
    expect(getEventListeners(neverAborted, 'abort')).toEqual([]);
    server.closeAllConnections();
    server.close();
  });
});

it('tells errors of a stopped operation from failures', () => {
  expect(isAbortError(AbortSignal.abort().reason)).toBe(true);
  expect(isAbortError(Object.assign(new Error('x'), { name: 'ResponseAborted' }))).toBe(true);
  expect(isAbortError(new DOMException('late', 'TimeoutError'))).toBe(false);
  for (const value of [new Error('AbortError'), 'AbortError', null, undefined]) {
    expect(isAbortError(value)).toBe(false);
  }
});

describe('unlessAborted', () => {
  it('gives what the work gives, and fails as it fails', async () => {
    const { signal } = new AbortController();
    for (const one of [undefined, signal]) {
      expect(await unlessAborted(one, async () => 1)).toBe(1);
      await expect(unlessAborted(one, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('gives undefined at once when the signal is aborted, however the work ends', async () => {
    const controller = new AbortController();
    let fail = (_: Error): void => {};
    const work = unlessAborted(
      controller.signal,
      () =>
        new Promise<never>((_, reject) => {
          fail = reject;
        }),
    );
    controller.abort();
    expect(await work).toBeUndefined();
    fail(new Error('late'));
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('gives undefined when the work hears of it first and fails', async () => {
    const controller = new AbortController();
    const work = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
    const given = unlessAborted(controller.signal, () => work);
    controller.abort();
    expect(await given).toBeUndefined();
  });

  it('begins nothing when the signal is aborted already', async () => {
    let begun = 0;
    expect(await unlessAborted(AbortSignal.abort(), async () => ++begun)).toBeUndefined();
    expect(begun).toBe(0);
  });
});
