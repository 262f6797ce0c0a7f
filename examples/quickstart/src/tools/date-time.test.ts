import { isValidationError } from '@tenon/core/tools';
import { describe, expect, it } from 'vitest';
import { createDateTimeTool } from './date-time.ts';

type Input = { time?: string; add?: string; zone?: string; until?: string };
const tool = createDateTimeTool({
  now: () => new Date('2026-01-15T10:00:00.789Z'),
  localZone: 'Europe/London',
});

async function tell(input: Input) {
  const output = await tool.execute(input);
  if (isValidationError(output)) throw new Error('refused');
  return output;
}

describe('the tool for dates and times', () => {
  it.each<[Input, string]>([
    [{}, 'Thursday, 15 January 2026, 10:00 in Europe/London (UTC+00:00).'],
    [{ zone: 'Tokyo' }, 'Thursday, 15 January 2026, 19:00 in Asia/Tokyo (UTC+09:00).'],
    [{ time: 'now in Tokyo' }, 'Thursday, 15 January 2026, 19:00 in Asia/Tokyo (UTC+09:00).'],
    [
      { time: '15:30 New York 2026-07-01', zone: 'Berlin' },
      'Wednesday, 1 July 2026, 21:30 in Europe/Berlin (UTC+02:00).',
    ],
    [{ time: '3pm', zone: '+05:30' }, 'Thursday, 15 January 2026, 20:30 (UTC+05:30).'],
    [{ time: '12am', zone: 'UTC' }, 'Thursday, 15 January 2026, 00:00 in UTC (UTC+00:00).'],
    [{ time: 'noon', zone: 'UTC' }, 'Thursday, 15 January 2026, 12:00 in UTC (UTC+00:00).'],
    [
      { time: '2026-03-28T22:00:00Z', zone: 'Berlin' },
      'Saturday, 28 March 2026, 23:00 in Europe/Berlin (UTC+01:00).',
    ],
    [{ time: '2026-03-28 22:00 +02:00' }, 'Saturday, 28 March 2026, 22:00 (UTC+02:00).'],
    [{ time: 'tomorrow' }, 'Friday, 16 January 2026, in 1 day.'],
    [{ time: '2026-01-01' }, 'Thursday, 1 January 2026, 14 days ago.'],
    [{ time: 'March 3rd, 2026' }, 'Tuesday, 3 March 2026, in 47 days.'],
    [{ time: '24 December 2026' }, 'Thursday, 24 December 2026, in 343 days.'],
  ])('tells %j', async (input, message) => {
    expect((await tell(input)).message).toBe(message);
  });

  it.each<[Input, string]>([
    [
      { time: '2026-03-28 22:00 Europe/Berlin', add: '8 hours' },
      '2026-03-29T07:00:00+02:00[Europe/Berlin]',
    ],
    [
      { time: '2026-03-28 22:00 Europe/Berlin', add: '1 day' },
      '2026-03-29T22:00:00+02:00[Europe/Berlin]',
    ],
    [{ time: '2026-01-31', add: '1 month' }, '2026-02-28'],
    [{ time: 'today', add: 'plus 90 days' }, '2026-04-15'],
    [{ add: '3 weeks ago' }, '2025-12-25T10:00:00+00:00[Europe/London]'],
    [{ add: 'minus 2 days and 1 hour' }, '2026-01-13T09:00:00+00:00[Europe/London]'],
    [{ add: '1.5 hours' }, '2026-01-15T11:30:00+00:00[Europe/London]'],
    [{ add: 'an hour' }, '2026-01-15T11:00:00+00:00[Europe/London]'],
    [{ add: 'P1DT2H' }, '2026-01-16T12:00:00+00:00[Europe/London]'],
    [{ time: '2026-01-31', add: '90 minutes' }, '2026-01-31T01:30:00+00:00[Europe/London]'],
  ])('adds and takes away by the calendar and the clock: %j', async (input, iso) => {
    expect((await tell(input)).iso).toBe(iso);
  });

  it.each<[Input, string, string]>([
    [
      { time: '2026-03-01', until: '2026-12-24' },
      'P298D',
      '298 days from Sunday, 1 March 2026 to Thursday, 24 December 2026 (42 weeks 4 days, or 9 months 23 days).',
    ],
    [
      { time: '2026-12-24', until: '2026-12-20' },
      '-P4D',
      '4 days back from Thursday, 24 December 2026 to Sunday, 20 December 2026.',
    ],
    [
      { time: '2026-03-28 12:00 Berlin', until: '2026-03-29 12:00 Berlin' },
      'P1D',
      '1 day from Saturday, 28 March 2026, 12:00 in Europe/Berlin (UTC+01:00) to Sunday, 29 March 2026, 12:00 in Europe/Berlin (UTC+02:00) (23 hours).',
    ],
  ])('counts the way from one to another: %j', async (input, iso, message) => {
    expect(await tell(input)).toEqual({ iso, message });
  });

  it('says what it took where clocks leave an hour out or have it twice', async () => {
    expect(await tell({ time: '2026-03-29 02:30 Europe/Berlin' })).toMatchObject({
      iso: '2026-03-29T03:30:00+02:00[Europe/Berlin]',
      note: '02:30 does not exist on 2026-03-29 in Europe/Berlin, where clocks go forward; 03:30 was taken.',
    });
    expect(await tell({ time: '2026-10-25 02:30 Europe/Berlin' })).toMatchObject({
      iso: '2026-10-25T02:30:00+02:00[Europe/Berlin]',
      note: '02:30 comes twice on 2026-10-25 in Europe/Berlin, where clocks go back; the first, +02:00, was taken.',
    });
  });

  it('says what it took where a step of days leads into such an hour, or clocks leave a day out', async () => {
    expect(await tell({ time: '2026-03-28 02:30 Europe/Berlin', add: '1 day' })).toMatchObject({
      iso: '2026-03-29T03:30:00+02:00[Europe/Berlin]',
      note: '02:30 does not exist on 2026-03-29 in Europe/Berlin, where clocks go forward; 03:30 was taken.',
    });
    expect(await tell({ time: '2026-10-25T02:30:00+01:00[Europe/Berlin]', add: '1 hour' })).toEqual(
      {
        message: 'Sunday, 25 October 2026, 03:30 in Europe/Berlin (UTC+01:00).',
        iso: '2026-10-25T03:30:00+01:00[Europe/Berlin]',
      },
    );
    expect(await tell({ time: '2011-12-30 10:00 Pacific/Apia' })).toMatchObject({
      iso: '2011-12-31T10:00:00+14:00[Pacific/Apia]',
      note: '10:00 does not exist on 2011-12-30 in Pacific/Apia, where clocks go forward; 10:00 on 2011-12-31 was taken.',
    });
  });

  it.each<[Input, string]>([
    [{ time: '2026-02-30' }, 'There is no day 30 in February 2026: that month has 28 days.'],
    [{ time: '29 February 2027' }, 'There is no day 29 in February 2027: that month has 28 days.'],
    [{ time: '2026-13-01' }, 'There is no month 13 in "2026-13-01". Months are 01 to 12.'],
    [{ time: '25:00' }, '"25:00" in "25:00" is no time of a day. They go from 00:00 to 23:59.'],
    [{ time: 'gibberish' }, '"gibberish" is neither a day nor a time that I can read. Write it as'],
    [{ time: '2026-02-30T10:00:00Z' }, 'is no moment of the calendar and its zone.'],
    [
      { zone: 'Europe/Berln' },
      'There is no time zone "Europe/Berln". Names like it: Europe/Berlin,',
    ],
    [
      { time: '10:00 Mordor' },
      'There is no time zone "Mordor". Give a zone such as Europe/Berlin,',
    ],
    [{ zone: 'Australia' }, 'Australia has several time zones. Name one of them, such as '],
    [{ add: '1.5 days' }, 'Write it in whole smaller units, such as 36 hours.'],
    [
      { add: '2 working days' },
      '"2 working days" is not a length of time that I can read. Write it',
    ],
    [
      { add: '1 day -2 hours' },
      '"1 day -2 hours" goes forward and back at once. Add one, then the other.',
    ],
    [
      { add: '99999999999999999999 hours' },
      '"99999999999999999999 hours" leads beyond the years that can be reckoned with.',
    ],
    [
      { time: '2016-12-31T23:59:60Z' },
      '"2016-12-31T23:59:60Z" is a leap second, which clocks of computers leave out. Give the second before or after it.',
    ],
    [{ add: 'P1X' }, '"P1X" is not an ISO 8601 duration such as P1DT8H.'],
    [{ add: '999999 years' }, '"999999 years" leads beyond the years that can be reckoned with.'],
  ])('names what it cannot take, and the way out: %j', async (input, message) => {
    await expect(tell(input)).rejects.toThrow(message);
  });
});
