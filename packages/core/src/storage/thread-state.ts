/** One value: of a thread, by its type. */
export interface StateKey {
  readonly threadId: string;
  readonly type: string;
}

/** A value with the mark of its writing, which no other writing of it has. */
export interface VersionedState<Value = unknown> {
  readonly value: Value;
  readonly version: string;
}

/** Keeps one JSON value per thread and type, whether or not there is such a thread. It goes when its thread is deleted. */
export interface ThreadStateStore {
  /** A copy. */
  getState<Value = unknown>(key: StateKey): Promise<Value | undefined>;
  /** Takes the place of the value that was there. */
  setState<Value = unknown>(state: StateKey & { readonly value: Value }): Promise<void>;
  deleteState(key: StateKey): Promise<void>;
  /** Removes the values of all threads. */
  dangerouslyClearAll(): Promise<void>;
  /** The value, with what `compareAndSetState` asks for. */
  getVersionedState<Value = unknown>(key: StateKey): Promise<VersionedState<Value> | undefined>;
  /**
   * Writes the value where the one that is there still has the version that was read; `undefined` where there was none.
   * Whether it did. Of two that read the same version one succeeds.
   */
  compareAndSetState<Value = unknown>(
    state: StateKey & { readonly value: Value; readonly expectedVersion: string | undefined },
  ): Promise<boolean>;
}
