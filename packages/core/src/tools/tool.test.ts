import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import type { RequestContext } from '../base/request-context.ts';
import {
  type AnyTool,
  type ClientTool,
  createTool,
  type DirectContext,
  type ExecutableTool,
  isTool,
  isValidationError,
  partsOf,
  Tool,
  type ToolContext,
  ToolSet,
  type ValidationError,
} from './index.ts';

const place = z.object({ place: z.string(), days: z.number().default(1) });
const weather = createTool({
  id: 'weather',
  description: 'Weather at a place',
  inputSchema: place,
  outputSchema: z.object({ sky: z.string() }),
  execute: async ({ place, days }) => ({ sky: `${place} ${days}` }),
});

describe('what createTool infers', () => {
  it('gives execute the parsed input, and its caller the input before parsing', () => {
    createTool({
      id: 'get',
      description: '',
      inputSchema: place,
      execute: async (input, context) => {
        expectTypeOf(input).not.toBeAny();
        expectTypeOf(input).toEqualTypeOf<{ place: string; days: number }>();
        expectTypeOf(context).not.toBeAny();
        expectTypeOf(context.abortSignal).toEqualTypeOf<AbortSignal>();
        expectTypeOf(context.requestContext).toEqualTypeOf<RequestContext<unknown>>();
      },
    });
    expectTypeOf(weather.execute).parameter(0).not.toBeAny();
    expectTypeOf(weather.execute)
      .parameter(0)
      .toEqualTypeOf<{ place: string; days?: number | undefined }>();
    expectTypeOf(weather.execute).parameter(1).toEqualTypeOf<DirectContext | undefined>();
  });

  it('gives the result its type: the schema’s, with a ValidationError beside it', () => {
    expectTypeOf(weather.execute).returns.resolves.toEqualTypeOf<
      { sky: string } | ValidationError
    >();
    expectTypeOf(weather.execute).returns.resolves.not.toBeAny();
  });

  it('takes the type of the result from execute when there is no outputSchema', () => {
    const sum = createTool({
      id: 'sum',
      description: '',
      inputSchema: z.object({ a: z.number() }),
      execute: async ({ a }) => ({ total: a }),
    });
    expectTypeOf(sum.execute).returns.resolves.toEqualTypeOf<{ total: number } | ValidationError>();
    const plain = createTool({ id: 'now', description: '', execute: () => 1 });
    expectTypeOf(plain.execute).returns.resolves.toEqualTypeOf<number>();
    expectTypeOf(plain.execute).parameter(0).toBeUnknown();
    expectTypeOf(sum).toExtend<ExecutableTool<{ a: number }, { total: number }>>();
    expectTypeOf(sum.execute).returns.toEqualTypeOf<Promise<{ total: number } | ValidationError>>();
    const quiet = createTool({ id: 'log', description: '', execute: async () => {} });
    expectTypeOf(quiet.execute).returns.resolves.toEqualTypeOf<void>();
  });

  it('lets execute return nothing or a ValidationError beside what the outputSchema wants', () => {
    createTool({
      id: 'maybe',
      description: '',
      inputSchema: place,
      outputSchema: z.object({ sky: z.string() }),
      execute: async (input, context) => {
        if (input.days > 7) return;
        return weather.execute(input, context);
      },
    });
  });

  it('gives what the outputSchema makes of a result, and takes what it can make that of', () => {
    const count = createTool({
      id: 'count',
      description: '',
      outputSchema: z.object({ n: z.string().transform(Number) }),
      execute: async () => ({ n: '1' }),
    });
    expectTypeOf(count.execute).returns.resolves.toEqualTypeOf<{ n: number } | ValidationError>();
  });

  it('types the values of the request context by requestContextSchema', () => {
    createTool({
      id: 'rent',
      description: '',
      requestContextSchema: z.object({ tenant: z.string(), seats: z.coerce.number() }),
      execute: async (_, { requestContext }) => {
        expectTypeOf(requestContext.get('tenant')).toEqualTypeOf<string>();
        expectTypeOf(requestContext.get('seats')).toEqualTypeOf<number>();
        // @ts-expect-error no such value
        requestContext.get('nope');
      },
    });
  });

  it('types input from schemas of every library', () => {
    const fields = { id: 'x', description: '' };
    createTool({
      ...fields,
      inputSchema: z3.object({ a: z3.string() }),
      execute: async (input) => expectTypeOf(input).toEqualTypeOf<{ a: string }>(),
    });
    createTool({
      ...fields,
      inputSchema: toStandardJsonSchema(v.object({ a: v.string() })),
      execute: async (input) => expectTypeOf(input).toEqualTypeOf<{ a: string }>(),
    });
    createTool({
      ...fields,
      inputSchema: type({ a: 'string' }),
      execute: async (input) => expectTypeOf(input).toEqualTypeOf<{ a: string }>(),
    });
    createTool({
      ...fields,
      inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
      execute: async (input) => expectTypeOf(input).toBeUnknown(),
    });
    createTool({ ...fields, execute: async (input) => expectTypeOf(input).toBeUnknown() });
  });

  it('types the callbacks by the schemas', () => {
    createTool({
      id: 'weather',
      description: '',
      inputSchema: place,
      outputSchema: z.object({ sky: z.string() }),
      execute: async () => ({ sky: '' }),
      onInputAvailable: ({ input, toolCallId }) => {
        expectTypeOf(input).toEqualTypeOf<{ place: string; days: number }>();
        expectTypeOf(toolCallId).toBeString();
      },
      onInputDelta: ({ inputTextDelta }) => {
        expectTypeOf(inputTextDelta).toBeString();
      },
      onOutput: async ({ output }) => {
        expectTypeOf(output).toEqualTypeOf<{ sky: string }>();
      },
    });
  });

  it('keeps the id as a literal and fits every tool where any tool is taken', () => {
    expectTypeOf(weather.id).toEqualTypeOf<'weather'>();
    const tools: Record<string, AnyTool> = { weather, client: confirm };
    expect(Object.keys(tools)).toEqual(['weather', 'client']);
    expectTypeOf(weather).toExtend<ExecutableTool<{ place: string }, { sky: string }>>();
    expectTypeOf(confirm).toExtend<ClientTool>();
  });

  it('does not compile what is wrong', () => {
    const fields = { id: 'x', description: '' };
    const execute = async () => 1;
    // @ts-expect-error the id is missing
    createTool({ description: '', execute });
    // @ts-expect-error the description is missing
    createTool({ id: 'x', execute });
    const outputSchema = z.object({ n: z.number() });
    // @ts-expect-error the result does not fit the schema
    createTool({ ...fields, outputSchema, execute: async () => ({ n: '1' }) });
    // @ts-expect-error the input has no such field
    createTool({ ...fields, inputSchema: place, execute: async ({ town }) => town });
    // @ts-expect-error Valibot needs its converter
    expect(() => createTool({ ...fields, inputSchema: v.object({}), execute })).toThrow();
    const shape = { a: z.string() };
    // @ts-expect-error a shape is no schema
    expect(() => createTool({ ...fields, inputSchema: shape, execute })).toThrow();
    // @ts-expect-error the place is missing
    void weather.execute({});
    // @ts-expect-error a client tool cannot be executed
    expect(() => confirm.execute({})).toThrow(TypeError);
    // @ts-expect-error the result may be a ValidationError
    void weather.execute({ place: 'Oslo' }).then((result) => result.sky);
  });
});

