import { describe, expect, it } from 'vitest';
import { toZone } from './time-zone.ts';

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['San Francisco', 'America/Los_Angeles'],
    ['Munich', 'Europe/Berlin'],
    ['London time', 'Europe/London'],
    ['EST', 'America/New_York'],
    ['Japan', 'Asia/Tokyo'],
    ['Germany', 'Europe/Berlin'],
    ['China', 'Asia/Shanghai'],
    ['Kyiv', 'Europe/Kyiv'],
    ['GMT', 'UTC'],
    ['UTC+2', '+02:00'],
    ['-0330', '-03:30'],
  ])('is found by %s', (written, zone) => {
    expect(toZone(written)).toBe(zone);
  });

  it.each(['', '1234', 'constructor', 'Mordor', 'UTC+99', 'GMT-3:75'])(
    'is not made up for %j',
    (written) => {
      expect(() => toZone(written)).toThrow(`There is no time zone "${written}".`);
    },
  );
});
