import assert from 'node:assert/strict';
import { cloneThread, type ThreadStore } from '@tenon/core/storage';
import { assertRefused, at } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';
import { idsOf, message, messagesOf, thread } from './thread-kit.ts';

/** Copies of threads. */
export const cloneChecks: StoreChecks<ThreadStore> = {
  'copies a thread with its messages, under new ids': async (threads) => {
    await threads.saveThread({ thread: thread('t', { title: 'Old', metadata: { a: 1, b: 1 } }) });
    await threads.saveMessages({ messages: [message('m', 1), message('n', 2)] });
    const {
      thread: clone,
      clonedMessages,
      messageIdMap,
    } = await cloneThread(threads, {
      sourceThreadId: 't',
      newThreadId: 'c',
      resourceId: 'v',
      metadata: { b: 2 },
    });
    const { title, metadata, resourceId } = clone;
    assert.deepEqual([title, metadata, resourceId], ['Old', { a: 1, b: 2 }, 'v']);
    assert.deepEqual(await threads.getThreadById({ threadId: 'c' }), clone);
    const { messages } = await threads.listMessages({ threadId: 'c' });
    assert.deepEqual(messages, clonedMessages);
    assert.deepEqual(idsOf(messages), [messageIdMap.get('m'), messageIdMap.get('n')]);
    assert.deepEqual(messages, [
      message(messageIdMap.get('m') ?? '', 1, {
        threadId: 'c',
        resourceId: 'v',
        content: message('m', 1).content,
      }),
      message(messageIdMap.get('n') ?? '', 2, {
        threadId: 'c',
        resourceId: 'v',
        content: message('n', 2).content,
      }),
    ]);
    assert.deepEqual(await messagesOf(threads), ['m', 'n']);
    await threads.deleteThread({ threadId: 'c' });
    assert.deepEqual(await messagesOf(threads), ['m', 'n']);
  },

  'copies the messages that are asked for': async (threads) => {
    await threads.saveThread({ thread: thread('t') });
    await threads.saveMessages({ messages: [1, 2, 3, 4].map((n) => message(`m${n}`, n)) });
    const copied = async (options: Parameters<typeof cloneThread>[1]['options']) => {
      const { thread, messageIdMap } = await cloneThread(threads, { sourceThreadId: 't', options });
      assert.equal((await messagesOf(threads, { threadId: thread.id })).length, messageIdMap.size);
      return [...messageIdMap.keys()].join(' ');
    };
    assert.equal(await copied(undefined), 'm1 m2 m3 m4');
    assert.equal(await copied({ messageLimit: 2 }), 'm3 m4');
    assert.equal(await copied({ messageLimit: 0 }), '');
    const messageIds = ['m1', 'm2', 'm4', 'unknown'];
    assert.equal(await copied({ messageFilter: { messageIds } }), 'm1 m2 m4');
    assert.equal(await copied({ messageFilter: { messageIds }, messageLimit: 2 }), 'm2 m4');
    assert.equal(await copied({ messageFilter: { messageIds }, messageLimit: 0 }), '');
    const messageFilter = { startDate: at(2), endDate: at(3) };
    assert.equal(await copied({ messageFilter }), 'm2 m3');
  },

  'copies no thread that is not there, and none over another': async (threads) => {
    const clone = (sourceThreadId: string, newThreadId: string) =>
      cloneThread(threads, { sourceThreadId, newThreadId });
    await assertRefused(() => clone('t', 'c'), 'STORE_THREAD_NOT_FOUND');
    await threads.saveThread({ thread: thread('t') });
    await threads.saveThread({ thread: thread('c', { title: 'mine' }) });
    await threads.saveMessages({ messages: [message('m', 1)] });
    await assertRefused(() => clone('t', 'c'), 'STORE_THREAD_EXISTS');
    assert.equal((await threads.getThreadById({ threadId: 'c' }))?.title, 'mine');
    assert.deepEqual(await messagesOf(threads, { threadId: 'c' }), []);
  },
};
