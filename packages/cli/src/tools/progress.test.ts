import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress } from './progress.ts';

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watch(isTTY: boolean, isWanted = true) {
    const written: string[] = [];
    const stream = { isTTY, write: (text: string) => written.push(text) };
    return { written, progress: new Progress(stream, isWanted) };
  }

  it('is one line that is shown once work takes long, and is taken away at the end', () => {
    const { written, progress } = watch(true);
    progress.say('one');
    expect(written).toEqual([]);
    vi.runAllTimers();
    progress.say('two');
    progress.end();
    expect(written).toEqual(['\r\u001b[Kone', '\r\u001b[Ktwo', '\r\u001b[K']);
  });

  it('is not shown for short work', () => {
    const { written, progress } = watch(true);
    progress.say('one');
    progress.end();
    vi.runAllTimers();
    expect(written).toEqual([]);
  });

  it.each([
    [false, true],
    [true, false],
  ])('is not shown with a terminal: %s, wanted: %s', (isTTY, isWanted) => {
    const { written, progress } = watch(isTTY, isWanted);
    progress.say('one');
    vi.runAllTimers();
    progress.end();
    expect(written).toEqual([]);
  });
});
