import assert from 'node:assert/strict';
import type { ThreadStore } from '@tenon/core/storage';
import type { StoreChecks } from '../store-suite.ts';
import { idsOf, message } from './thread-kit.ts';

interface PlainMessage {
  readonly id: string;
  readonly thread: string;
  readonly ms: number;
}

/** Pages of messages are the same as those of a plain sorted list. */
export const modelCheck: StoreChecks<ThreadStore> = {
  'pages as a plain list would be paged, whatever is saved and deleted': async (threads) => {
    const { default: fc } = await import('fast-check');
    let round = 0;
    const saved = fc.record({
      n: fc.integer({ min: 0, max: 7 }),
      thread: fc.constantFrom('a', 'b'),
      ms: fc.integer({ min: 0, max: 3 }),
    });
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          does: fc.constant('save' as const),
          messages: fc.array(saved, { maxLength: 5 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          does: fc.constant('delete' as const),
          numbers: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          does: fc.constant('delete-thread' as const),
          thread: fc.constantFrom('a', 'b'),
        }),
      },
    );
    const paging = fc.record({
      page: fc.integer({ min: 0, max: 3 }),
      perPage: fc.oneof(fc.constant(false as const), fc.integer({ min: 0, max: 4 })),
      direction: fc.constantFrom('ASC' as const, 'DESC' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), paging, async (steps, asked) => {
        round++;
        const idOf = (n: number): string => `${round}-${n}`;
        const threadOf = (name: string): string => `${round}-${name}`;
        const plain = new Map<string, PlainMessage>();
        for (const next of steps) {
          if (next.does === 'save') {
            const messages = next.messages.map(({ n, thread, ms }) =>
              message(idOf(n), ms, { threadId: threadOf(thread) }),
            );
            await threads.saveMessages({ messages });
            for (const { n, thread, ms } of next.messages) {
              plain.set(idOf(n), { id: idOf(n), thread, ms });
            }
          } else if (next.does === 'delete') {
            await threads.deleteMessages(next.numbers.map(idOf));
            for (const n of next.numbers) plain.delete(idOf(n));
          } else {
            await threads.deleteThread({ threadId: threadOf(next.thread) });
            for (const { id, thread } of plain.values()) {
              if (thread === next.thread) plain.delete(id);
            }
          }
        }
        const { page, perPage, direction } = asked;
        for (const name of ['a', 'b']) {
          const all = [...plain.values()]
            .filter(({ thread }) => thread === name)
            .sort((left, right) => left.ms - right.ms);
          const { messages, total } = await threads.listMessages({
            threadId: threadOf(name),
            page,
            perPage,
            orderBy: { direction },
          });
          assert.equal(total, all.length);
          const [from, to] =
            perPage === false ? [0, total] : [page * perPage, (page + 1) * perPage];
          const ordered = direction === 'DESC' ? [...all].reverse() : all;
          const expected = ordered.slice(from, to);
          if (direction === 'DESC') expected.reverse();
          assert.deepEqual(idsOf(messages), idsOf(expected));
        }
      }),
      { numRuns: 40 },
    );
  },
};
