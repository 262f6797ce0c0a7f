import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RequestContext } from '../base/request-context.ts';
import {
  createTool,
  isValidationError,
  type ToolContext,
  type ToolObserve,
  ToolWriter,
} from './index.ts';

const place = z.object({ place: z.string().trim(), days: z.number().default(1) });

/** A tool that gives back what it was called with. */
const echo = createTool({
  id: 'echo',
  description: '',
  inputSchema: place,
  execute: async (input, context) => ({ input, context }),
});
const contextOf = async (...given: Parameters<typeof bare.execute>) =>
  (await bare.execute(...given)) as ToolContext;
const bare = createTool({ id: 'bare', description: '', execute: (_, context) => context });

describe('the input of a direct call', () => {
  it('is parsed, with defaults, before execute sees it', async () => {
    expect(await echo.execute({ place: ' Oslo ' })).toMatchObject({
      input: { place: 'Oslo', days: 1 },
    });
  });

  it('is refused with a ValidationError, which is returned and names no value', async () => {
    const result = await echo.execute({ place: 7, days: 'S3CRET' } as never);
    expect(result).toMatchObject({
      error: true,
      validationErrors: { errors: [], fields: { place: { errors: [expect.any(String)] } } },
    });
    const { message } = result as { message: string };
    expect(message).toMatch(/^Input validation failed for tool "echo":\n- place: .+\n- days: .+/);
    expect(message).not.toContain('S3CRET');
  });

  it('is any value when there is no schema, and an empty object when there is none', async () => {
    const tool = createTool({ id: 'any', description: '', execute: async (input) => input });
    expect(await tool.execute('text')).toBe('text');
    expect(await tool.execute(undefined)).toEqual({});
    expect(await tool.execute(null)).toEqual({});
  });

  it('is parsed by asynchronous schemas too', async () => {
    const tool = createTool({
      id: 'free',
      description: '',
      inputSchema: z.object({ name: z.string().refine(async (name) => name !== 'taken', 'taken') }),
      execute: async ({ name }) => name,
    });
    expect(await tool.execute({ name: 'new' })).toBe('new');
    expect(isValidationError(await tool.execute({ name: 'taken' }))).toBe(true);
  });
});

describe('the result of a direct call', () => {
  const tool = (execute: () => unknown, outputSchema?: z.ZodType) =>
    createTool({
      id: 'give',
      description: '',
      ...(outputSchema && { outputSchema }),
      execute: async () => execute() as object,
    });

  it.each([[undefined], [null], [''], [0], [false]])(
    'is %j when execute gives that',
    async (value) => {
      expect(await tool(() => value).execute({})).toBe(value);
      expect(await tool(async () => value).execute({})).toBe(value);
    },
  );

  it('is what the outputSchema makes of it', async () => {
    const schema = z.object({ n: z.coerce.number() });
    expect(await tool(() => ({ n: '1', more: 1 }), schema).execute({})).toEqual({ n: 1 });
  });

  it('is a ValidationError when it does not match', async () => {
    const schema = z.object({ email: z.string() });
    for (const given of [{}, undefined, 'text']) {
      const result = await tool(() => given, schema).execute({});
      expect(isValidationError(result)).toBe(true);
      expect(result).toHaveProperty(
        'message',
        expect.stringContaining('Output validation failed for tool "give":'),
      );
    }
  });

  it('is the ValidationError that execute gives, whatever the outputSchema makes of it', async () => {
    const inner = await echo.execute({} as never);
    expect(await tool(() => inner, z.object({})).execute({})).toBe(inner);
    expect(await tool(() => inner).execute({})).toBe(inner);
  });

  it('is what execute throws, unchanged', async () => {
    const error = new RangeError('boom');
    const throwing = (thrown: unknown) =>
      tool(() => {
        throw thrown;
      }).execute({});
    await expect(throwing(error)).rejects.toBe(error);
    await expect(throwing('boom')).rejects.toBe('boom');
    await expect(tool(() => Promise.reject(error)).execute({})).rejects.toBe(error);
  });

  it('meets no callback of the tool', async () => {
    const called: string[] = [];
    const note = (name: string) => () => {
      called.push(name);
    };
    const noting = createTool({
      id: 'x',
      description: '',
      onInputStart: note('start'),
      onInputAvailable: note('available'),
      onOutput: note('output'),
      execute: async () => 1,
    });
    await noting.execute({});
    expect(called).toEqual([]);
  });
});

