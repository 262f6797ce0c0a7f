import { describe, expect, it } from 'vitest';
import { type ShownChunk, showRun, toMessage } from './show-run.ts';

async function show(chunks: ShownChunk[]) {
  let clock = 0;
  let text = '';
  const events: string[] = [];
  const source = (async function* () {
    yield* chunks;
  })();
  const options = {
    answer: (piece: string) => {
      text += piece;
    },
    event: (line: string) => events.push(line),
    now: () => {
      clock += 5;
      return clock;
    },
  };
  const failure = await showRun(source, options).catch((error: unknown) => error);
  return { text, events, failure };
}

const call = { toolCallId: '1', toolName: 'calculator' };

describe('what is shown of a run', () => {
  it('is each call as it happens, and the text as it comes', async () => {
    const { text, events, failure } = await show([
      { type: 'start', payload: {} },
      { type: 'tool-call', payload: { ...call, args: { expression: '1+1' } } },
      { type: 'tool-result', payload: { ...call, result: 2 } },
      { type: 'text-delta', payload: { text: 'It is ' } },
      { type: 'text-delta', payload: { text: '2.' } },
      { type: 'finish', payload: {} },
    ]);
    expect(text).toBe('It is 2.');
    expect(events).toEqual(['→ calculator {"expression":"1+1"}', '← calculator 2 (5 ms)']);
    expect(failure).toBeUndefined();
  });

  it('is the message of a failed call, and the error that ends a run is thrown', async () => {
    const end = new Error('no model');
    const { events, failure } = await show([
      { type: 'tool-call', payload: { ...call, args: {} } },
      { type: 'tool-error', payload: { ...call, error: new Error('It broke.') } },
      { type: 'error', payload: { error: end } },
    ]);
    expect(events[1]).toBe('✗ calculator: It broke. (5 ms)');
    expect(failure).toBe(end);
  });

  it('is short, and never a control character', async () => {
    const { text, events } = await show([
      { type: 'tool-result', payload: { ...call, result: 'x'.repeat(999) } },
      { type: 'text-delta', payload: { text: 'a\u001b[2Jb\n\u009bc' } },
    ]);
    expect(events[0]?.length).toBeLessThan(340);
    expect(text).toBe('a[2Jb\nc');
    expect(toMessage(new Error('one\n  two'))).toBe('one two');
  });
});
