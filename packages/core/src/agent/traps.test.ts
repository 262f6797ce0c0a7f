import {
  call,
  collect,
  type Step,
  scriptedModel,
  toolCallsIn,
  toolResultsIn,
} from '@tenon/testing';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig } from './index.ts';

type Options = Record<string, unknown>;

/** One tool with these options, called once for each of `args`; the model is of `provider`. */
async function run(options: Options, args: readonly unknown[], provider = 'mock', hooks = {}) {
  const executed: unknown[] = [];
  const tool = createTool({
    id: 'tool',
    description: '',
    execute: async (input: unknown) => {
      executed.push(input);
      return 'ok';
    },
    ...options,
  });
  const steps: Step[] = args.map((one) => [call('tool', one)]);
  const model = scriptedModel([...steps, 'Done.'], { provider });
  const tools: AgentConfig['tools'] = { tool };
  const agent = new Agent({ id: 'a', name: 'A', instructions: '', model, tools, hooks });
  const stream = await agent.stream('?');
  const chunks = await collect(stream.fullStream);
  expect(await stream.text).toBe('Done.');
  const sent = model.requests[0]?.tools?.[0]?.inputSchema as {
    required?: string[];
    properties: Record<string, unknown>;
  };
  return { executed, sent, model, chunks, stream, results: toolResultsIn(model.lastPrompt) };
}

describe('what execute gets', () => {
  it('is the list that a text holds; a cut text is refused', async () => {
    const heard: unknown[] = [];
    const { executed, results } = await run(
      { inputSchema: z.object({ args: z.array(z.string()) }) },
      [{ args: '["a.py"]' }, { args: '[1' }],
      'mock',
      {
        beforeToolCall: ({ input }: { input: unknown }) => {
          heard.push(input);
        },
      },
    );
    expect(executed).toEqual([{ args: ['a.py'] }]);
    expect(heard).toEqual(executed);
    expect(results[1]).toMatchObject({ isError: true, value: expect.stringContaining('args') });
  });

  it('has a default where null came, also where the schema would make a value of null', async () => {
    const inner = z.object({ a: z.number().default(1), b: z.coerce.number().optional() });
    for (const [inputSchema, args, expected] of [
      [
        z.object({
          n: z.coerce.number().default(4),
          s: z.coerce.string().optional(),
          b: z.coerce.boolean().default(true),
          d: z.coerce.date().optional(),
          kept: z.coerce.number().nullable(),
        }),
        { n: null, s: null, b: null, d: null, kept: null },
        { n: 4, b: true, kept: null },
      ],
      [z3.object({ n: z3.coerce.number().default(4) }), { n: null }, { n: 4 }],
      [z.object({ l: z.array(inner) }), { l: [{ a: null, b: null }] }, { l: [{ a: 1 }] }],
      [z.object({ o: inner.default({ a: 9 }) }), { o: null }, { o: { a: 9 } }],
      [z.object({ o: inner.prefault({}) }), { o: null }, { o: { a: 1 } }],
      [
        toStandardJsonSchema(v.object({ a: v.optional(v.number(), 5), b: v.nullable(v.string()) })),
        { a: null, b: null },
        { a: 5, b: null },
      ],
      [
        z.object({
          u: z.discriminatedUnion('k', [
            z.object({ k: z.literal('a'), n: z.coerce.number().default(2) }),
            z.object({ k: z.literal('b'), n: z.number().nullable() }),
          ]),
        }),
        { u: { k: 'a', n: null } },
        { u: { k: 'a', n: 2 } },
      ],
    ] as const) {
      for (const provider of ['mock', 'openai.responses']) {
        expect((await run({ inputSchema }, [args], provider)).executed).toEqual([expected]);
      }
    }
  });

  it('keeps null where the schema takes it or says nothing', async () => {
    const inputSchema = z.object({
      any: z.any().optional(),
      literal: z.literal([null, 'a']).optional(),
      nullish: z.string().nullish(),
      prompt: z.string().nullable(),
      list: z.array(z.null()),
    });
    const args = { any: null, literal: null, nullish: null, prompt: null, list: [null] };
    const given = { ...args, query: 'no prompt' };
    expect((await run({ inputSchema }, [given])).executed).toEqual([args]);
  });

  it('has no key __proto__, also from a text in a text', async () => {
    const inputSchema = { type: 'object', properties: { o: { type: 'object' } } };
    const { executed } = await run({ inputSchema }, [
      { o: '{"__proto__":{"admin":true},"q":1}' },
      '{"o":{"\\u005f_proto__":{"admin":true},"q":1}}',
    ]);
    expect(executed.map((input) => JSON.stringify(input))).toEqual([
      '{"o":{"q":1}}',
      '{"o":{"q":1}}',
    ]);
  });

  it('is parsed once, and the model is sent the side before parsing', async () => {
    let parsed = 0;
    const count = (text: string) => {
      parsed++;
      return text.length;
    };
    const heard: unknown[] = [];
    const hear = ({ input }: { input: unknown }) => {
      heard.push(input);
    };
    const inputSchema = z.object({ n: z.string().default('abc').transform(count) });
    const { executed, sent } = await run(
      { inputSchema, onInputAvailable: hear },
      [{ n: 'four' }, {}, { n: null }],
      'mock',
      { beforeToolCall: hear, afterToolCall: hear },
    );
    expect(executed).toEqual([{ n: 4 }, { n: 3 }, { n: 3 }]);
    expect(heard).toEqual(executed.flatMap((input) => [input, input, input]));
    expect(parsed).toBe(3);
    expect(sent.properties.n).toMatchObject({ type: 'string' });
    expect(sent.required ?? []).not.toContain('n');
  });

  it('is nothing when the text of a call is cut anywhere', async () => {
    const inputSchema = z.object({ path: z.string(), list: z.array(z.number()) });
    const whole = '{"path":"a\\n\\u00e9","list":[1,20]}';
    const cuts = Array.from(whole, (_, end) => whole.slice(0, end));
    for (const cut of cuts) {
      const { executed, results } = await run({ inputSchema }, [cut]);
      expect(executed).toEqual([]);
      expect(results).toMatchObject([{ isError: true }]);
    }
    expect((await run({ inputSchema }, [whole])).executed).toEqual([
      { path: 'a\né', list: [1, 20] },
    ]);
  });

  it('is any JSON when there is no inputSchema', async () => {
    const { executed, chunks } = await run({}, ['', '{"a":1}', '[1]']);
    expect(executed).toEqual([{}, { a: 1 }, [1]]);
    expect(chunks.map(({ type }) => type)).not.toContain('tool-error');
  });
});

