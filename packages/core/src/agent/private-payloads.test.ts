import { call, collect, scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTool, type ToolTransform } from '../tools/index.ts';
import type { Agent, AgentConfig, RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const secret = 'RAW-S3CRET';
const safe = { input: () => 'IN', inputDelta: () => '·', output: () => 'OUT', error: () => 'ERR' };
const covered: ToolTransform = { display: safe, transcript: safe };
const never = () => new Promise(() => {});

const payTool = (execute?: () => unknown, transform = covered) =>
  createTool({
    id: 'pay',
    description: 'Pays',
    inputSchema: z.object({ token: z.string() }),
    transform,
    execute: async ({ token }) => (execute === undefined ? token : execute()),
  });

const asking = () => [call('pay', { token: secret }, { pieces: 3 })];

/** All that people are shown of a run, as it goes and later. */
async function seenOf(agent: Agent, options: RunOptions = {}): Promise<string> {
  const stream = await agent.stream('?', options);
  const shown: unknown = await collect(stream.toDisplayStream());
  return JSON.stringify([shown, (await stream.response).uiMessages]);
}

describe('arguments of a tool with a transform are shown to nobody', () => {
  it.each<[string, RunOptions]>([
    ['is not active', { activeTools: ['other'] }],
    ['may not be called, since none may', { toolChoice: 'none' }],
    [
      'was only there in an earlier step',
      {
        prepareStep: ({ stepNumber }) =>
          stepNumber === 0 ? { tools: { pay: payTool() } } : { tools: {} },
      },
    ],
  ])('when the model calls it although it %s', async (_, options) => {
    const other = createTool({ id: 'other', description: '', execute: async () => 1 });
    const tools: AgentConfig['tools'] = options.prepareStep ? {} : { pay: payTool(), other };
    const { agent } = quietAgent(scriptedModel([asking(), asking(), 'done']), { tools });
    const seen = await seenOf(agent, options);
    expect(seen).toContain('"args":"IN"');
    expect(seen).not.toContain(secret);
  });

  it('when prepareStep brought the tool, and the run is stopped while its transform works', async () => {
    const controller = new AbortController();
    const input = () => {
      controller.abort();
      return never();
    };
    const pay = payTool(undefined, { display: safe, transcript: { ...safe, input } });
    const { agent } = quietAgent(scriptedModel([asking()]));
    const seen = await seenOf(agent, {
      prepareStep: () => ({ tools: { pay } }),
      abortSignal: controller.signal,
    });
    expect(seen).toContain('was aborted');
    expect(seen).not.toContain(secret);
  });

  it('when a provider ran the call, and the run is stopped while a policy works', async () => {
    const controller = new AbortController();
    const transformToolPayload = ({ phase }: { phase: string }) => {
      if (phase === 'input-delta') return '·';
      controller.abort();
      return never();
    };
    const search = call('search', { token: secret }, { id: 'p1', providerExecuted: true });
    const { agent } = quietAgent(scriptedModel([[search]]), {
      transform: { transformToolPayload },
    });
    const seen = await seenOf(agent, { abortSignal: controller.signal });
    expect(seen).toContain('tool-search');
    expect(seen).not.toContain(secret);
  });
});
