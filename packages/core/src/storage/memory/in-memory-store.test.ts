import { describeStore } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { InMemoryStore } from '../index.ts';

describeStore({ describe, it }, 'in memory', () => new InMemoryStore());

const now = new Date(0);
const thread = (id: string) => ({ id, resourceId: 'u', createdAt: now, updatedAt: now });

describe('InMemoryStore', () => {
  it('differs: deletes the state of a thread with the thread', async () => {
    const store = new InMemoryStore();
    const [threads, states] = [await store.getStore('memory'), await store.getStore('threadState')];
    await threads.saveThread({ thread: thread('t') });
    await states.setState({ threadId: 't', type: 'task', value: [] });
    await threads.deleteThread({ threadId: 't' });
    expect(await states.getState({ threadId: 't', type: 'task' })).toBeUndefined();
  });

  it('differs: refuses ids that not every database can hold', async () => {
    const threads = await new InMemoryStore().getStore('memory');
    for (const id of ['', 'x'.repeat(401), 'a\0']) {
      await expect(threads.saveThread({ thread: thread(id) })).rejects.toMatchObject({
        id: 'STORE_ID_INVALID',
        message: expect.stringMatching(/^The threadId (is|holds)/),
        details: { status: 400, name: 'threadId' },
      });
    }
  });

  it('has nothing in common with another', async () => {
    const [one, other] = [new InMemoryStore(), new InMemoryStore()];
    await (await one.getStore('threads')).saveThread({ thread: thread('t') });
    expect((await (await other.getStore('threads')).listThreads()).total).toBe(0);
  });
});
