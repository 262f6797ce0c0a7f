import { Temporal } from 'temporal-polyfill';
import { nearest } from './nearest.ts';

/** What people say for a zone beside the cities that zones are named after. */
const sayings: Readonly<Record<string, string>> = {
  'America/Chicago': 'ct, cst, cdt, central, dallas, houston, austin, texas',
  'America/Denver': 'mt, mst, mdt, mountain',
  'America/Los_Angeles':
    'pt, pst, pdt, pacific, la, california, san francisco, seattle, san diego, las vegas',
  'America/New_York':
    'et, est, edt, eastern, nyc, new york city, boston, washington, philadelphia, atlanta, miami',
  'America/Sao_Paulo': 'rio de janeiro',
  'Asia/Dubai': 'abu dhabi',
  'Asia/Ho_Chi_Minh': 'vietnam',
  'Asia/Jerusalem': 'tel aviv',
  'Asia/Kathmandu': 'nepal',
  'Asia/Kolkata': 'ist, mumbai, delhi, new delhi, bangalore, chennai, hyderabad',
  'Asia/Shanghai': 'china, beijing, shenzhen, guangzhou',
  'Asia/Tokyo': 'jst, osaka, kyoto',
  'Europe/Berlin': 'cet, cest, munich, hamburg, frankfurt, cologne, stuttgart',
  'Europe/Istanbul': 'ankara',
  'Europe/Kyiv': 'ukraine',
  'Europe/Lisbon': 'portugal, porto',
  'Europe/London': 'bst, england, scotland, wales, edinburgh, manchester',
  'Europe/Madrid': 'spain, barcelona',
  'Europe/Paris': 'lyon, marseille',
  'Europe/Rome': 'milan, naples',
  'Europe/Zurich': 'geneva, bern, basel',
  UTC: 'utc, gmt, z, zulu',
};
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), ...Object.keys(sayings)])];
const known = new Map(
  zones.flatMap((zone) => {
    const words = sayings[zone]?.split(', ') ?? [];
    return [toKey(zone.split('/').at(-1)), ...words].map((word) => [word, zone]);
  }),
);

/** The zone that a name, a city, a country, an abbreviation or an offset means. */
export function toZone(written: string): string {
  const name = written.trim().replace(/\s+(?:local )?time$/i, '');
  const [, sign, hours = '', minutes = '00'] =
    /^(?:utc|gmt)?\s?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(name) ?? [];
  if (sign && Number(hours) < 24 && Number(minutes) < 60)
    return `${sign}${hours.padStart(2, '0')}:${minutes}`;
  const zone = known.get(toKey(name)) ?? toCountryZone(name) ?? toListedZone(name);
  if (zone) return zone;
  const alike = nearest(name, zones);
  const hint = alike.length > 0 ? ` Names like it: ${alike.join(', ')}.` : '';
  throw new Error(
    `There is no time zone "${name}".${hint} Give a zone such as Europe/Berlin, a large city, or an offset such as +02:00.`,
  );
}

function toKey(name = ''): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.toLowerCase().replace(/[_\s]+/g, ' ');
}

/** A name of the zone data base itself, in any case: `europe/berlin`, also old ones such as `Asia/Calcutta`. */
function toListedZone(name: string): string | undefined {
  try {
    const id = name.replace(/\s/g, '_');
    return /[a-z]/i.test(id)
      ? Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id).timeZoneId
      : undefined;
  } catch {
    return undefined;
  }
}

type WithZones = Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] };

const shortNames = new Map([
  ['usa', 'US'],
  ['us', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
]);

/** The zone of a country that has one time; one with several asks which. */
function toCountryZone(name: string): string | undefined {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const region =
    shortNames.get(toKey(name)) ??
    letters
      .flatMap((first) => letters.map((second) => first + second))
      .find((one) => names.of(one)?.toLowerCase() === name.toLowerCase());
  if (!region) return undefined;
  const locale = new Intl.Locale(`und-${region}`) as WithZones;
  const all = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const now = Temporal.Now.instant();
  const offsets = new Set(all.map((zone) => now.toZonedDateTimeISO(zone).offset));
  if (offsets.size > 1) {
    const some = all.slice(0, 8).join(', ');
    throw new Error(`${name} has several time zones. Name one of them, such as ${some}.`);
  }
  return all[0];
}
