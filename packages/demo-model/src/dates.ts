const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const month = `(${months.join('|')})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?`;

/** Matches the ways to say a day that `toDate` reads. */
export const datePattern = new RegExp(
  `\\b(?:on )?(?:(\\d{4}-\\d\\d-\\d\\d)(?:T[\\d:.]+Z?)?|(day after tomorrow|tomorrow|today|yesterday)|(?:next |this )?(${weekdays.join('|')})|(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}(?:,? (\\d{4}))?|${month} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?)\\b`,
  'i',
);

/** The day (`2026-03-12`) that a match of `datePattern` means, seen from `now`. */
export function toDate(match: RegExpMatchArray, now: Date): string {
  const [, iso, near, weekday, day1, month1, year1, month2, day2, year2] = match.map((part) =>
    part?.toLowerCase(),
  );
  const ahead = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  if (iso) return iso;
  if (near) return toIso(ahead({ yesterday: -1, today: 0, tomorrow: 1 }[near] ?? 2));
  if (weekday) return toIso(ahead((weekdays.indexOf(weekday) - now.getDay() + 7) % 7 || 7));
  const inYear = (year: number) =>
    new Date(year, months.indexOf(month1 ?? month2 ?? ''), Number(day1 ?? day2));
  const year = Number(year1 ?? year2 ?? now.getFullYear());
  return toIso(inYear(year1 || year2 || inYear(year) >= ahead(0) ? year : year + 1));
}

function toIso(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}