const confirm = createTool({
  id: 'confirm',
  description: 'Asks in the browser',
  inputSchema: z.object({ question: z.string() }),
  outputSchema: z.object({ yes: z.boolean() }),
});

describe('createTool', () => {
  it('has the options as fields', () => {
    const options = {
      id: 'all',
      description: 'd',
      title: 'All',
      strict: true,
      inputExamples: [{ input: { place: 'Oslo' } }],
      providerOptions: { anthropic: { cache: true } },
      mcp: { annotations: { readOnlyHint: true } },
      idempotent: true,
      inputSchema: place,
      onOutput: () => {},
    };
    expect(createTool({ ...options, execute: async () => 1 })).toMatchObject(options);
  });

  it('has no execute without one: the client runs it', () => {
    expect(confirm.execute).toBeUndefined();
    expect(partsOf(confirm).run).toBeUndefined();
    expectTypeOf(confirm.execute).toEqualTypeOf<undefined>();
  });

  it('lets execute be called without its tool', async () => {
    const { execute } = weather;
    expect(await execute({ place: 'Oslo' })).toEqual({ sky: 'Oslo 1' });
  });

  it.each([[''], ['  '], [7], [null], [{}]])('refuses the id %j', (id) => {
    const make = () => createTool({ id: id as string, description: '', execute: async () => 1 });
    expect(make).toThrow(expect.objectContaining({ id: 'TOOL_ID_REQUIRED' }));
    expect(make).toThrow('must be a text that is not empty');
  });

  it('takes a missing id, for the key of the record to stand in', () => {
    const tool = createTool({ description: 'x', execute: async () => 1 } as never) as AnyTool;
    expect(tool.id).toBeUndefined();
    expect(isTool(tool)).toBe(true);
  });

  it('refuses a schema that cannot be used where it is defined, naming tool and option', () => {
    const make = (option: string, schema: unknown) => () =>
      createTool({ id: 'rent', description: '', [option]: schema, execute: () => 1 } as never);
    expect(make('inputSchema', v.object({}))).toThrow('toStandardJsonSchema');
    expect(make('outputSchema', 'text')).toThrow(/"rent".*outputSchema/);
    expect(make('requestContextSchema', 7)).toThrow(/"rent".*requestContextSchema/);
    expect(make('inputSchema', z.string())).toThrow(
      expect.objectContaining({ id: 'SCHEMA_ROOT_NOT_OBJECT' }),
    );
    expect(make('outputSchema', z.string())).not.toThrow();
  });

  it('refuses a callback that is no function where it is defined, naming tool and option', () => {
    for (const option of ['onInputStart', 'onInputDelta', 'onInputAvailable', 'onOutput']) {
      for (const value of [null, 5, 'text', {}, []]) {
        expect(() =>
          createTool({ id: 'act', description: '', execute: async () => 1, [option]: value }),
        ).toThrow(
          expect.objectContaining({
            id: 'TOOL_OPTION_INVALID',
            message: expect.stringMatching(`"act".*"${option}" must be a function`),
          }),
        );
      }
    }
  });

  it('takes null for execute as none: the client runs it', () => {
    const tool = createTool({ id: 'act', description: '', execute: null as never });
    expect(ToolSet.ofAgent([{ name: 'tools', tools: { tool } }]).get('tool')?.onClient).toBe(true);
  });

  it('does the same by new Tool', async () => {
    const tool = new Tool({
      id: 'sum',
      description: '',
      inputSchema: z.object({ a: z.number() }),
      execute: async ({ a }) => a + 1,
    });
    expectTypeOf(tool.id).toEqualTypeOf<'sum'>();
    expectTypeOf(tool.execute).returns.resolves.toEqualTypeOf<number | ValidationError>();
    expect(await tool.execute({ a: 1 })).toBe(2);
    expect(tool).toBeInstanceOf(Tool);
    expect(weather).toBeInstanceOf(Tool);
    expect({}).not.toBeInstanceOf(Tool);
    expectTypeOf<Tool<{ a: number }, number>>().toHaveProperty('execute');
  });

  it('does not change the options it was given', () => {
    const options = Object.freeze({ id: 'x', description: '', execute: async () => 1 });
    expect(createTool(options).execute).not.toBe(options.execute);
  });
});