describe('the context of a direct call', () => {
  it('is complete without any given', async () => {
    for (const context of [
      await contextOf({}),
      await contextOf({}, {}),
      await contextOf({}, null as never),
    ]) {
      expect(context.requestContext).toBeInstanceOf(RequestContext);
      expect(context.abortSignal.aborted).toBe(false);
      expect(context.writer).toBeInstanceOf(ToolWriter);
      expect(context.idempotencyKey).toMatch(/./);
      expect(await context.observe.span('s', () => 1)).toBe(1);
      context.observe.log('info', 'quiet');
      await context.writer.write('x');
      await context.writer.custom({ type: 'data-x', data: 1 });
      expect(context.agent).toBeUndefined();
      expect(context.tenon).toBeUndefined();
    }
  });

  it('has a key of its own for every call, and the one given', async () => {
    const first = await contextOf({});
    const second = await contextOf({});
    expect(first.idempotencyKey).not.toBe(second.idempotencyKey);
    expect((await contextOf({}, { idempotencyKey: 'k' })).idempotencyKey).toBe('k');
  });

  it('has what is given, and host under both its names', async () => {
    const { signal } = new AbortController();
    const requestContext = new RequestContext({ a: 1 });
    const host = { getLogger: () => console } as never;
    const observe: ToolObserve = { span: async (_name, work) => work(), log: () => {} };
    const context = await contextOf(
      {},
      {
        abortSignal: signal,
        requestContext,
        runId: 'r',
        idempotencyKey: 'k',
        observe,
        mastra: host,
      },
    );
    expect(context).toMatchObject({ runId: 'r', idempotencyKey: 'k' });
    expect(context.observe).toBe(observe);
    expect(context.abortSignal).toBe(signal);
    expect(context.requestContext).toBe(requestContext);
    expect(context.tenon).toBe(host);
    expect(context.mastra).toBe(host);
    expect((await contextOf({}, { tenon: host })).mastra).toBe(host);
  });

  it('takes undefined for what is not given', async () => {
    const context = await contextOf({}, { requestContext: undefined, writer: undefined } as never);
    expect(context.requestContext).toBeInstanceOf(RequestContext);
    expect(context.writer).toBeInstanceOf(ToolWriter);
  });

  it('takes the flat form of an agent’s call', async () => {
    const messages = [{ role: 'user', content: 'hi' }];
    const context = await contextOf({}, { toolCallId: 'c', messages });
    expect(context).toMatchObject({
      toolCallId: 'c',
      messages,
      agent: { toolCallId: 'c', messages },
    });
    expect((await contextOf({}, { toolCallId: 'c' })).agent?.messages).toEqual([]);
  });

  it('takes the nested form, which wins, with all that it holds', async () => {
    const agent = { agentId: 'a', toolCallId: 'inner', resumeData: { ok: true } };
    const context = await contextOf({}, { toolCallId: 'outer', agent });
    expect(context.agent).toMatchObject(agent);
    expect(context.toolCallId).toBe('inner');
  });

  it('takes the flat form of a workflow’s call', async () => {
    const context = await contextOf({}, { workflowId: 'w', runId: 'r' });
    expect(context.workflow).toEqual({ workflowId: 'w', runId: 'r' });
    const workflow = { workflowId: 'w', runId: 'r' };
    expect((await contextOf({}, { workflow })).workflow).toBe(workflow);
  });

  it('hands on what a caller adds of its own', async () => {
    const given = { resumeData: { ok: true }, actor: 'ada' };
    expect(await contextOf({}, given as never)).toMatchObject(given);
  });

  it('is a complete copy when it is spread', async () => {
    const requestContext = new RequestContext({ a: 1 });
    const context = await contextOf({}, { requestContext, idempotencyKey: 'k', toolCallId: 'c' });
    const copy = { ...context };
    expect(copy.requestContext).toBe(requestContext);
    expect(copy.idempotencyKey).toBe('k');
    expect(copy.writer).toBe(context.writer);
    expect(Object.keys(copy).sort()).toEqual(Object.keys(context).sort());
    const { writer, observe, ...rest } = await contextOf({});
    expect(writer).toBeInstanceOf(ToolWriter);
    expect(rest.requestContext).toBeInstanceOf(RequestContext);
    await observe.span('s', () => {});
  });

  it.each([
    ['itself', (context: ToolContext) => context],
    ['a copy', (context: ToolContext) => ({ ...context })],
    ['a copy with a change', (context: ToolContext) => ({ ...context, runId: 'other' })],
  ])('reaches an inner tool when %s is handed on', async (_, handOn) => {
    const written: unknown[] = [];
    const writer = new ToolWriter({ output: (data) => written.push(data), custom: () => {} });
    const requestContext = new RequestContext({ a: 1 });
    const { signal } = new AbortController();
    const inner = createTool({
      id: 'inner',
      description: '',
      execute: async (_input, context) => {
        await context.writer.write('from inner');
        context.requestContext.set('b', 2);
        return context;
      },
    });
    const outer = createTool({
      id: 'outer',
      description: '',
      execute: async (_input, context) => inner.execute({}, handOn(context)),
    });
    const seen = await outer.execute(
      {},
      { writer, requestContext, abortSignal: signal, idempotencyKey: 'k', toolCallId: 'c' },
    );
    expect(written).toEqual(['from inner']);
    expect(requestContext.all).toEqual({ a: 1, b: 2 });
    expect(seen.abortSignal).toBe(signal);
    expect(seen).toMatchObject({ idempotencyKey: 'k', toolCallId: 'c' });
  });

  it('shares one request context with inner tools although none was given', async () => {
    const outer = createTool({
      id: 'outer',
      description: '',
      execute: async (_input, context) => {
        const inner = await contextOf({}, { ...context });
        inner.requestContext.set('a', 1);
        return context.requestContext.get('a');
      },
    });
    expect(await outer.execute({})).toBe(1);
  });

  it('has a writer that a stream can be piped to', async () => {
    const written: unknown[] = [];
    const writer = new ToolWriter({ output: (data) => written.push(data), custom: () => {} });
    const context = await contextOf({}, { writer });
    await new ReadableStream({
      start(controller) {
        controller.enqueue('a');
        controller.enqueue('b');
        controller.close();
      },
    }).pipeTo(context.writer);
    expect(written).toEqual(['a', 'b']);
    const silent = (await contextOf({})).writer;
    await new Blob(['x']).stream().pipeTo(silent);
  });
});

