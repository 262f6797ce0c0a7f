import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { toSchema } from './index.ts';

async function messagesFor(source: unknown, value: unknown): Promise<string[]> {
  const schema = toSchema(source, { owner: 'Tool "t"', option: 'inputSchema' });
  const result = await schema.parse(value);
  if (result.ok) throw new Error('It was taken.');
  return result.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the issues of a union', () => {
  const forms = {
    'Zod 4': z.object({
      to: z.union([
        z.object({ mail: z.string() }),
        z.object({ phone: z.number(), at: z.string() }),
      ]),
    }),
    'Zod 3': z3.object({
      to: z3.union([
        z3.object({ mail: z3.string() }),
        z3.object({ phone: z3.number(), at: z3.string() }),
      ]),
    }),
  };

  it.each(Object.entries(forms))('say what each branch lacks: %s', async (_, schema) => {
    const [message, ...others] = await messagesFor(schema, { to: {} });
    expect(others).toEqual([]);
    expect(message).toMatch(/^to: Invalid input: mail: .*, or phone: .* and at: /);
  });

  it('are those of the branch that alone is near', async () => {
    const schema = z.object({ to: z.union([z.string(), z.object({ mail: z.string() })]) });
    const [message] = await messagesFor(schema, { to: { mail: 1 } });
    expect(message).toContain('to.mail: ');
  });

  it('say only that none fits where there are many', async () => {
    const branches = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) =>
      z.object({ [key]: z.string() }),
    );
    expect(await messagesFor(z.object({ to: z.union(branches) }), { to: {} })).toEqual([
      'to: Invalid input',
    ]);
  });
});
