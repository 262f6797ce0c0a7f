import type { Unit } from 'mathjs';
import { mathjs } from './mathjs.ts';
import { nearest } from './nearest.ts';

/** For each kind its common units: the name that is told, mathjs's after a "=", what else people write. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  length: [
    'mm millimetre',
    'cm centimetre',
    'm metre',
    'km kilometre',
    'inch in inches ″ "',
    'foot ft feet ′',
    'yard yd',
    'mile mi',
    'nautical_mile =nauticalmile nmi',
  ],
  mass: ['mg', 'g gram', 'kg kilo kilogram', 'tonne t', 'ounce oz', 'pound =lbm lb', 'stone st'],
  temperature: ['°C =degC c celsius centigrade', '°F =degF f fahrenheit', 'K =K k kelvin'],
  volume: [
    'ml millilitre',
    'l litre',
    'teaspoon tsp',
    'tablespoon tbsp',
    'fl_oz =floz fluidounce',
    'cup',
    'pint pt',
    'quart qt',
    'gallon gal',
  ],
  area: ['m^2 sqm', 'km^2', 'ft^2 sqft', 'acre', 'hectare ha'],
  speed: ['m/s mps', 'km/h kmh kph', 'mph =mi/h', 'knot kn kt kts'],
  data: ['bit', 'byte', 'kB kb', 'MB mb', 'GB gb', 'TB tb', 'KiB kib', 'MiB mib', 'GiB gib'],
  time: ['s second', 'minute min', 'hour h hr', 'day', 'week', 'month', 'year yr'],
  energy: ['J joule', 'kJ', 'cal calorie', 'kcal kilocalorie', 'Wh', 'kWh'],
  power: ['W watt', 'kW kilowatt', 'hp horsepower'],
  pressure: ['Pa pascal', 'hPa', 'bar', 'psi', 'atm'],
  angle: ['degree =deg °', 'radian =rad'],
};
const toTold = (row: string): string => row.replace(/ .*/, '').replace('_', ' ');
const toName = (row: string): string => /=(\S+)/.exec(row)?.[1] ?? toTold(row);
/** The units by their kinds, as errors and descriptions list them. */
export const unitList = Object.entries(kinds)
  .map(([kind, rows]) => `${kind}: ${rows.map(toTold).join(', ')}`)
  .join('; ');
const byWord = new Map(
  Object.values(kinds).flatMap((rows) =>
    rows.flatMap((row) =>
      row
        .replace('_', '')
        .split(/ =?/)
        .map((word) => [word, toName(row)] as const),
    ),
  ),
);

/** A quantity of a unit, by the names and spellings that people use: `miles per hour`, `square metres`, `°F`. */
export function toQuantity(value: number, written: string): Unit {
  const [, unit] = /^\s*[-+]?\.?\d[\d.,]*(?:e[-+]?\d+)?\s*([^/\s].*)$/i.exec(written) ?? [];
  if (unit !== undefined) {
    throw new Error(
      `"${written}" holds a number. Give the number as the value, and the unit alone: "${unit}".`,
    );
  }
  const math = mathjs();
  if (!math.Unit.isValuelessUnit('knot')) {
    math.createUnit({
      knot: '1852 m/hour',
      nauticalmile: '1852 m',
      cal: { definition: '4.184 J', prefixes: 'short' },
    });
    math.createUnit('acre', '43560 ft^2', { override: true }); // its own is rounded
  }
  for (const name of toSpellings(written)) {
    try {
      return math.unit(value, name);
    } catch {
      // Not a name by this spelling: the next may be.
    }
  }
  const alike = nearest(
    written,
    [...byWord.keys()].filter((word) => word.length > 2),
  );
  const hint =
    alike.length > 0 ? `Units like it: ${alike.join(', ')}` : `Known are, of ${unitList}`;
  throw new Error(`There is no unit "${written}". ${hint}.`);
}

/** The kind of a quantity, and the units that it can be told in. */
export function toKind(quantity: Unit): { kind: string; units: string[] } {
  for (const [kind, rows] of Object.entries(kinds)) {
    if (toQuantity(1, toName(rows[0] as string)).equalBase(quantity)) {
      return { kind, units: rows.map(toTold) };
    }
  }
  return { kind: 'another kind', units: [] };
}

/** Where the case tells a million from a thousandth, or bits from bytes: `Mm`, `Mg`, `Gb`, `kN`. */
const prefixed = /^(?:[MGT]\p{Ll}|k\p{Lu})$/u;

/** What a unit may be called by: as it is written, in lower case, in the singular, in plain spelling. */
function toSpellings(written: string): string[] {
  const bare = written.trim().replace(/\s+/g, ' ').replace(/²/g, '^2').replace(/³/g, '^3');
  const plain = bare
    .replace(/\bdegrees?\s(?=[a-z])/i, '')
    .replace(/\bper\s(?:an?\s)?/gi, '/')
    .replace(/\s?\/\s?/g, '/')
    .replace(/\b(?:square|sq\.?)\s?(\p{L}+)/giu, '$1^2')
    .replace(/\b(?:cubic|cu\.?)\s?(\p{L}+)/giu, '$1^3')
    .replace(/(met|lit)re/gi, '$1er')
    .replace(/\s/g, '');
  const spelled = [bare, plain, plain.toLowerCase()].flatMap((word) => [word, toSingular(word)]);
  const parts = (word: string) =>
    word.replace(/[^/^\d*]+/g, (part) => byWord.get(part) ?? byWord.get(toSingular(part)) ?? part);
  return [
    prefixed.test(bare) ? bare : '',
    ...spelled.map((word) => byWord.get(word) ?? ''),
    ...spelled,
    ...spelled.map(parts),
  ].filter(Boolean);
}

const toSingular = (word: string): string => word.replace(/(?<=\p{L}{2})s\b/gu, '');
