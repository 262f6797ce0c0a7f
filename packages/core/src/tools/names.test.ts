import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeName, toModelNames } from './names.ts';

const accepted = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;
const namesOf = (...keys: string[]) => [...toModelNames(keys).values()];

describe('toModelNames', () => {
  it('keeps a key that every provider takes', () => {
    const keys = ['get', '_x', 'a-b_c9', '__proto__', 'constructor', 'x'.repeat(63)];
    expect(namesOf(...keys)).toEqual(keys);
  });

  it.each([
    ['my.tool', 'my_tool'],
    ['get page', 'get_page'],
    ['1bad name', '_1bad_name'],
    ['-x', '_-x'],
    ['погода', '______'.padStart(6, '_')],
    ['a😀b', 'a_b'],
    ['line\n', 'line_'],
    ['', '_'],
    ['x'.repeat(64), 'x'.repeat(63)],
    ['9'.repeat(70), `_${'9'.repeat(62)}`],
  ])('sends %j as %j', (key, name) => {
    expect(namesOf(key)).toEqual([name]);
  });

  it('numbers names that meet, and never takes one from a key that is fit as it is', () => {
    const names = toModelNames(['my tool', 'my.tool', 'my_tool', 'my/tool']);
    expect(Object.fromEntries(names)).toEqual({
      my_tool: 'my_tool',
      'my tool': 'my_tool_2',
      'my.tool': 'my_tool_3',
      'my/tool': 'my_tool_4',
    });
    expect(namesOf('a.b', 'a_b', 'a_b_2')).toEqual(['a_b', 'a_b_2', 'a_b_3']);
  });

  it('numbers long names within their length', () => {
    const long = 'x'.repeat(63);
    expect(namesOf(long, `${long}1`, `${long}2`)).toEqual([
      long,
      `${'x'.repeat(61)}_2`,
      `${'x'.repeat(61)}_3`,
    ]);
  });

  it('gives every key one name that is accepted and nobody else’s', () => {
    const key = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.stringMatching(/^[a-c._ ]{0,3}$/),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'a_b', 'a.b', 'a_b_2'),
    );
    fc.assert(
      fc.property(fc.uniqueArray(key), (keys) => {
        const names = toModelNames(keys);
        expect([...names.keys()].sort()).toEqual([...keys].sort());
        expect(new Set(names.values()).size).toBe(keys.length);
        for (const [from, name] of names) {
          expect(name).toMatch(accepted);
          if (accepted.test(from)) expect(name).toBe(from);
        }
      }),
    );
  });
});

it('makes any word fit to be sent', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (word) => accepted.test(safeName(word))));
  expect(safeName('fine-1')).toBe('fine-1');
  expect(safeName('no such!')).toBe('no_such_');
});
