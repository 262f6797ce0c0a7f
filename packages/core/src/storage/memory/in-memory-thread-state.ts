import { copyData } from '../../base/copy-data.ts';
import { toOwnJson } from '../../base/json-safe.ts';
import { assertId } from '../check.ts';
import type { StateKey, ThreadStateStore, VersionedState } from '../thread-state.ts';

/** States of threads as long as the process lives. */
export class InMemoryThreadState implements ThreadStateStore {
  readonly #threads = new Map<string, Map<string, VersionedState>>();

  async getState<Value>(key: StateKey): Promise<Value | undefined> {
    return copyData(this.#get(key)?.value as Value | undefined);
  }

  async getVersionedState<Value>(key: StateKey): Promise<VersionedState<Value> | undefined> {
    return copyData(this.#get(key) as VersionedState<Value> | undefined);
  }

  async setState({ value, ...key }: StateKey & { readonly value: unknown }): Promise<void> {
    this.#set(key, value);
  }

  async compareAndSetState({
    value,
    expectedVersion,
    ...key
  }: StateKey & { readonly value: unknown; readonly expectedVersion: string | undefined }) {
    if (this.#get(key)?.version !== expectedVersion) return false;
    this.#set(key, value);
    return true;
  }

  async deleteState({ threadId, type }: StateKey): Promise<void> {
    assertKey({ threadId, type });
    this.#threads.get(threadId)?.delete(type);
  }

  async dangerouslyClearAll(): Promise<void> {
    this.#threads.clear();
  }

  /** What is left when its thread is deleted: nothing. */
  deleteThread(threadId: string): void {
    this.#threads.delete(threadId);
  }

  #get(key: StateKey): VersionedState | undefined {
    assertKey(key);
    return this.#threads.get(key.threadId)?.get(key.type);
  }

  #set(key: StateKey, value: unknown): void {
    assertKey(key);
    const states = this.#threads.get(key.threadId) ?? new Map<string, VersionedState>();
    this.#threads.set(key.threadId, states);
    states.set(key.type, { value: toOwnJson(value), version: globalThis.crypto.randomUUID() });
  }
}

function assertKey({ threadId, type }: StateKey): void {
  assertId(threadId, 'threadId');
  assertId(type, 'type');
}
