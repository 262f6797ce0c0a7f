// What Tenon adds to calling a provider's model object directly: one streamed request with tools and one tool call, on a
// wire server of this process. Build first (`npm run build`), then: node bench/provider-path.mjs [rounds]
// Prints CPU microseconds for each; both ways alternate in one process, medians over the rounds.
import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@tenon/core/agent';
import { createTool } from '@tenon/core/tools';
import { call, startWireServer } from '@tenon/testing';
import { z } from 'zod';

const rounds = Number(process.argv[2] ?? 600);
const warmUp = 1500;
const inputSchema = z.object({ city: z.string(), days: z.number() });
const server = await startWireServer(({ toolResults }) =>
  toolResults.length === 0 ? [call('weather', { city: 'Oslo', days: 1 })] : 'Sun over Oslo.',
);
const model = createOpenAI({ apiKey: 'key', baseURL: server.baseUrlFor('openai') }).chat('gpt-4o');

/** The same two requests by hand: the least any loop has to do. */
async function direct() {
  const tools = [
    {
      type: 'function',
      name: 'weather',
      description: 'Weather of a city',
      inputSchema: z.toJSONSchema(inputSchema),
    },
  ];
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Weather?' }] }];
  for (;;) {
    const { stream } = await model.doStream({ prompt, tools, toolChoice: { type: 'auto' } });
    const calls = [];
    let text = '';
    for await (const part of stream) {
      if (part.type === 'text-delta') text += part.delta;
      if (part.type === 'tool-call') calls.push(part);
    }
    if (calls.length === 0) return text;
    const content = calls.map(({ toolCallId, toolName, input }) => ({
      type: 'tool-call',
      toolCallId,
      toolName,
      input: inputSchema.parse(JSON.parse(input)),
    }));
    prompt.push({ role: 'assistant', content });
    prompt.push({
      role: 'tool',
      content: content.map(({ toolCallId, toolName, input }) => ({
        type: 'tool-result',
        toolCallId,
        toolName,
        output: { type: 'json', value: { summary: `sun over ${input.city}` } },
      })),
    });
  }
}

const agent = new Agent({
  id: 'bench',
  name: 'Bench',
  instructions: '',
  model,
  tools: {
    weather: createTool({
      id: 'weather',
      description: 'Weather of a city',
      inputSchema,
      execute: async ({ city }) => ({ summary: `sun over ${city}` }),
    }),
  },
});
const tenon = async () => (await agent.stream('Weather?')).text;

async function measure(run) {
  const before = process.cpuUsage();
  if ((await run()) !== 'Sun over Oslo.') throw new Error('The answer is wrong.');
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const times = { direct: [], tenon: [] };
for (let round = -warmUp; round < rounds; round++) {
  const [a, b] = [await measure(direct), await measure(tenon)];
  if (round < 0) continue;
  times.direct.push(a);
  times.tenon.push(b);
}
await server.close();
const [a, b] = [median(times.direct), median(times.tenon)];
console.log(
  `direct ${Math.round(a)} µs, Tenon ${Math.round(b)} µs a run of two requests: ${((b / a - 1) * 100).toFixed(1)} % more (server and client in one process)`,
);