describe('isTool', () => {
  it('holds for tools of another copy of the package, which work alike', async () => {
    vi.resetModules();
    const other = await import('./index.ts');
    const tool = other.createTool({
      id: 'get',
      description: '',
      inputSchema: place,
      execute: async ({ place }) => place,
    });
    expect(other.Tool).not.toBe(Tool);
    expect(isTool(tool)).toBe(true);
    expect(tool).toBeInstanceOf(Tool);
    expect(other.isTool(weather)).toBe(true);
    expect(partsOf(tool as AnyTool).run).toBeTypeOf('function');
    expect(isValidationError(await tool.execute({} as never))).toBe(true);
  });

  it('holds for nothing else', () => {
    for (const value of [null, undefined, {}, { id: 'x', execute() {} }, () => {}, 'tool']) {
      expect(isTool(value)).toBe(false);
    }
    const value: unknown = weather;
    if (isTool(value)) expectTypeOf(value).toEqualTypeOf<AnyTool>();
  });
});

it('names the context alike for every caller', () => {
  expectTypeOf<ToolContext['abortSignal']>().toEqualTypeOf<AbortSignal>();
  expectTypeOf<ToolContext['mastra']>().toEqualTypeOf<ToolContext['tenon']>();
  expectTypeOf<ToolContext>().toExtend<DirectContext>();
});
