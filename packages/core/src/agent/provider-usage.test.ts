import { call, finish, reasoning, text } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { createTool } from '../tools/index.ts';
import { modelOf, type ProviderRow, providerRows, rowsOf } from './testing/provider-packages.ts';
import { quietAgent } from './testing/quiet-agent.ts';
import { serveWire } from './testing/serve-wire.ts';

const look = createTool({ id: 'look', description: 'Looks', execute: async () => 'seen' });

/** Chat completions of openai say nothing of what was thought. */
const thinksAloud = (row: ProviderRow) => !row.startsWith('openai chat');

describe.each(providerRows)('%s', (row) => {
  it.each(['generate', 'stream'] as const)(
    'counts cached and reasoning tokens of two steps, and keeps what was thought (%s)',
    async (mode) => {
      const first = { input: 100, output: 50, cached: 80, reasoning: 30 };
      const second = { input: 200, output: 7, cached: 90, reasoning: 5 };
      const server = await serveWire([
        [
          reasoning('Hm. '),
          text('One moment. '),
          call('look'),
          finish('tool-calls', { usage: first }),
        ],
        [reasoning('Aha.'), text('So.'), finish('stop', { usage: second })],
      ]);
      const { agent } = quietAgent(modelOf(row, server), { tools: { look } });
      const output =
        mode === 'generate'
          ? await agent.generate('?')
          : await (await agent.stream('?')).getFullOutput();
      expect(output.text).toBe('One moment. So.');
      expect(output.reasoningText).toBe(thinksAloud(row) ? 'Hm. Aha.' : '');
      expect(output.totalUsage).toMatchObject({ cachedInputTokens: 170 });
      expect(output.totalUsage).toMatchObject({
        inputTokens: 300,
        outputTokens: 57,
        totalTokens: 357,
        reasoningTokens: 35,
      });
      expect(output.steps.map((step) => step.usage)).toMatchObject([
        { inputTokens: 100, outputTokens: 50, cachedInputTokens: 80, reasoningTokens: 30 },
        { inputTokens: 200, outputTokens: 7, cachedInputTokens: 90, reasoningTokens: 5 },
      ]);
    },
  );
});

describe.each(rowsOf('anthropic'))('%s', (row) => {
  it.each(['generate', 'stream'] as const)(
    'counts what was written to the cache as input (%s)',
    async (mode) => {
      const server = await serveWire([
        [call('look'), finish('tool-calls', { usage: { input: 100, output: 5, cacheWrite: 60 } })],
        [
          text('So.'),
          finish('stop', { usage: { input: 200, output: 7, cached: 60, cacheWrite: 10 } }),
        ],
      ]);
      const { agent } = quietAgent(modelOf(row, server), { tools: { look } });
      const output =
        mode === 'generate'
          ? await agent.generate('?')
          : await (await agent.stream('?')).getFullOutput();
      expect(output.totalUsage).toMatchObject({
        inputTokens: 300,
        outputTokens: 12,
        totalTokens: 312,
        cachedInputTokens: 60,
        cacheCreationInputTokens: 70,
      });
    },
  );
});
