import assert from 'node:assert/strict';
import type { KeptContent, KeptMessage, ThreadStore } from '@tenon/core/storage';
import { assertRefused, at, growing, oddValues, spoil } from '../odd.ts';
import type { StoreChecks } from '../store-suite.ts';
import { idsOf, message, messagesOf, thread } from './thread-kit.ts';

const content = (text: string, metadata?: Record<string, unknown>): KeptContent => ({
  format: 2,
  parts: [{ type: 'text', text } as { type: string }],
  ...(metadata && { metadata }),
});

/** Messages: saved, listed in pages, changed and deleted. */
export const messageChecks: StoreChecks<ThreadStore> = {
  'keeps messages as they are, of a thread that is not there too': async (threads) => {
    const full = message('m', 1, {
      role: 'assistant',
      type: 'text',
      content: { ...content('Hi', { modelId: 'x' }), content: 'Hi' },
    });
    const { threadId: _, resourceId: __, ...bare } = message('bare', 2);
    assert.deepEqual(await threads.saveMessages({ messages: [full, bare] }), {
      messages: [full, bare],
    });
    const read = await threads.listMessagesById({ messageIds: ['bare', 'm', 'unknown'] });
    assert.deepEqual(read.messages, [full, bare]);
    assert.deepEqual((await threads.listMessages({ threadId: 't' })).messages, [full]);
    assert.deepEqual(await threads.saveMessages({ messages: [] }), { messages: [] });
  },

  'puts a message in the place of the one with its id': async (threads) => {
    await threads.saveMessages({ messages: [message('a', 1), message('b', 1)] });
    const again = message('a', 1, { content: content('new'), role: 'assistant' });
    const twice = [message('c', 1), again, message('c', 1, { content: content('last') })];
    const { messages: saved } = await threads.saveMessages({ messages: twice });
    assert.equal(saved.length, 2);
    const { messages } = await threads.listMessages({ threadId: 't' });
    assert.deepEqual(messages, [
      again,
      message('b', 1),
      message('c', 1, { content: content('last') }),
    ]);
    await threads.saveMessages({ messages: [message('a', 5, { threadId: 'o' })] });
    assert.deepEqual(await messagesOf(threads), ['b', 'c']);
    assert.deepEqual(await messagesOf(threads, { threadId: 'o' }), ['a']);
  },

  'gives the newest page first, and within a page the oldest first': async (threads) => {
    const order = [3, 1, 5, 2, 4];
    await threads.saveMessages({ messages: order.map((n) => message(`m${n}`, n)) });
    const page = async (page: number, perPage: number | false, direction?: 'ASC' | 'DESC') => {
      const orderBy = direction && { field: 'createdAt' as const, direction };
      const list = await threads.listMessages({ threadId: 't', page, perPage, orderBy });
      return [idsOf(list.messages).join(' '), list.hasMore, list.total];
    };
    assert.deepEqual(await page(0, 2), ['m4 m5', true, 5]);
    assert.deepEqual(await page(1, 2), ['m2 m3', true, 5]);
    assert.deepEqual(await page(2, 2), ['m1', false, 5]);
    assert.deepEqual(await page(3, 2), ['', false, 5]);
    assert.deepEqual(await page(0, 2, 'DESC'), ['m4 m5', true, 5]);
    assert.deepEqual(await page(0, 2, 'ASC'), ['m1 m2', true, 5]);
    assert.deepEqual(await page(2, 2, 'ASC'), ['m5', false, 5]);
    assert.deepEqual(await page(0, 5), ['m1 m2 m3 m4 m5', false, 5]);
    assert.deepEqual(await page(0, false), ['m1 m2 m3 m4 m5', false, 5]);
    assert.deepEqual(await page(0, 0), ['', false, 5]);
    await assertRefused(() => page(-1, 2), 'STORE_OPTION_INVALID');
    await assertRefused(() => page(0, 2, 'newest' as never), 'STORE_OPTION_INVALID');
  },

  'keeps messages of one time in the order they were first saved': async (threads) => {
    const ids = Array.from({ length: 12 }, (_, index) => `m${index}`);
    await threads.saveMessages({ messages: ids.slice(0, 6).map((id) => message(id, 1)) });
    await threads.saveMessages({ messages: ids.slice(6).map((id) => message(id, 1)) });
    await threads.saveMessages({ messages: [message('m3', 1)] });
    assert.deepEqual(await messagesOf(threads), ids);
    assert.deepEqual(await messagesOf(threads, { perPage: 5 }), ids.slice(7));
    assert.deepEqual(await messagesOf(threads, { perPage: 5, page: 1 }), ids.slice(2, 7));
  },

  'lists messages of a time, with metadata, of a resource': async (threads) => {
    const messages: KeptMessage[] = [
      message('a', 1, { content: content('a', { kind: 'x' }) }),
      message('b', 2, { content: content('b', { kind: 'y' }), resourceId: 'v' }),
      message('c', 3, { threadId: 'o', content: content('c', { kind: 'x' }) }),
      message('d', 4, { role: 'signal', type: 'state' }),
    ];
    await threads.saveMessages({ messages });
    const within = (start?: Date, end?: Date) =>
      messagesOf(threads, { filter: { dateRange: { start, end } } });
    assert.deepEqual(await within(at(2), at(4)), ['b', 'd']);
    assert.deepEqual(await within(at(3)), ['d']);
    assert.deepEqual(await within(undefined, at(2)), ['a', 'b']);
    assert.deepEqual(await messagesOf(threads, { filter: { metadata: { kind: 'x' } } }), ['a']);
    assert.deepEqual(await messagesOf(threads, { resourceId: 'v' }), ['b']);
    const ofResource = async (options: object = {}) =>
      idsOf((await threads.listMessagesByResourceId({ resourceId: 'u', ...options })).messages);
    assert.deepEqual(await ofResource(), ['a', 'c', 'd']);
    assert.deepEqual(await ofResource({ perPage: 2 }), ['c', 'd']);
    assert.deepEqual(await ofResource({ filter: { metadata: { kind: 'x' } } }), ['a', 'c']);
    await assertRefused(() => within(new Date(Number.NaN)), 'STORE_OPTION_INVALID');
  },

  'marks a thread as changed when messages are saved': async (threads) => {
    const old = thread('t', { updatedAt: at(1) });
    await threads.saveThread({ thread: old });
    await threads.saveThread({ thread: { ...old, id: 'o' } });
    await threads.saveMessages({ messages: [message('m', 1)] });
    const updatedAt = async (threadId: string) =>
      (await threads.getThreadById({ threadId }))?.updatedAt.getTime() ?? 0;
    assert.ok(Date.now() - (await updatedAt('t')) < 60_000);
    assert.equal(await updatedAt('o'), at(1).getTime());
  },

  'saves all messages or none': async (threads) => {
    const wrong = message('c', 1, { createdAt: new Date(Number.NaN) });
    const messages = [message('a', 1), message('b', 1), wrong];
    await assertRefused(() => threads.saveMessages({ messages }), 'STORE_OPTION_INVALID');
    assert.deepEqual(await messagesOf(threads), []);
  },

  'changes what is given of messages that are there': async (threads) => {
    const given = message('a', 1, { content: content('old', { a: 1, b: 1 }) });
    await threads.saveMessages({ messages: [given, message('b', 2)] });
    const changed = await threads.updateMessages({
      messages: [
        { id: 'b', role: 'assistant', type: undefined },
        { id: 'a', content: { metadata: { b: 2, c: { d: 1 } } } },
        { id: 'a', content: { parts: [{ type: 'step-start' }] } },
        { id: 'unknown', role: 'user' },
      ],
    });
    const expected = [
      {
        ...given,
        content: {
          format: 2,
          parts: [{ type: 'step-start' }],
          metadata: { a: 1, b: 2, c: { d: 1 } },
        },
      },
      message('b', 2, { role: 'assistant' }),
    ];
    assert.deepEqual(changed, expected);
    assert.deepEqual((await threads.listMessages({ threadId: 't' })).messages, expected);
  },

  'loses none of many changes to a message at once': async (threads) => {
    await threads.saveMessages({ messages: [message('a', 1)] });
    const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);
    const change = (key: string) => ({ id: 'a', content: { metadata: { [key]: key } } });
    await Promise.all(keys.map((key) => threads.updateMessages({ messages: [change(key)] })));
    const { messages } = await threads.listMessagesById({ messageIds: ['a'] });
    assert.deepEqual(
      messages[0]?.content.metadata,
      Object.fromEntries(keys.map((key) => [key, key])),
    );
  },

  'keeps all messages that many save at once': async (threads) => {
    const ids = Array.from({ length: 24 }, (_, index) => `m${index}`);
    await Promise.all(
      ids.map((id) => threads.saveMessages({ messages: [message(id, 1), message('shared', 0)] })),
    );
    assert.deepEqual((await messagesOf(threads)).sort(), [...ids, 'shared'].sort());
  },

  'deletes messages that are there, and minds no others': async (threads) => {
    await threads.saveMessages({ messages: [message('a', 1), message('b', 2), message('c', 3)] });
    await threads.deleteMessages(['a', 'unknown', 'c']);
    await threads.deleteMessages([]);
    assert.deepEqual(await messagesOf(threads), ['b']);
  },

  'takes lists of thousands of messages': async (threads) => {
    const ids = Array.from({ length: 3_000 }, (_, index) => `m${index}`);
    await threads.saveMessages({ messages: ids.map((id, index) => message(id, index)) });
    assert.equal((await threads.listMessagesById({ messageIds: ids })).messages.length, 3_000);
    assert.deepEqual(await messagesOf(threads, { perPage: false }), ids);
    await threads.deleteMessages(ids.slice(1));
    assert.deepEqual(await messagesOf(threads), ['m0']);
  },

  'keeps contents, whatever they hold': async (threads) => {
    const messages = oddValues.map(([given], index) =>
      message(`m${index}`, index, {
        content: { format: 2, parts: [{ type: 'data-x', data: given } as { type: string }] },
      }),
    );
    await threads.saveMessages({ messages });
    const { messages: kept } = await threads.listMessages({ threadId: 't', perPage: false });
    for (const [index, [given, expected]] of oddValues.entries()) {
      assert.deepEqual(
        kept[index]?.content.parts,
        [{ type: 'data-x', data: expected }],
        `value ${index}, a ${typeof given}`,
      );
    }
  },

  'shares no message with those who save and read it': async (threads) => {
    const { value, grow } = growing();
    const given = message('a', 1, { content: { format: 2, parts: [], metadata: value } });
    const { messages: saved } = await threads.saveMessages({ messages: [given] });
    grow();
    given.createdAt.setTime(0);
    const expected = message('a', 1, {
      content: { format: 2, parts: [], metadata: { list: [{ n: 1 }] } },
    });
    assert.deepEqual(saved, [expected]);
    const { messages: read } = await threads.listMessages({ threadId: 't' });
    assert.deepEqual(read, [expected]);
    for (const copy of [...saved, ...read]) {
      spoil(copy.content.metadata);
      copy.createdAt.setTime(0);
    }
    const { messages } = await threads.listMessagesById({ messageIds: ['a'] });
    assert.deepEqual(messages, [expected]);
  },
};
