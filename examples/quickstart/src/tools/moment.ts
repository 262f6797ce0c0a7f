import { Temporal } from 'temporal-polyfill';
import { toZone } from './time-zone.ts';

/** A day alone, or a point in time; with what had to be decided to get there. */
export interface Moment {
  readonly day: Temporal.PlainDate;
  /** Missing when only a day was written. */
  readonly at?: Temporal.ZonedDateTime;
  readonly note?: string;
}

const months =
  'january february march april may june july august september october november december';
const monthNames = months.split(' ');
const month = `(${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?`;
const isoDay = /(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?!\d)/;
const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month},?\\s+(\\d{4})\\b`, 'i');
const monthFirst = new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'i');
const near = /\b(yesterday|today|tomorrow)\b/i;
const clock =
  /(?<![\d:+-])(?:(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s?([ap]\.?m\b\.?)?|(\d{1,2})\s?([ap]\.?m\b\.?)|(noon|midnight)\b)/i;

/** Reads a day, a time of a day or both, with or without a zone, such as `2026-03-28 22:00 Europe/Berlin`. */
export function toMoment(written: string, now: Temporal.ZonedDateTime): Moment {
  const instant = toInstant(written.trim());
  if (instant) return { day: instant.toPlainDate(), at: instant };
  let rest = ` ${written} `.replace(/(?<=\d)T(?=\d)|[[\](),]/gi, ' ');
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.replace(pattern, ' ');
    return found;
  };
  const dated = readDay(take, written);
  const time = readTime(take, written);
  const place = rest
    .replace(/\b(?:at|in|on|the|now|time|o'clock)\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (dated === undefined && !time && !/\bnow\b/i.test(written)) {
    throw new Error(
      `"${written}" is neither a day nor a time that I can read. Write it as 2026-03-28, 15:30 or "2026-03-28 22:00 Europe/Berlin".`,
    );
  }
  const here = now.withTimeZone(place ? toZone(place) : now.timeZoneId);
  const day = typeof dated === 'number' ? here.toPlainDate().add({ days: dated }) : dated;
  if (day && !time) return { day };
  if (!time) return { day: here.toPlainDate(), at: here };
  return toPoint((day ?? here.toPlainDate()).toPlainDateTime(time), here.timeZoneId);
}

/** A time of a zone; where its clocks leave an hour out or have it twice, it says what was taken. */
export function toPoint(local: Temporal.PlainDateTime, zone: string): Moment {
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  const at = local.toZonedDateTime(zone);
  const moment = { day: at.toPlainDate(), at };
  if (first.equals(second)) return moment;
  const told = toClock(local);
  const isOtherDay = !at.toPlainDate().equals(local.toPlainDate());
  const taken = isOtherDay ? `${toClock(at)} on ${at.toPlainDate()}` : toClock(at);
  const note = at.toPlainDateTime().equals(local)
    ? `${told} comes twice on ${local.toPlainDate()} in ${zone}, where clocks go back; the first, ${at.offset}, was taken.`
    : `${told} does not exist on ${local.toPlainDate()} in ${zone}, where clocks go forward; ${taken} was taken.`;
  return { ...moment, note };
}

const toClock = (local: Temporal.PlainDateTime | Temporal.ZonedDateTime): string =>
  local.toPlainTime().toString({ smallestUnit: 'minute' });

const timestamp =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)(\[.+\])?$/i;

/** A full timestamp, which tells by itself which moment it is and in which zone. */
function toInstant(written: string): Temporal.ZonedDateTime | undefined {
  const [, day, time, offset = '', zone] = timestamp.exec(written) ?? [];
  if (!day) return undefined;
  if (/:60/.test(time ?? '')) {
    throw new Error(
      `"${written}" is a leap second, which clocks of computers leave out. Give the second before or after it.`,
    );
  }
  const inBrackets = zone ?? `[${offset.toUpperCase().replace('Z', 'UTC')}]`;
  try {
    return Temporal.ZonedDateTime.from(`${day}T${time}${offset}${inBrackets}`);
  } catch (cause) {
    throw new Error(`"${written}" is no moment of the calendar and its zone.`, { cause });
  }
}

type Take = (pattern: RegExp) => RegExpExecArray | null;

/** The day, or how many days it is away from today. */
function readDay(take: Take, written: string): Temporal.PlainDate | number | undefined {
  const away = take(near);
  if (away) return ['yesterday', 'today', 'tomorrow'].indexOf(away[0].toLowerCase()) - 1;
  const toMonth = (name = '') =>
    monthNames.findIndex((one) => one.startsWith(name.slice(0, 3).toLowerCase())) + 1;
  const iso = take(isoDay);
  if (iso) return checkDay(Number(iso[1]), Number(iso[2]), Number(iso[3]), written);
  const named = take(dayFirst);
  if (named) return checkDay(Number(named[3]), toMonth(named[2]), Number(named[1]), written);
  const turned = take(monthFirst);
  if (turned) return checkDay(Number(turned[3]), toMonth(turned[1]), Number(turned[2]), written);
  return undefined;
}

function checkDay(year: number, month: number, day: number, written: string): Temporal.PlainDate {
  const name = monthNames[month - 1];
  if (!name) throw new Error(`There is no month ${month} in "${written}". Months are 01 to 12.`);
  const last = Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
  if (day >= 1 && day <= last) return Temporal.PlainDate.from({ year, month, day });
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  throw new Error(`There is no day ${day} in ${title} ${year}: that month has ${last} days.`);
}

function readTime(take: Take, written: string): Temporal.PlainTime | undefined {
  const found = take(clock);
  if (!found) return undefined;
  const [, hours, minutes, seconds, half, onlyHours, otherHalf, word] = found;
  if (word) return Temporal.PlainTime.from({ hour: word.toLowerCase() === 'noon' ? 12 : 0 });
  const isHalf = (half ?? otherHalf)?.toLowerCase();
  const said = Number(hours ?? onlyHours);
  const hour = isHalf ? (said % 12) + (isHalf.startsWith('p') ? 12 : 0) : said;
  const [minute, second] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || (isHalf && (said > 12 || said < 1))) {
    throw new Error(
      `"${found[0].trim()}" in "${written}" is no time of a day. They go from 00:00 to 23:59.`,
    );
  }
  return Temporal.PlainTime.from({ hour, minute, second });
}
