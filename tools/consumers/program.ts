// A program as users write it. Each TypeScript that we support compiles it, each Node that we support runs it.

import { Tenon } from '@tenon/core';
import { Agent } from '@tenon/core/agent';
import { RequestContext } from '@tenon/core/request-context';
import { createTool, isValidationError } from '@tenon/core/tools';
import { call, scriptedModel } from '@tenon/testing';
import { z } from 'zod';

function expectEqual(given: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(given), JSON.stringify(expected)];
  if (a !== b) throw new Error(`Got ${a} in place of ${b}`);
}

const weather = createTool({
  id: 'weather',
  description: 'Weather of a city',
  inputSchema: z.object({ city: z.string(), days: z.number().default(1) }),
  outputSchema: z.object({ summary: z.string() }),
  requestContextSchema: z.object({ unit: z.enum(['C', 'F']) }),
  execute: async ({ city, days }, { requestContext }) => ({
    summary: `${city.toUpperCase()}, ${days.toFixed(0)} day, ${requestContext.get('unit')}`,
  }),
});

const assistant = new Agent({
  id: 'assistant',
  name: 'Assistant',
  instructions: 'Look it up.',
  model: scriptedModel([[call('weather', { city: 'Oslo' })], 'Sun.', 'Once more.']),
  tools: { weather },
});
const requestContext = new RequestContext<{ unit: 'C' | 'F' }>([['unit', 'C']]);

const results: string[] = [];
const stream = await assistant.stream('How is it?', { requestContext });
for await (const chunk of stream.fullStream) {
  if (chunk.type === 'tool-result') results.push(JSON.stringify(chunk.payload.result));
}
expectEqual(results, ['{"summary":"OSLO, 1 day, C"}']);
expectEqual(await stream.text, 'Sun.');

const tenon = new Tenon({ agents: { assistant } });
const { text } = await tenon.getAgent('assistant').generate('And now?', { requestContext });
expectEqual(text, 'Once more.');

const direct = await weather.execute({ city: 'Rome', days: 2 }, { requestContext });
if (isValidationError(direct)) throw new Error(direct.message);
const { summary }: { summary: string } = direct;
expectEqual(summary, 'ROME, 2 day, C');

// @ts-expect-error `days` is a number
const refused = await weather.execute({ city: 'Rome', days: 'two' }, { requestContext });
expectEqual(isValidationError(refused), true);
