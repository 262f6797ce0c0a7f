import assert from 'node:assert/strict';
import type { ThreadStore } from '@tenon/core/storage';
import { assertRefused, assertRefusesIds, at, growing, oddIds, oddValues, spoil } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';
import { idsOf, message, messagesOf, thread } from './thread-kit.ts';

/** Threads: their fields, changes, lists and ends. */
export const threadChecks: StoreChecks<ThreadStore> = {
  'keeps threads, with fields that have a value alone': async (threads) => {
    const full = thread('t', { title: 'Weather', metadata: { a: [1, { b: null }] } });
    assert.deepEqual(await threads.createThread({ thread: full }), { thread: full, isNew: true });
    assert.deepEqual(await threads.getThreadById({ threadId: 't' }), full);
    await threads.saveThread({ thread: thread('bare') });
    assert.deepEqual(await threads.getThreadById({ threadId: 'bare' }), thread('bare'));
    assert.equal(await threads.getThreadById({ threadId: 'other' }), null);
  },

  'gives null for a thread of another resource': async (threads) => {
    await threads.saveThread({ thread: thread('t') });
    assert.equal(await threads.getThreadById({ threadId: 't', resourceId: 'v' }), null);
    assert.deepEqual(await threads.getThreadById({ threadId: 't', resourceId: 'u' }), thread('t'));
  },

  'creates a thread once, and saves it as often as it is told': async (threads) => {
    const [first, second] = [thread('t', { title: 'first' }), thread('t', { resourceId: 'v' })];
    await threads.createThread({ thread: first });
    assert.deepEqual(await threads.createThread({ thread: second }), {
      thread: first,
      isNew: false,
    });
    assert.deepEqual(await threads.getThreadById({ threadId: 't' }), first);
    assert.deepEqual(await threads.saveThread({ thread: second }), second);
    assert.deepEqual(await threads.getThreadById({ threadId: 't' }), second);
  },

  'gives a thread that many create at once to one of them, and the same to all': async (
    threads,
  ) => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        threads.createThread({ thread: thread('t', { resourceId: `u${index}` }) }),
      ),
    );
    const winner = results.findIndex(({ isNew }) => isNew);
    assert.equal(results.filter(({ isNew }) => isNew).length, 1);
    for (const { thread: given } of results) assert.equal(given.resourceId, `u${winner}`);
  },

  'merges metadata key by key when a thread is changed': async (threads) => {
    const metadata = { a: { deep: 1 }, b: 2 };
    await threads.saveThread({ thread: thread('t', { title: 'old', metadata }) });
    const changed = await threads.updateThread({
      id: 't',
      metadata: { a: { other: 1 }, b: undefined, c: null },
      updatedAt: at(5),
    });
    const expected = thread('t', {
      title: 'old',
      metadata: { a: { other: 1 }, b: 2, c: null },
      updatedAt: at(5),
    });
    assert.deepEqual(changed, expected);
    assert.deepEqual(await threads.getThreadById({ threadId: 't' }), expected);
    const { title, updatedAt, metadata: kept } = await threads.updateThread({ id: 't', title: '' });
    assert.deepEqual([title, kept], ['', expected.metadata]);
    assert.ok(Date.now() - updatedAt.getTime() < 60_000);
    await assertRefused(() => threads.updateThread({ id: 'other' }), 'STORE_THREAD_NOT_FOUND');
  },

  'loses none of many changes at once': async (threads) => {
    await threads.saveThread({ thread: thread('t') });
    const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);
    await Promise.all(
      keys.map((key) => threads.updateThread({ id: 't', metadata: { [key]: key } })),
    );
    const { metadata } = (await threads.getThreadById({ threadId: 't' })) ?? {};
    assert.deepEqual(metadata, Object.fromEntries(keys.map((key) => [key, key])));
  },

  'deletes a thread with its messages, and no other': async (threads) => {
    await threads.saveThread({ thread: thread('t') });
    await threads.saveThread({ thread: thread('o') });
    const messages = [message('m', 1), message('n', 2, { threadId: 'o' })];
    await threads.saveMessages({ messages });
    await threads.deleteThread({ threadId: 't' });
    await threads.deleteThread({ threadId: 't' });
    assert.equal(await threads.getThreadById({ threadId: 't' }), null);
    assert.deepEqual(await messagesOf(threads), []);
    assert.deepEqual(await messagesOf(threads, { threadId: 'o' }), ['n']);
    assert.deepEqual(idsOf((await threads.listThreads()).threads), ['o']);
    assert.deepEqual((await threads.listMessagesById({ messageIds: ['m'] })).messages, []);
  },

  'lists threads newest first, or as it is told': async (threads) => {
    await threads.saveThread({ thread: thread('a', { createdAt: at(1), updatedAt: at(9) }) });
    await threads.saveThread({ thread: thread('c', { createdAt: at(3), updatedAt: at(4) }) });
    await threads.saveThread({ thread: thread('b', { createdAt: at(2), updatedAt: at(5) }) });
    const list = async (
      field?: 'createdAt' | 'updatedAt',
      direction?: 'ASC' | 'DESC',
    ): Promise<string> => {
      const orderBy = { ...(field && { field }), ...(direction && { direction }) };
      return idsOf((await threads.listThreads({ orderBy })).threads).join('');
    };
    assert.equal(await list(), 'cba');
    assert.equal(await list('createdAt', 'ASC'), 'abc');
    assert.equal(await list('updatedAt'), 'abc');
    assert.equal(await list('updatedAt', 'ASC'), 'cba');
    await assertRefused(() => list('title' as never), 'STORE_OPTION_INVALID');
    await assertRefused(() => list('createdAt', 'asc' as never), 'STORE_OPTION_INVALID');
  },

  'gives threads in pages, those of one time in the order they were written': async (threads) => {
    for (const id of 'abcde') await threads.saveThread({ thread: thread(id) });
    const page = async (options: { page?: number; perPage?: number | false }) => {
      const orderBy = { direction: 'ASC' } as const;
      const { threads: found, ...info } = await threads.listThreads({ ...options, orderBy });
      return { ids: idsOf(found).join(''), ...info };
    };
    const total = 5;
    assert.deepEqual(await page({ perPage: 2 }), {
      ids: 'ab',
      total,
      page: 0,
      perPage: 2,
      hasMore: true,
    });
    assert.deepEqual(await page({ page: 2, perPage: 2 }), {
      ids: 'e',
      total,
      page: 2,
      perPage: 2,
      hasMore: false,
    });
    assert.deepEqual(await page({ perPage: false }), {
      ids: 'abcde',
      total,
      page: 0,
      perPage: false,
      hasMore: false,
    });
    assert.deepEqual(await page({ perPage: 0 }), {
      ids: '',
      total,
      page: 0,
      perPage: 0,
      hasMore: false,
    });
    assert.equal(idsOf((await threads.listThreads()).threads).join(''), 'edcba');
    assert.equal((await threads.listThreads()).perPage, 100);
  },

  'lists threads by resource and by metadata': async (threads) => {
    const save = (id: string, metadata: Record<string, unknown> | undefined, resourceId = 'u') =>
      threads.saveThread({ thread: thread(id, { resourceId, ...(metadata && { metadata }) }) });
    await save('a', { kind: 'x', n: 1, 'odd."key\'%': true });
    await save('b', { kind: 'x', n: '1', none: null });
    await save('c', undefined, 'v');
    await save('d', { kind: 'X', deep: { kind: 'x' } }, 'v');
    const list = async (filter: Parameters<ThreadStore['listThreads']>[0] & object) =>
      idsOf((await threads.listThreads(filter)).threads)
        .sort()
        .join('');
    const by = (metadata: Record<string, string | number | boolean | null | undefined>) =>
      list({ filter: { metadata } });
    assert.equal(await list({ filter: { resourceId: 'v' } }), 'cd');
    assert.equal(await by({ kind: 'x' }), 'ab');
    assert.equal(await by({ n: 1 }), 'a');
    assert.equal(await by({ n: '1' }), 'b');
    assert.equal(await by({ kind: 'x', n: 1 }), 'a');
    assert.equal(await by({ 'odd."key\'%': true }), 'a');
    assert.equal(await by({ none: null }), 'b');
    assert.equal(await by({ none: Number.NaN }), '');
    assert.equal(await by({ missing: null }), '');
    assert.equal(await by({ missing: undefined }), 'abcd');
    assert.equal(await by({ constructor: 'x' }), '');
    assert.equal(await list({ filter: { resourceId: 'v', metadata: { kind: 'x' } } }), '');
    const filter = { metadata: { deep: { kind: 'x' } as never } };
    await assertRefused(() => threads.listThreads({ filter }), 'STORE_OPTION_INVALID');
  },

  'keeps threads with odd ids apart': async (threads) => {
    for (const id of oddIds) {
      await threads.saveThread({ thread: thread(id, { resourceId: id, title: id }) });
      await threads.saveMessages({ messages: [message(id, 1, { threadId: id, resourceId: id })] });
    }
    for (const id of oddIds) {
      const found = await threads.getThreadById({ threadId: id, resourceId: id });
      assert.equal(found?.title, id);
      const { threads: list } = await threads.listThreads({ filter: { resourceId: id } });
      assert.deepEqual(idsOf(list), [id]);
      assert.deepEqual(await messagesOf(threads, { threadId: id }), [id]);
      const { messages } = await threads.listMessagesById({ messageIds: [id] });
      assert.deepEqual(idsOf(messages), [id]);
    }
  },

  'refuses ids and times that not every database can hold': async (threads) => {
    await assertRefusesIds(
      (id) => threads.createThread({ thread: thread(id) }),
      (id) => threads.saveThread({ thread: thread(id) }),
      (resourceId) => threads.saveThread({ thread: thread('t', { resourceId }) }),
      (threadId) => threads.getThreadById({ threadId }),
      (id) => threads.updateThread({ id }),
      (threadId) => threads.deleteThread({ threadId }),
      (id) => threads.saveMessages({ messages: [message('m', 1), message(id, 1)] }),
      (threadId) => threads.saveMessages({ messages: [message('m', 1, { threadId })] }),
      (threadId) => threads.listMessages({ threadId }),
      (resourceId) => threads.getResourceById({ resourceId }),
      (resourceId) => threads.updateResource({ resourceId }),
    );
    const createdAt = new Date(Number.NaN);
    await assertRefused(
      () => threads.saveThread({ thread: thread('t', { createdAt }) }),
      'STORE_OPTION_INVALID',
    );
    await assertRefused(
      () => threads.saveMessages({ messages: [message('m', 1, { createdAt })] }),
      'STORE_OPTION_INVALID',
    );
    assert.equal((await threads.listThreads()).total, 0);
    assert.deepEqual((await threads.listMessagesById({ messageIds: ['m'] })).messages, []);
  },

  'keeps metadata and titles, whatever they hold': async (threads) => {
    for (const [index, [given, kept]] of oddValues.entries()) {
      await threads.saveThread({ thread: thread('t', { metadata: { given } }) });
      const { metadata } = (await threads.getThreadById({ threadId: 't' })) ?? {};
      assert.deepEqual(metadata, { given: kept }, `value ${index}, a ${typeof given}`);
      if (typeof given !== 'string') continue;
      await threads.saveThread({ thread: thread('t', { title: given }) });
      assert.equal((await threads.getThreadById({ threadId: 't' }))?.title, kept);
    }
    const [early, late] = [new Date(-62_135_596_800_000), new Date(253_402_300_799_999)];
    const dated = thread('t', { createdAt: early, updatedAt: late });
    await threads.saveThread({ thread: dated });
    assert.deepEqual(await threads.getThreadById({ threadId: 't' }), dated);
  },

  'shares no thread with those who save and read it': async (threads) => {
    const { value, grow } = growing();
    const given = thread('t', { metadata: value, createdAt: at(1) });
    const saved = await threads.saveThread({ thread: given });
    grow();
    given.createdAt.setTime(0);
    const expected = thread('t', { metadata: { list: [{ n: 1 }] }, createdAt: at(1) });
    assert.deepEqual(saved, expected);
    const read = await threads.getThreadById({ threadId: 't' });
    assert.deepEqual(read, expected);
    for (const copy of [saved, read]) {
      spoil(copy?.metadata);
      copy?.createdAt.setTime(0);
    }
    assert.deepEqual((await threads.listThreads()).threads, [expected]);
  },
};
