import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import type { InferSchema, InferSchemaInput, PublicSchema } from './index.ts';

/** How the floors above take schemas. */
function define<S extends PublicSchema | undefined = undefined>(config: {
  inputSchema?: S;
  execute: (input: InferSchema<S>) => void;
}): InferSchemaInput<S> {
  return config as never;
}
interface City {
  city: string;
  days: number;
}
declare const aiSdk: {
  readonly [marker]: true;
  _type: City;
  readonly validate?: (value: unknown) => { success: true; value: City };
  readonly jsonSchema: object;
};
declare const marker: unique symbol;

test('infers the parsed type of every kind of schema', () => {
  const zod4 = z.object({ n: z.string().transform(Number), d: z.number().default(1) });
  expectTypeOf<InferSchema<typeof zod4>>().toEqualTypeOf<{ n: number; d: number }>();
  expectTypeOf<InferSchemaInput<typeof zod4>>().toEqualTypeOf<{
    n: string;
    d?: number | undefined;
  }>();

  const zod3 = z3.object({ n: z3.string().transform(Number), d: z3.number().default(1) });
  expectTypeOf<InferSchema<typeof zod3>>().toEqualTypeOf<{ n: number; d: number }>();
  expectTypeOf<InferSchemaInput<typeof zod3>>().toEqualTypeOf<{
    n: string;
    d?: number | undefined;
  }>();

  const valibot = toStandardJsonSchema(v.object({ n: v.pipe(v.string(), v.transform(Number)) }));
  expectTypeOf<InferSchema<typeof valibot>>().toEqualTypeOf<{ n: number }>();
  expectTypeOf<InferSchemaInput<typeof valibot>>().toEqualTypeOf<{ n: string }>();

  const arktype = type({ n: 'string.numeric.parse' });
  expectTypeOf<InferSchema<typeof arktype>>().toEqualTypeOf<{ n: number }>();
  expectTypeOf<InferSchemaInput<typeof arktype>>().toEqualTypeOf<{ n: string }>();

  expectTypeOf<InferSchema<typeof aiSdk>>().toEqualTypeOf<City>();
  expectTypeOf<InferSchema<{ type: 'object' }>>().toBeUnknown();
  expectTypeOf<InferSchema<undefined>>().toBeUnknown();
  expectTypeOf<InferSchema<PublicSchema>>().toBeUnknown();
  const anything = z.any();
  expectTypeOf<InferSchema<typeof anything>>().toBeAny();
});

test('types what stands beside a schema', () => {
  define({
    inputSchema: z.object({ city: z.string() }),
    execute: (input) => expectTypeOf(input).toEqualTypeOf<{ city: string }>(),
  });
  define({
    inputSchema: z3.object({ city: z3.string() }),
    execute: (input) => expectTypeOf(input).toEqualTypeOf<{ city: string }>(),
  });
  define({
    inputSchema: type({ city: 'string' }),
    execute: (input) => expectTypeOf(input).toEqualTypeOf<{ city: string }>(),
  });
  define({
    inputSchema: toStandardJsonSchema(v.object({ city: v.string() })),
    execute: (input) => expectTypeOf(input).toEqualTypeOf<{ city: string }>(),
  });
  define({
    inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
    execute: (input) => expectTypeOf(input).toBeUnknown(),
  });
  define({ execute: (input) => expectTypeOf(input).toBeUnknown() });
});

test('takes no schema without a JSON Schema side, no shape and no primitive', () => {
  // @ts-expect-error Valibot needs toStandardJsonSchema
  define({ inputSchema: v.object({}), execute: () => {} });
  // @ts-expect-error a shape is no schema
  define({ inputSchema: { city: z.string() }, execute: () => {} });
  // @ts-expect-error a text is no schema
  define({ inputSchema: 'string', execute: () => {} });
});
