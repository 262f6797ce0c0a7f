import type { Temporal } from 'temporal-polyfill';
import { counted } from './counted.ts';
import { units } from './duration.ts';
import type { Moment } from './moment.ts';

/** A moment in words: `Sunday, 29 March 2026, 07:00 in Europe/Berlin (UTC+02:00)`. */
export function tellMoment({ day, at }: Moment): string {
  const named = (part: Intl.DateTimeFormatOptions) => day.toLocaleString('en-GB', part);
  const date = `${named({ weekday: 'long' })}, ${day.day} ${named({ month: 'long' })} ${day.year}`;
  if (!at) return date;
  const smallestUnit = at.second === 0 ? 'minute' : 'second';
  const time = at.toPlainTime().toString({ smallestUnit });
  const zone = /^[+-]/.test(at.timeZoneId) ? '' : ` in ${at.timeZoneId}`;
  return `${date}, ${time}${zone} (UTC${at.offset})`;
}

/** How far a day is from today: `in 3 days`, `1 day ago`. */
export function tellDistance(today: Temporal.PlainDate, day: Temporal.PlainDate): string {
  const { days } = today.until(day);
  if (days === 0) return 'today';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
}

/** The way from one moment to another, in words and as an ISO duration. Days are counted when one of them is a day. */
export function tellDifference(start: Moment, end: Moment): { message: string; iso: string } {
  if (start.at && end.at) {
    const last = end.at.withTimeZone(start.at.timeZoneId);
    const length = start.at.until(last, { largestUnit: 'day', smallestUnit: 'second' });
    const hours = Math.abs(start.at.until(last).total('hours'));
    const inHours = length.days === 0 ? '' : ` (${Number(hours.toFixed(2))} hours)`;
    return { message: `${toWay(length, start, end)}${inHours}.`, iso: String(length) };
  }
  const [from, to] = [start.day, end.day];
  const length = from.until(to);
  const others = [from.until(to, { largestUnit: 'week' }), from.until(to, { largestUnit: 'year' })];
  const told = inWords(length);
  const also = [...new Set(others.map(inWords))].filter((one) => one !== told);
  const tail = also.length > 0 ? ` (${also.join(', or ')})` : '';
  return { message: `${toWay(length, { day: from }, { day: to })}${tail}.`, iso: String(length) };
}

function toWay(length: Temporal.Duration, start: Moment, end: Moment): string {
  const back = length.sign < 0 ? ' back' : '';
  return `${inWords(length)}${back} from ${tellMoment(start)} to ${tellMoment(end)}`;
}

function inWords(length: Temporal.Duration): string {
  const parts = units.flatMap((unit) => {
    const count = Math.abs(length[`${unit}s`]);
    return count === 0 ? [] : [counted(count, unit)];
  });
  return parts.join(' ') || 'no time';
}
