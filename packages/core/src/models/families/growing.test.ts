import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GrowingValue } from '../../base/growing-value.ts';
import { toSchema } from '../../schema/index.ts';
import { familyOf, rewriteFor } from './index.ts';

const place = { owner: 'Tool "t"', option: 'inputSchema', root: 'object' } as const;

/** What is shown after each piece of what a model writes that was sent the schema in strict mode. */
function shown(source: z.ZodType, pieces: readonly string[], provider = 'openai.responses') {
  const { form } = rewriteFor(
    familyOf(provider, 'model'),
    toSchema(source, place).jsonSchema(),
    true,
  );
  expect(form).toBeDefined();
  const growing = new GrowingValue(form);
  return pieces.map((piece) => {
    growing.add(piece);
    return structuredClone(growing.value);
  });
}

describe('what is shown of arguments in the form that was sent', () => {
  it('has no null for what is not given, at every depth, while texts still grow', () => {
    const row = z.object({ name: z.string(), note: z.string().optional() });
    const source = z.object({ title: z.string().optional(), rows: z.array(row).optional() });
    expect(
      shown(source, [
        '{"title":nul',
        'l,"rows":[{"name":"O',
        'slo","note":null},{"name":"Be',
        'rgen","note":"ra',
        'in"}]}',
      ]),
    ).toEqual([
      {},
      { rows: [{ name: 'O' }] },
      { rows: [{ name: 'Oslo' }, { name: 'Be' }] },
      { rows: [{ name: 'Oslo' }, { name: 'Bergen', note: 'ra' }] },
      { rows: [{ name: 'Oslo' }, { name: 'Bergen', note: 'rain' }] },
    ]);
  });

  it('has the null that the author allows', () => {
    const source = z.object({ a: z.object({ b: z.string().optional() }).nullable() });
    expect(shown(source, ['{"a":null}', ' '])).toEqual([{ a: null }, { a: null }]);
    expect(shown(source, ['{"a":{"b":"x', '"}}'])).toEqual([{ a: { b: 'x' } }, { a: { b: 'x' } }]);
  });

  it('has entries under their own keys, each when it is complete', () => {
    const source = z.object({ by: z.record(z.string(), z.object({ n: z.number().optional() })) });
    expect(
      shown(source, [
        '{"by":{"entries":[{"key":"a","val',
        'ue":{"n":1}},{"key":"b","value":{"n":nul',
        'l}},{"key":1}',
        ']}}',
      ]),
    ).toEqual([
      { by: {} },
      { by: { a: { n: 1 } } },
      { by: { a: { n: 1 }, b: {} } },
      // one that is no entry: then it was no list of entries after all
      {
        by: {
          entries: [{ key: 'a', value: { n: 1 } }, { key: 'b', value: { n: null } }, { key: 1 }],
        },
      },
    ]);
  });

  it('has the content of a wrapped root, as soon as it is clear which one it is', () => {
    const source = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('add'), text: z.string(), tag: z.string().optional() }),
      z.object({ kind: z.literal('drop'), id: z.number().optional() }),
    ]);
    expect(
      shown(source, ['{"input":{"ki', 'nd":"add","te', 'xt":"wa', 'ter","tag":null}', '}']),
    ).toEqual([
      undefined,
      { kind: 'add' },
      { kind: 'add', text: 'wa' },
      { kind: 'add', text: 'water' },
      { kind: 'add', text: 'water' },
    ]);
    expect(shown(source, ['{"kind":"drop","id":null', '}'])).toEqual([undefined, { kind: 'drop' }]);
  });

  it('has JSON that was sent as text, labels and lists by their places when they are complete', () => {
    const source = z.object({
      any: z.unknown(),
      two: z.tuple([z.string(), z.number()]),
      level: z.literal([1, 'x']),
    });
    const written = JSON.stringify({
      any: '{"a":1}',
      two: { item1: 'x', item2: 2 },
      level: '1',
    });
    const seen = shown(source, [...written], 'google.generative-ai').concat(
      shown(source, [...written]),
    );
    for (const part of seen as Record<string, unknown>[]) {
      const { any, two, level, ...rest } = part ?? {};
      expect(rest).toEqual({});
      expect([undefined, { a: 1 }]).toContainEqual(any);
      expect(two === undefined || Array.isArray(two)).toBe(true);
    }
    expect(seen.at(-1)).toMatchObject({ any: { a: 1 }, two: ['x', 2] });
  });

  it('shows a tree that contains itself as it grows', () => {
    const tree: z.ZodType = z.object({
      name: z.string(),
      note: z.string().optional(),
      get kids() {
        return z.array(tree);
      },
    });
    expect(
      shown(tree, ['{"name":"a","note":null,"kids":[{"name":"b","note":null,"kids":[{"name":"c']),
    ).toEqual([{ name: 'a', kids: [{ name: 'b', kids: [{ name: 'c' }] }] }]);
  });

  it('turns each value over a fixed number of times, however many pieces there are', () => {
    const row = z.object({ id: z.string(), note: z.string().optional() });
    const { form } = rewriteFor(
      familyOf('openai.responses', 'model'),
      toSchema(z.object({ rows: z.array(row) }), place).jsonSchema(),
      true,
    );
    const count = (rows: number): number => {
      const text = JSON.stringify({
        rows: Array.from({ length: rows }, (_, id) => ({ id: `${id}`, note: null })),
      });
      let work = 0;
      const counted = counting(form, () => work++);
      const growing = new GrowingValue(counted);
      for (const piece of text) growing.add(piece);
      expect((growing.value as { rows: unknown[] }).rows).toHaveLength(rows);
      return work;
    };
    expect(count(400)).toBeLessThan(2.2 * count(200));
  });
});

type Form = NonNullable<ConstructorParameters<typeof GrowingValue>[0]>;

/** The form, telling each time that it is asked for something. */
function counting(form: Form | undefined, tell: () => void): Form | undefined {
  if (form === undefined) return undefined;
  const { growing } = form;
  return {
    restore: (value) => {
      tell();
      return form.restore(value);
    },
    ...(growing?.type === 'parts' && {
      growing: {
        ...growing,
        partAt: (key) => {
          tell();
          const part = growing.partAt(key);
          return { ...part, form: counting(part.form, tell) };
        },
      },
    }),
  };
}
