import { describe, expectTypeOf, it } from 'vitest';
import type { RunRecord } from '../journal/index.ts';
import type { StoredMessage } from '../messages/index.ts';
import {
  InMemoryStore,
  type KeptMessage,
  type KeptRecord,
  type RunStore,
  type Store,
  type ThreadStateStore,
  type ThreadStore,
} from './storage.ts';

describe('a store, in types', () => {
  it('hands out each domain under its name', () => {
    const store: Store = new InMemoryStore();
    expectTypeOf(store.getStore('runs')).resolves.toEqualTypeOf<RunStore>();
    expectTypeOf(store.getStore('memory')).resolves.toEqualTypeOf<ThreadStore>();
    expectTypeOf(store.getStore('threadState')).resolves.toEqualTypeOf<ThreadStateStore>();
    // @ts-expect-error there is no such domain
    store.getStore('thread').catch(() => {});
  });

  it('takes the records of a journal and the messages of a thread as they are', () => {
    expectTypeOf<RunRecord>().toExtend<KeptRecord>();
    expectTypeOf<StoredMessage>().toExtend<KeptMessage>();
  });

  it('asks for the brand of whoever writes one', () => {
    expectTypeOf<Pick<InMemoryStore, 'getStore'>>().not.toExtend<Store>();
  });
});