describe('requestContextSchema in a direct call', () => {
  const tool = createTool({
    id: 'rent',
    description: '',
    requestContextSchema: z.object({ tenant: z.string(), seats: z.coerce.number() }),
    execute: async (_, context) => {
      context.requestContext.setRaw('seen', true);
      await context.writer.write('x');
      return { seats: context.requestContext.get('seats'), context };
    },
  });

  it('lets execute read what the schema made, and write to the original', async () => {
    const requestContext = new RequestContext({ tenant: 'acme', seats: '3', other: 1 });
    const result = await tool.execute({}, { requestContext, runId: 'r' });
    expect(result).toMatchObject({ seats: 3, context: { runId: 'r' } });
    expect(requestContext.all).toEqual({ tenant: 'acme', seats: '3', other: 1, seen: true });
  });

  it('refuses a request that lacks something, naming no value', async () => {
    const requestContext = new RequestContext({ tenant: 7, seats: 'S3CRET' });
    for (const result of [
      await tool.execute({}),
      await tool.execute({}, { requestContext } as never),
    ]) {
      expect(isValidationError(result)).toBe(true);
      const { message } = result as { message: string };
      expect(message).toContain('Request context validation failed for tool "rent":\n- tenant');
      expect(message).not.toContain('S3CRET');
    }
  });
});
