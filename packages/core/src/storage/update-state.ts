import type { StateKey, ThreadStateStore } from './thread-state.ts';

/**
 * Changes a value by a function of the one that is there, and gives what it wrote. Where somebody else wrote meanwhile,
 * the function is called again with what they wrote: no change is lost.
 */
export async function updateState<Value>(
  states: ThreadStateStore,
  { threadId, type }: StateKey,
  change: (value: Value | undefined) => Value,
): Promise<Value> {
  const key = { threadId, type };
  for (;;) {
    const read = await states.getVersionedState<Value>(key);
    const value = change(read?.value);
    const expectedVersion = read?.version;
    if (await states.compareAndSetState({ ...key, value, expectedVersion })) return value;
  }
}
