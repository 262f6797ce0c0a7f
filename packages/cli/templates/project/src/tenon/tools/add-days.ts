import { createTool } from '@tenon/core/tools';
import { z } from 'zod';

/** Finds the date that lies a number of days after another, or before it where the number is negative. */
export const addDays = createTool({
  id: 'add-days',
  description: 'Adds days to a date: finds the date and the weekday some days after it.',
  inputSchema: z.object({
    date: z.iso.date().describe('The date to count from, such as 2026-03-02'),
    days: z
      .number()
      .int()
      .min(-36_500)
      .max(36_500)
      .describe('How many days after it, -36500 to 36500'),
  }),
  outputSchema: z.object({ date: z.iso.date(), weekday: z.string() }),
  execute: async ({ date, days }) => {
    const found = new Date(date);
    found.setUTCDate(found.getUTCDate() + days);
    const weekday = found.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    return { date: found.toISOString().slice(0, 10), weekday };
  },
});
