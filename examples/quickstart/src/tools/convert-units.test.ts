import { isValidationError } from '@tenon/core/tools';
import { describe, expect, it } from 'vitest';
import { convertUnitsTool } from './convert-units.ts';

async function convert(value: number, from: string, to: string) {
  const output = await convertUnitsTool.execute({ value, from, to });
  if (isValidationError(output)) throw new Error('refused');
  return output;
}

describe('the conversion of units', () => {
  it.each<[number, string, string, number]>([
    [5, 'miles', 'kilometres', 8.04672],
    [21, '°C', '°F', 69.8],
    [98.6, 'Fahrenheit', 'celsius', 37],
    [100, 'degrees Fahrenheit', 'degrees Celsius', 37.77777778],
    [72, 'F', 'C', 22.22222222],
    [0, 'Kelvin', 'C', -273.15],
    [150, 'pounds', 'kilograms', 68.0388555],
    [1, 'stone', 'lb', 14],
    [10, 'gallons', 'litres', 37.85411784],
    [2, 'fl oz', 'ml', 59.1470591],
    [3, 'tbsp', 'tsp', 9],
    [1, 'acre', 'm²', 4046.856422],
    [5, 'square feet', 'square metres', 0.4645152],
    [60, 'miles per hour', 'km/h', 96.56064],
    [10, 'knots', 'km/h', 18.52],
    [2, 'GB', 'MB', 2000],
    [1, 'GiB', 'bytes', 1_073_741_824],
    [500, 'mb', 'gb', 0.5],
    [90, 'minutes', 'hours', 1.5],
    [500, 'kcal', 'kJ', 2092],
    [2, 'nautical miles', 'km', 3.704],
    [5, 'KM', 'Miles', 3.106855961],
    [1, 'm/s^2', 'ft/s^2', 3.280839895],
    [1, 'Mm', 'km', 1000],
    [1, 'Mg', 'kg', 1000],
    [3, 'Ml', 'l', 3_000_000],
    [100, 'Mb', 'MB', 12.5],
    [2, 'KB', 'bytes', 2000],
    [8, 'Pt', 'gal', 1],
    [3, 'Miles', 'Km', 4.828032],
  ])('%d %s into %s', async (value, from, to, result) => {
    expect((await convert(value, from, to)).result).toBeCloseTo(result, 6);
  });

  it('tells both sides as they were written', async () => {
    expect(await convert(5, 'miles', 'km')).toEqual({
      message: '5 miles = 8.04672 km',
      result: 8.04672,
    });
  });

  it.each<[string, string, string]>([
    ['kilometrs', 'm', 'There is no unit "kilometrs". Units like it: kilometre.'],
    ['xyzzy', 'm', 'There is no unit "xyzzy". Known are, of length: mm, cm, m, km,'],
    ['constructor', 'm', 'There is no unit "constructor".'],
    [
      'miles',
      'kg',
      '"miles" is a unit of length and "kg" of mass. From miles it goes into mm, cm,',
    ],
    ['3 m', 'km', '"3 m" holds a number. Give the number as the value, and the unit alone: "m".'],
    ['km', '1e3m', '"1e3m" holds a number. Give the number as the value, and the unit alone: "m".'],
    ['N', 'kg', '"N" is a unit of another kind and "kg" of mass.'],
  ])('of %s into %s fails and names what there is', async (from, to, message) => {
    await expect(convert(5, from, to)).rejects.toThrow(message);
  });

  it('says when the result is beyond all numbers', async () => {
    await expect(convert(1e308, 'km', 'mm')).rejects.toThrow(
      '1e+308 km is more than can be told in mm. Choose a larger unit.',
    );
  });

  it('refuses what is colder than cold can be', async () => {
    await expect(convert(-300, '°C', '°F')).rejects.toThrow('-300 °C is below absolute zero');
  });
});
