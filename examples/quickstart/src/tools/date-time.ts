import { createTool } from '@tenon/core/tools';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { toDuration } from './duration.ts';
import { type Moment, toMoment, toPoint } from './moment.ts';
import { tellDifference, tellDistance, tellMoment } from './tell-moment.ts';
import { toZone } from './time-zone.ts';

export interface DateTimeToolOptions {
  readonly now?: () => Date;
  /** The zone of times that are written without one. Default: that of this machine. */
  readonly localZone?: string;
}

/** Makes the tool for dates and times. Its arguments combine: take `time`, move it, tell it elsewhere. */
export function createDateTimeTool(options: DateTimeToolOptions = {}) {
  const readClock = options.now ?? (() => new Date());
  return createTool({
    id: 'date-time',
    description:
      'Tells dates and times in any time zone, and reckons with them. Tells the current day and time, or another moment, by the clock in a city; converts a time from one zone to another; adds a length of time to a date or takes it away; counts how long, how many days, weeks or hours, it is from one date until another.',
    inputSchema: z.object({
      time: z
        .string()
        .max(100)
        .optional()
        .describe(
          'The date, time or both to start from, with its zone where that is known: "2026-03-28 22:00 Europe/Berlin", "15:30 New York", "2026-03-01", "tomorrow". Now when left out',
        ),
      add: z
        .string()
        .max(100)
        .optional()
        .describe(
          'The duration to add (plus, later, after): "8 hours", "1 month 2 days". To subtract (minus, ago, before): "-3 days"',
        ),
      zone: z
        .string()
        .max(100)
        .optional()
        .describe('The time zone or city to tell the result in, such as "Asia/Tokyo" or "London"'),
      until: z
        .string()
        .max(100)
        .optional()
        .describe(
          'Written as time is: a later date or time, to count how long, how many days, weeks, months or hours, it is until then',
        ),
    }),
    outputSchema: z.object({
      message: z.string(),
      iso: z.string(),
      note: z.string().optional(),
    }),
    execute: async ({ time = 'now', add, zone, until }) => {
      const local = options.localZone ?? Temporal.Now.timeZoneId();
      const seconds = Math.floor(readClock().getTime() / 1000);
      const instant = Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
      const now = instant.toZonedDateTimeISO(local);
      const start = toMoment(time, now);
      if (until !== undefined) {
        const end = toMoment(until, start.at ?? now);
        return { ...tellDifference(start, end), ...toNote(start.note, end.note) };
      }
      const moved = add === undefined ? start : move(start, add, now);
      const at = zone === undefined ? moved.at : moved.at?.withTimeZone(toZone(zone));
      const result = at ? { day: at.toPlainDate(), at } : moved;
      const isFar = !at && add === undefined;
      const distance = isFar ? `, ${tellDistance(now.toPlainDate(), result.day)}` : '';
      const message = `${tellMoment(result)}${distance}.`;
      const notes = [start.note, add === undefined ? undefined : moved.note];
      return { message, iso: String(at ?? result.day), ...toNote(...notes) };
    },
  });
}

/** Days and longer go by the calendar, hours and less by the time that really passes. */
function move(start: Moment, add: string, now: Temporal.ZonedDateTime): Moment {
  const length = toDuration(add);
  const isOfDays = [length.hours, length.minutes, length.seconds].every((count) => count === 0);
  try {
    if (!start.at && isOfDays) return { day: start.day.add(length) };
    const from = start.at ?? start.day.toZonedDateTime(now.timeZoneId);
    if (!isOfDays || length.blank) {
      const at = from.add(length);
      return { day: at.toPlainDate(), at };
    }
    return toPoint(from.toPlainDateTime().add(length), from.timeZoneId);
  } catch (cause) {
    throw new Error(`"${add}" leads beyond the years that can be reckoned with.`, { cause });
  }
}

function toNote(...notes: (string | undefined)[]): { note?: string } {
  const note = notes.filter((one) => one !== undefined).join(' ');
  return note === '' ? {} : { note };
}
