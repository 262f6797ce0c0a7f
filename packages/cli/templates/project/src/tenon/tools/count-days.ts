import { createTool } from '@tenon/core/tools';
import { z } from 'zod';

const msPerDay = 24 * 60 * 60 * 1000;

/** Counts the days between two days, and how many of them are no weekend. */
export const countDays = createTool({
  id: 'count-days',
  description: 'Counts how many days, and how many weekdays, there are between two dates.',
  inputSchema: z.object({
    from: z.iso.date().describe('The day to start at, counted too, such as 2026-03-02'),
    to: z.iso.date().describe('The day to end before, such as 2026-12-24'),
  }),
  outputSchema: z.object({ days: z.number(), weekdays: z.number() }),
  execute: async ({ from, to }) => {
    const [start, end] = [Date.parse(from), Date.parse(to)];
    if (end < start) throw new Error(`${to} is before ${from}. Swap them.`);
    const days = (end - start) / msPerDay;
    const all = Array.from({ length: days }, (_, day) => new Date(start + day * msPerDay));
    return { days, weekdays: all.filter(isWeekday).length };
  },
});

const isWeekday = (day: Date): boolean => day.getUTCDay() !== 0 && day.getUTCDay() !== 6;
