import { describe, expect, it } from 'vitest';
import { readRun } from './read-run.ts';
import type { RunChunk } from './talker.ts';

const finish = (reason: string): RunChunk => ({
  type: 'finish',
  payload: { stepResult: { reason } },
});
const lost: RunChunk = { type: 'error', payload: { error: new Error('lost') } };

async function read(...chunks: readonly RunChunk[]): Promise<readonly string[]> {
  const taken: string[] = [];
  async function* all(): AsyncGenerator<RunChunk> {
    yield* chunks;
  }
  await readRun(all(), ({ type }) => taken.push(type));
  return taken;
}

describe('readRun', () => {
  it('hands on every chunk', async () => {
    expect(await read({ type: 'start' }, finish('stop'))).toEqual(['start', 'finish']);
  });

  it('throws what the run failed with', async () => {
    await expect(read(lost, finish('error'))).rejects.toThrow('lost');
    await expect(read(lost)).rejects.toThrow('lost');
    await expect(read({ type: 'error' })).rejects.toThrow('did not say why');
    await expect(read({ type: 'abort' }, finish('aborted'))).rejects.toThrow();
  });

  it('throws nothing for a failure that the run has outlived', async () => {
    expect(await read(lost, finish('stop'))).toEqual(['error', 'finish']);
  });

  it('names the processor that stopped the run, and its reason', async () => {
    const payload = { reason: 'No keys', processorId: 'guard' };
    await expect(read({ type: 'tripwire', payload })).rejects.toThrow(
      'The processor "guard" stopped the run: No keys',
    );
  });
});
