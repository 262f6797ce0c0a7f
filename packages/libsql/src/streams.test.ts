import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storeInMemory } from './testing/stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('one who follows a stream', () => {
  it('hears at once of what the same store writes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const streams = await storeInMemory({ onEnd: onTestFinished }).getStore('streams');
    await streams.append('s', ['a']);
    const reader = streams.follow('s')[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    // it waits by now
    while (vi.getTimerCount() === 0) await setImmediate();
    await streams.append('s', ['b']);
    expect(await next).toEqual({ done: false, value: { id: 2, chunk: 'b' } });
    expect(vi.getTimerCount()).toBe(0);
  });
});
