import { isValidationError } from '@tenon/core/tools';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculatorTool } from './calculator.ts';

describe('the calculator', () => {
  it.each([
    ['18% of 2450', 441],
    ['2450 * 1.18', 2891],
    ['(1,200.50 + 89) / 4', 322.375],
    ['2450 times 18 percent', 441],
    ['12 x 7', 84],
    ['100 divided by 8 plus 2', 14.5],
    ['square root of 144', 12],
    ['2 to the power of 10', 1024],
    ['0.1 + 0.2', 0.3],
    ['max(1, 200) - min(3,100)', 197],
    ['$19.99 × 3', 59.97],
    ['2 * pi', 6.2831853071796],
    ['-5 ^ 2', -25],
    ['10 mod 4', 2],
    ['100 + 10%', 110],
    ['1 + 1 =', 2],
    ['50% + 10%', 0.6],
    ['5% + 3', 3.05],
    ['100 + 10% + 5', 115],
    ['200 - 10% - 5%', 171],
    ['2 * (100 + 10% - 4) + 1', 213],
    ['max(5% + 1, 100 + 10% + 1)', 111],
    ['(20 percent - 5) * 2', -9.6],
    ['17 % 5', 2],
    ['17 % -5', -3],
    ['12345678 * 87654321', 1082152022374638],
    ['9007199254740991 - 1', 9007199254740990],
  ])('works out %s', async (expression, result) => {
    expect(await calculatorTool.execute({ expression })).toEqual({ expression, result });
  });

  it.each([
    'a = 5',
    'f(x) = x^2',
    'import({a: 1})',
    'createUnit("foo")',
    'evaluate("1+1")',
    'parse("1")',
    'simplify("x+x")',
    'cos.constructor("return process")()',
    '[1,2,3]',
    '{a: 1}',
    '"text"',
    '1; 2',
    '3 cm',
    'x + 1',
    'true',
    '1:1000',
    'i',
    'random()',
    'factorial(200)',
    '5!',
    'ones(1000,1000)',
    '1 == 1',
    '1 ? 2 : 3',
    'map',
    'sqrt',
    'config({})',
  ])('refuses %s', async (expression) => {
    await expect(calculatorTool.execute({ expression })).rejects.toThrow(
      /^".*" (?:uses more than arithmetic|is not arithmetic|has no finite number)/s,
    );
  });

  it.each(['1 +', '2 ** 3', ')(', 'hello there', 'max()', 'round(1.5, 99)'])(
    'says what it cannot read: %s',
    async (expression) => {
      await expect(calculatorTool.execute({ expression })).rejects.toThrow(/\.$/);
    },
  );

  it.each(['1 / 0', '9^9^9^9', 'sqrt(-1)', 'log(0)', '0 / 0'])(
    'says when there is no finite result: %s',
    async (expression) => {
      await expect(calculatorTool.execute({ expression })).rejects.toThrow(
        'has no finite number as its result.',
      );
    },
  );

  it('takes no more than 200 characters', async () => {
    expect(isValidationError(await calculatorTool.execute({ expression: '1+'.repeat(150) }))).toBe(
      true,
    );
  });

  it('gives a finite number or an error in words, whatever it is given', async () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.constantFrom(
        '1',
        '2.5',
        '(',
        ')',
        '^',
        '%',
        '*',
        'sqrt(',
        'max',
        ',',
        'e',
        'of',
        'constructor',
        '.',
        '[',
        '=',
        "'",
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        const outcome = await calculatorTool
          .execute({ expression: pieces.join('') || '1' })
          .catch((error: Error) => error);
        if (outcome instanceof Error) expect(outcome.message).toMatch(/\.$/);
        else if (!isValidationError(outcome)) expect(outcome.result).toSatisfy(Number.isFinite);
      }),
    );
  });
});
