// What `partialInput` of a tool's `onInputDelta` costs: one streamed call with 100 KB of arguments in 1,000 pieces.
// Build first (`npm run build`), then: node bench/partial-input.mjs [processes]
// Prints deltas per second of CPU time, each the median over processes of its own, without a callback, with one, and
// with one whose arguments come in the form of a provider's strict mode.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Agent } from '@tenon/core/agent';
import { createTool } from '@tenon/core/tools';
import { z } from 'zod';

const warmUp = 20;
const runs = 40;
const cases = {
  'without a callback': { provider: 'bench', hasCallback: false },
  'with a callback': { provider: 'bench', hasCallback: true },
  'with a callback, strict form': { provider: 'openai.chat', hasCallback: true, note: null },
};
const [, , wanted] = process.argv;
if (wanted in cases) await child(cases[wanted]);
else parent(Number(wanted ?? 7));

function parent(processes) {
  for (const name of Object.keys(cases)) {
    const figures = Array.from({ length: processes }, () =>
      Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), name])),
    ).toSorted((a, b) => a - b);
    const [least, median, most] = [figures[0], figures[processes >> 1], figures.at(-1)];
    const thousand = (figure) => Math.round(figure / 1000);
    console.log(
      `${name}: ${thousand(median)} thousand deltas a second (${thousand(least)} to ${thousand(most)})`,
    );
  }
}

async function child({ provider, hasCallback, note }) {
  const rows = Array.from({ length: 900 }, (_, id) => ({
    id,
    name: `row number ${id} of the table`,
    price: id / 8,
    tags: ['first', 'second "quoted"'],
    ...(note === null && { note }),
  }));
  const input = JSON.stringify({ title: 'A table', rows, text: 'some words '.repeat(1000) });
  const size = Math.ceil(input.length / 1000);
  const pieces = Array.from({ length: 1000 }, (_, index) =>
    input.slice(index * size, (index + 1) * size),
  ).filter((piece) => piece !== '');
  let seen = 0;
  let last;
  const write = createTool({
    id: 'write',
    description: 'Writes a table',
    inputSchema: z.object({
      title: z.string(),
      rows: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          price: z.number(),
          tags: z.array(z.string()),
          note: z.string().optional(),
        }),
      ),
      text: z.string(),
    }),
    ...(hasCallback && {
      onInputDelta: ({ partialInput }) => {
        if (partialInput.rows !== undefined) seen++;
        last = partialInput;
      },
    }),
    execute: async ({ rows: given }) => given.length,
  });
  const agent = new Agent({
    id: 'bench',
    name: 'Bench',
    instructions: '',
    model: createModel(provider, pieces, input),
    tools: { write },
  });
  const run = async () => {
    seen = 0;
    const stream = await agent.stream('Write.');
    let count = 0;
    for await (const { type } of stream.fullStream) if (type === 'tool-call-delta') count++;
    if (count !== pieces.length || (await stream.text) !== 'Done.') throw new Error('Wrong run.');
    if (hasCallback && (seen < 990 || last.rows.length !== rows.length || 'note' in last.rows[0])) {
      throw new Error('Wrong partial input.');
    }
  };
  for (let index = 0; index < warmUp; index++) await run();
  const before = process.cpuUsage();
  for (let index = 0; index < runs; index++) await run();
  const { user, system } = process.cpuUsage(before);
  console.log((runs * pieces.length * 1e6) / (user + system));
}

function createModel(provider, pieces, input) {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const id = 'c';
  const toolName = 'write';
  const called = [
    { type: 'tool-input-start', id, toolName },
    ...pieces.map((delta) => ({ type: 'tool-input-delta', id, delta })),
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName, input },
    { type: 'finish', finishReason: { unified: 'tool-calls' }, usage },
  ];
  const answered = [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Done.' },
    { type: 'text-end', id: 't' },
    { type: 'finish', finishReason: { unified: 'stop' }, usage },
  ];
  return {
    specificationVersion: 'v3',
    provider,
    modelId: 'bench',
    supportedUrls: {},
    doStream: async ({ prompt }) => {
      const parts = prompt.at(-1).role === 'tool' ? answered : called;
      let index = 0;
      const stream = new ReadableStream({
        pull(controller) {
          if (index === parts.length) controller.close();
          else controller.enqueue(parts[index++]);
        },
      });
      return { stream };
    },
  };
}
