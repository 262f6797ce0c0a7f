import { createTool } from '@tenon/core/tools';
import { z } from 'zod';
import { toKind, toQuantity, unitList } from './units.ts';

/** Converts a quantity from one unit into another of the same kind. */
export const convertUnitsTool = createTool({
  id: 'convert-units',
  description:
    'Converts a quantity from one unit into another. Turns (changes) a length, height, distance, weight, temperature, volume, speed or amount of data, how tall, far or heavy something is, into other units, metric, imperial or US: how many kilometres are 5 miles, feet in a mile, degrees Celsius in Fahrenheit, pounds in kilograms, gallons in litres, megabytes in bytes.',
  inputSchema: z.object({
    value: z.number().describe('How much to convert: the number in front of the unit'),
    from: z.string().trim().min(1).max(50).describe('Unit of the value'),
    to: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .describe(
        `Unit to convert into. Symbols and names (kilometre, pound, Celsius, Fahrenheit) are known, of ${unitList}`,
      ),
  }),
  outputSchema: z.object({ message: z.string(), result: z.number() }),
  execute: async ({ value, from, to }) => {
    const quantity = toQuantity(value, from);
    const target = toQuantity(1, to);
    if (!quantity.equalBase(target)) {
      const [source, other] = [toKind(quantity), toKind(target)];
      const units =
        source.units.length > 0 ? source.units.join(', ') : 'nothing else that is known';
      throw new Error(
        `"${from}" is a unit of ${source.kind} and "${to}" of ${other.kind}. From ${from} it goes into ${units}.`,
      );
    }
    if (toKind(quantity).kind === 'temperature' && quantity.toNumber('K') < 0) {
      throw new Error(`${value} ${from} is below absolute zero, -273.15 °C.`);
    }
    const told = quantity.toNumber(target.formatUnits());
    if (!Number.isFinite(told)) {
      throw new Error(`${value} ${from} is more than can be told in ${to}. Choose a larger unit.`);
    }
    const result = Number(told.toPrecision(10));
    return { message: `${value} ${from} = ${result} ${to}`, result };
  },
});
