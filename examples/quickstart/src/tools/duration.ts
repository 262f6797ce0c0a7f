import { Temporal } from 'temporal-polyfill';

/** What lengths of time are told in, the longest first. */
export const units = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
const names = 'years?|months?|weeks?|days?|hours?|hrs?|h|minutes?|mins?|seconds?|secs?';
const part = new RegExp(`([-+]?\\d+(?:\\.\\d+)?|\\ban?\\b|\\bone\\b)\\s?(${names})\\b`, 'gi');
const backward = /^\s*(?:-|minus\b|subtract\b)|\b(?:ago|before|earlier)\s*$/i;

/** Reads a length of time: `8 hours`, `-3 days`, `1 month and 2 weeks`, `2 days ago`, or ISO such as `P1DT2H`. */
export function toDuration(written: string): Temporal.Duration {
  if (/^[-+]?PT?\d/i.test(written.trim())) return toIso(written.trim());
  const found: Partial<Record<`${(typeof units)[number]}s`, number>> = {};
  const body = written.replace(/^\s*(?:-\s?|\+\s?)(?=\d)/, '');
  const rest = body.replace(part, (_, amount: string, name: string) => {
    const unit = units.find((one) =>
      one.startsWith(
        name
          .slice(0, 2)
          .toLowerCase()
          .replace(/^hr$|^h$/, 'ho'),
      ),
    );
    const count = /^[ao]/i.test(amount) ? 1 : Number(amount);
    if (unit === undefined || (!Number.isInteger(count) && !/hour|minute/.test(unit))) {
      throw new Error(
        `"${written}" has a part of a ${unit}. Write it in whole smaller units, such as 36 hours.`,
      );
    }
    if (Number.isInteger(count)) found[`${unit}s`] = (found[`${unit}s`] ?? 0) + count;
    else found.seconds = Math.round(count * (unit === 'hour' ? 3600 : 60)) + (found.seconds ?? 0);
    return ' ';
  });
  const filler =
    /\b(?:and|plus|minus|add|subtract|after|later|before|earlier|ago|in|from|now)\b|[,+]/gi;
  if (Object.keys(found).length === 0 || rest.replace(filler, '').trim() !== '') {
    throw new Error(
      `"${written}" is not a length of time that I can read. Write it as "8 hours", "-3 days" or "1 month 2 weeks".`,
    );
  }
  const counts = Object.values(found);
  if (counts.some((count) => count < 0) && counts.some((count) => count > 0)) {
    throw new Error(`"${written}" goes forward and back at once. Add one, then the other.`);
  }
  const length = toLength(found, written);
  return backward.test(written) ? length.negated() : length;
}

function toLength(found: Temporal.DurationLike, written: string): Temporal.Duration {
  try {
    return Temporal.Duration.from(found);
  } catch (cause) {
    throw new Error(`"${written}" leads beyond the years that can be reckoned with.`, { cause });
  }
}

function toIso(written: string): Temporal.Duration {
  try {
    return Temporal.Duration.from(written);
  } catch (cause) {
    throw new Error(`"${written}" is not an ISO 8601 duration such as P1DT8H.`, { cause });
  }
}
