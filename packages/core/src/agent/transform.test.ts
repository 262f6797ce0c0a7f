import { call, scriptedModel } from '@tenon/testing';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../tools/index.ts';
import type { RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

// each tool with the option is warned of where it is made
vi.spyOn(console, 'warn').mockImplementation(() => {});
afterAll(() => {
  vi.restoreAllMocks();
});

const makeSecret = () =>
  createTool({
    id: 'secret',
    description: '',
    inputSchema: z.object({ token: z.string() }),
    transform: { display: { input: () => ({ token: '***' }), output: () => 'hidden' } },
    execute: async ({ token }: { token: string }) => `${token} was taken`,
  } as never);
const plain = createTool({ id: 'plain', description: '', execute: async () => 1 });

/** What a run says when the tool of private data may be among its tools. */
async function said(tools: Record<string, never>, options: RunOptions = {}) {
  const model = scriptedModel([[call('secret', { token: 'PRIVATE' }, { pieces: 3 })], 'Done.']);
  const { agent, logged } = quietAgent(model, { tools });
  const chunks: unknown[] = [];
  const outcome = await agent
    .stream('?', { ...options, onChunk: (chunk) => chunks.push(chunk) })
    .then((stream) => stream.getFullOutput())
    .catch((error: unknown) => error);
  return { model, outcome, everything: JSON.stringify([chunks, outcome, logged]) };
}

describe('a tool that hides private data by transform, which does not work yet', () => {
  const secret = makeSecret() as never;
  const refused = { id: 'TOOL_TRANSFORM_NOT_SUPPORTED', details: { toolName: 'secret' } };

  it.each<[string, Record<string, never>, RunOptions]>([
    ['the agent', { secret }, {}],
    ['a copy of the tool', { secret: { ...(secret as object) } as never }, {}],
    ['a toolset', {}, { toolsets: { set: { secret } } }],
    ['the client', {}, { clientTools: { secret } }],
    ['prepareStep', {}, { prepareStep: () => ({ tools: { secret } }) }],
    [
      'activeTools of prepareStep',
      { secret, plain: plain as never },
      { activeTools: ['plain'], prepareStep: () => ({ activeTools: ['secret'] }) },
    ],
  ])('is not offered to a model as a tool of %s', async (_, tools, options) => {
    const { model, outcome, everything } = await said(tools, options);
    expect(outcome).toMatchObject(refused);
    expect(model.requests).toHaveLength(0);
    expect(everything).not.toContain('PRIVATE');
  });

  it('is told of in a sentence with the way out', async () => {
    const { outcome } = await said({ secret });
    expect(String(outcome)).toMatch(
      /Agent "helper": tool "secret" hides private data by "transform".* Take the tool out, or/,
    );
  });

  it('hinders no run in which it is not active', async () => {
    const model = scriptedModel([[call('plain')], 'Done.']);
    const { agent } = quietAgent(model, { tools: { secret, plain } });
    await expect(agent.generate('?', { activeTools: ['plain'] })).resolves.toMatchObject({
      text: 'Done.',
    });
  });

  it('runs when it is called directly, where nothing is shown', async () => {
    const { execute } = makeSecret() as unknown as { execute(input: object): Promise<unknown> };
    await expect(execute({ token: 'a' })).resolves.toBe('a was taken');
  });
});