describe('what the model is sent', () => {
  it('keeps the values of a record', async () => {
    const inputSchema = z.object({ m: z.record(z.string(), z.number()) });
    const { sent, executed } = await run({ inputSchema }, [{ m: { a: 1 } }]);
    expect(sent.properties.m).toMatchObject({ additionalProperties: { type: 'number' } });
    expect(executed).toEqual([{ m: { a: 1 } }]);
  });

  it('has anyOf for a discriminated union, and each branch runs', async () => {
    const inputSchema = z.object({
      shape: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('circle'), radius: z.number() }),
        z.object({ kind: z.literal('square'), side: z.number() }),
      ]),
    });
    const args = [{ shape: { kind: 'circle', radius: 1 } }, { shape: { kind: 'square', side: 2 } }];
    const { sent, executed } = await run({ inputSchema }, args, 'openai.responses');
    expect(JSON.stringify(sent)).not.toContain('oneOf');
    expect(sent.properties.shape).toMatchObject({ anyOf: [{}, {}] });
    expect(executed).toEqual(args);
  });

  it.each(['mock', 'openai.responses', 'anthropic.messages', 'google.generative-ai'])(
    'may have anyOf with null: %s',
    async (provider) => {
      const limit = { anyOf: [{ type: 'integer' }, { type: 'null' }] };
      const inputSchema = { type: 'object', properties: { limit } };
      const { executed } = await run({ inputSchema }, [{ limit: null }, {}], provider);
      expect(executed).toEqual([{ limit: null }, {}]);
    },
  );

  it('holds arguments as objects, whatever the model wrote', async () => {
    const inputSchema = z.object({ a: z.number() });
    const { model, executed } = await run({ inputSchema }, ['"{\\"a\\":1}"', '5', '[1]', 'true']);
    expect(executed).toEqual([{ a: 1 }]);
    expect(toolCallsIn(model.lastPrompt).map(({ input }) => input)).toEqual([{ a: 1 }, {}, {}, {}]);
  });
});

