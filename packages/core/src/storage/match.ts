import { assertDate, optionInvalid } from './check.ts';
import type { MessageFilter, MetadataValue } from './threads.ts';

/** The keys that metadata must have, with their values. @throws TenonError `STORE_OPTION_INVALID` */
export function metadataWanted(
  metadata: Readonly<Record<string, MetadataValue | undefined>> = {},
): readonly (readonly [key: string, value: MetadataValue])[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (typeof value !== 'object' || value === null) return [[key, value] as const];
    throw optionInvalid('filter.metadata', 'takes texts, numbers, booleans and null');
  });
}

/** The ends of a range, which are within it. @throws TenonError `STORE_OPTION_INVALID` */
export function datesWanted({ dateRange: { start, end } = {} }: MessageFilter): {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
} {
  if (start !== undefined) assertDate(start, 'filter.dateRange.start');
  if (end !== undefined) assertDate(end, 'filter.dateRange.end');
  return { start, end };
}
