import { expect, test } from 'vitest';
import { isValidationError, toValidationError } from './validation-error.ts';

test('has a headline, one line per issue and the issues by field', () => {
  const error = toValidationError('Tool "weather" was called with bad input', [
    { message: 'is required', path: ['place', 'city'] },
    { message: 'must be number', path: ['days', 0] },
    { message: 'has too much', path: [] },
  ]);
  expect(error.message).toBe(
    'Tool "weather" was called with bad input\n- place.city: is required\n- days.0: must be number\n- root: has too much',
  );
  expect(error.validationErrors.errors).toEqual(['has too much']);
  expect(error.validationErrors.fields.place?.fields.city?.errors).toEqual(['is required']);
  expect(error.validationErrors.fields.days?.fields['0']?.errors).toEqual(['must be number']);
});

test('takes keys of the prototype as plain keys', () => {
  const path = ['__proto__', 'constructor'];
  const error = toValidationError('bad', [{ message: 'is not allowed', path }]);
  expect(Object.keys(error.validationErrors.fields)).toEqual(['__proto__']);
  expect(({} as { errors?: unknown }).errors).toBeUndefined();
  expect(JSON.stringify(error)).toContain('"__proto__":{"errors":[],"fields":{"constructor"');
});

test('is told by its shape, also after a trip through JSON', () => {
  const error = toValidationError('bad', []);
  expect(isValidationError(error)).toBe(true);
  expect(isValidationError(JSON.parse(JSON.stringify(error)))).toBe(true);
  for (const other of [
    null,
    undefined,
    'error',
    { error: true },
    { error: true, message: 'x' },
    new Error('x'),
  ]) {
    expect(isValidationError(other)).toBe(false);
  }
});
