import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

it('names the words most like the one given, best first', () => {
  expect(nearest('serch', ['write', 'Search22', 'search'])).toEqual(['search']);
  expect(nearest('WEATHER', ['weather'])).toEqual(['weather']);
});

it('names nothing when nothing is like it', () => {
  expect(nearest('weather', ['ask', 'sum'])).toEqual([]);
  expect(nearest('weather', [])).toEqual([]);
});

it('names at most as many as asked for', () => {
  expect(nearest('a1', ['a2', 'a3', 'a4', 'a5'])).toHaveLength(3);
  expect(nearest('a1', ['a2', 'a3', 'a4', 'a5'], 1)).toEqual(['a2']);
});

it('always finds the word itself first', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(fc.string()), (word, others) => {
      expect(nearest(word, [word, ...others])[0]).toBe(word);
    }),
  );
});
