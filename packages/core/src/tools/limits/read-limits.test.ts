import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { RequestContext } from '../../base/request-context.ts';
import { createTool } from '../index.ts';

const readOnly = { mcp: { annotations: { readOnlyHint: true } } };
const withLimits = (options: object) => () =>
  createTool({ id: 'tool', description: '', execute: () => 1, ...readOnly, ...options } as never);

describe('the limits of a tool', () => {
  it.each<[object, RegExp]>([
    [{ timeoutMs: 0 }, /"timeoutMs" must be a number of milliseconds from 1/],
    [{ timeoutMs: '5' }, /"timeoutMs"/],
    [{ timeoutMs: Number.NaN }, /"timeoutMs"/],
    [{ timeoutMs: Number.POSITIVE_INFINITY }, /"timeoutMs"/],
    [{ timeoutMs: 2_147_483_648 }, /"timeoutMs".*to 2147483647/],
    [{ retry: -1 }, /"retry" must be a whole number from 0, or \{ attempts \}/],
    [{ retry: true }, /"retry"/],
    [{ retry: {} }, /"retry" needs "attempts"/],
    [{ retry: { attempts: 1.5 } }, /"retry": the option "attempts" must be a whole number/],
    [{ retry: { attempts: 1, delayMs: -1 } }, /"delayMs"/],
    [{ retry: { attempts: 1, maxDelayMs: '1' } }, /"maxDelayMs"/],
    [{ retry: { attempts: 1, retryIf: true } }, /"retryIf" must be a function/],
    [{ retry: { attempts: 1, delay: 5 } }, /"retry" has no field "delay".*delayMs/],
    [{ concurrency: 0 }, /"concurrency" must be a whole number from 1, or \{ limit, key \}/],
    [{ concurrency: { key: () => '' } }, /"concurrency" needs "limit"/],
    [{ concurrency: { limit: 0 } }, /"limit"/],
    [{ concurrency: { limit: 1, key: 'user' } }, /"key" must be a function/],
    [{ rateLimit: 5 }, /"rateLimit" must be \{ limit, intervalMs \}, but is of type number/],
    [{ rateLimit: { limit: 5 } }, /"rateLimit" needs "intervalMs"/],
    [{ rateLimit: { limit: 0, intervalMs: 5 } }, /"limit"/],
    [{ rateLimit: { limit: 1, intervalMs: 0 } }, /"intervalMs"/],
    [{ rateLimit: { limit: 1, intervalMs: 5, maxWaitMs: -1 } }, /"maxWaitMs"/],
    [{ rateLimit: { limit: 1, intervalMs: 5, key: 1 } }, /"key"/],
    [{ cache: true }, /"cache" must be \{ ttlMs \}/],
    [{ cache: {} }, /"cache" needs "ttlMs"/],
    [{ cache: { ttlMs: 0 } }, /"ttlMs"/],
    [{ cache: { ttlMs: 5, maxEntries: 0 } }, /"maxEntries"/],
    [{ cache: { ttlMs: 5, key: {} } }, /"key"/],
    [{ maxResultChars: 0 }, /"maxResultChars" must be a whole number from 1/],
    [{ maxResultChars: null }, /"maxResultChars".*is null/],
  ])('are refused at definition, by name: %j', (options, message) => {
    expect(withLimits(options)).toThrow(
      expect.objectContaining({
        id: 'TOOL_OPTION_INVALID',
        message: expect.stringMatching(new RegExp(`^Tool "tool": .*${message.source}`)),
      }),
    );
  });

  it('are refused on a tool that the client runs, but for what a model is shown', () => {
    const options = { execute: undefined, maxResultChars: 5 };
    expect(withLimits(options)).not.toThrow();
    expect(withLimits({ ...options, timeoutMs: 5 })).toThrow(/"timeoutMs".*the client runs/);
  });

  it.each([{}, { mcp: { annotations: { idempotentHint: true } } }, { idempotent: true }])(
    'hold no cache where the tool may change something: %j',
    (hints) => {
      const options = { mcp: undefined, ...hints, cache: { ttlMs: 5 } };
      expect(withLimits(options)).toThrow(/"cache".*change nothing.*readOnlyHint: true/);
    },
  );

  it('may be left out one by one', () => {
    expect(
      withLimits({ timeoutMs: undefined, retry: 0, concurrency: undefined, cache: undefined }),
    ).not.toThrow();
  });

  it('know the types of the tool', () => {
    createTool({
      id: 'typed',
      description: '',
      inputSchema: z.object({ id: z.string(), count: z.number().default(1) }),
      requestContextSchema: z.object({ user: z.string() }),
      ...readOnly,
      concurrency: {
        limit: 1,
        key: ({ input, requestContext }) => {
          expectTypeOf(input).toEqualTypeOf<{ id: string; count: number }>();
          expectTypeOf(requestContext).toEqualTypeOf<RequestContext<{ user: string }>>();
          return requestContext.get('user');
        },
      },
      rateLimit: { limit: 1, intervalMs: 5, key: ({ input }) => input.id },
      cache: { ttlMs: 5, key: ({ input }) => `${input.count.toFixed()}` },
      execute: async ({ id }) => id.length,
    });
    createTool({
      id: 'mistyped',
      description: '',
      inputSchema: z.object({ id: z.string() }),
      // @ts-expect-error there is no such field
      concurrency: { limit: 1, key: ({ input }) => String(input.name) },
      execute: async ({ id }) => id.length,
    });
  });
});
