import type { StoredMessage } from '../messages/index.ts';

type Kept = Date | Uint8Array | URL | ((...given: never) => unknown);

/** The same data, for who owns it and may change it. */
type Writable<T> = T extends Kept
  ? T
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T;

/**
 * A message as processors see it: the form that threads keep, which one assistant message has for all steps of a run.
 * It is the processor's own copy, and counts once it is returned.
 */
export type ProcessorMessage = Writable<StoredMessage>;