describe('a tool that cannot work', () => {
  it('is refused with its id when its schema has no JSON side or cannot be compiled', () => {
    const standard = { version: 1, vendor: 'home', validate: (value: unknown) => ({ value }) };
    const define = (options: Options) => () =>
      createTool({ id: 'lookup', description: '', execute: async () => 1, ...options });
    expect(define({ inputSchema: { '~standard': standard } })).toThrow(/"lookup".*JSON Schema/s);
    const lost = { type: 'object', properties: { p: { $ref: '#/$defs/p' } } };
    expect(define({ outputSchema: lost })).toThrow(/"lookup".*outputSchema/s);
  });
});

describe('a failure', () => {
  it('of validation lets generate resolve after a better call', async () => {
    const executed: unknown[] = [];
    const tool = createTool({
      id: 'tool',
      description: '',
      inputSchema: z.object({ age: z.number().min(1) }),
      execute: async (input) => executed.push(input),
    });
    const model = scriptedModel([[call('tool', { age: 0 })], [call('tool', { age: 2 })], 'Done.']);
    const agent = new Agent({ id: 'a', name: 'A', instructions: '', model, tools: { tool } });
    expect((await agent.generate('?')).text).toBe('Done.');
    expect(executed).toEqual([{ age: 2 }]);
  });

  it('is still a failure in a history that was stored and given again', async () => {
    const execute = () => Promise.reject(new Error('out of paper'));
    const { stream } = await run({ execute }, [{}]);
    const stored = JSON.parse(JSON.stringify((await stream.response).messages));
    const model = scriptedModel(['Sorry.']);
    const agent = new Agent({ id: 'a', name: 'A', instructions: '', model });
    await agent.generate(['?', ...stored, 'Well?']);
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([
      { isError: true, value: 'out of paper' },
    ]);
  });
});

describe('a result', () => {
  it('passes an outputSchema with $defs untouched, or is refused with its path', async () => {
    const p = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const outputSchema = {
      type: 'object',
      $defs: { p },
      properties: { p: { $ref: '#/$defs/p' } },
    };
    const good = { p: { n: 1 }, more: [2] };
    const results = [good, { p: {} }];
    const execute = async () => results.shift();
    const told = (await run({ outputSchema, execute }, [{}, {}])).results;
    expect(told[0]).toMatchObject({ value: good, isError: false });
    expect(told[1]).toMatchObject({ value: expect.stringContaining('p.n'), isError: true });
  });

  class Rows extends Array<unknown> {
    readonly table: string;
    constructor(db: { readonly table: { readonly name: string } }, ...rows: unknown[]) {
      super();
      this.table = db.table.name;
      for (const row of rows) this[this.length] = row;
    }
  }
  const rows = (...items: unknown[]) => new Rows({ table: { name: 't' } }, ...items);
  const readOnce = () => {
    let reads = 0;
    const get = (target: { a: number }) => {
      if (reads++ > 0) throw new Error('gone');
      return target.a;
    };
    return new Proxy({ a: 1 }, { get: (target, key) => (key === 'a' ? get(target) : undefined) });
  };
  it.each<[string, () => unknown, unknown]>([
    ['a proxy', () => new Proxy([1, { b: 2n }], {}), [1, { b: '2' }]],
    ['a list of a class of its own', () => rows(1, 2), [1, 2]],
    ['such a list with a date', () => rows(1, new Date(0)), [1, '1970-01-01T00:00:00.000Z']],
    ['big integers', () => new BigInt64Array([5n]), ['5']],
    ['a map that holds itself', () => selfMap(), { m: '[Circular]' }],
    ['own __proto__', () => JSON.parse('{"__proto__":{"a":1},"b":1}'), { b: 1 }],
    ['what looks like an error output', () => errorLike, errorLike],
  ])('reaches the model as JSON: %s', async (_, make, expected) => {
    const { results } = await run({ execute: async () => make() }, [{}]);
    expect(results).toMatchObject([{ value: expected, isError: false }]);
  });

  it('that can be read only once does not end the run', async () => {
    const { results } = await run({ execute: async () => readOnce() }, [{}]);
    expect(results).toMatchObject([{ value: '[Unserializable]' }]);
  });

  it('is the run’s own, also when it is a list of a class of its own', async () => {
    const list = rows('first');
    const { stream } = await run({ execute: async () => list }, [{}]);
    list[0] = 'later';
    expect((await stream.toolResults)[0]?.payload.result).toEqual(['first']);
  });
});

const errorLike = { type: 'error-text', value: 'x' };
function selfMap() {
  const map = new Map<string, unknown>();
  return map.set('m', map);
}
