// What a step costs with every stage in use: hooks, callbacks, schemas, limits, budget, shaping, transforms, processors,
// structured output and tracing, each with a function of the user's that does nothing much. Build first
// (`npm run build`), then: node bench/all-on.mjs [processes] [steps]
// Prints CPU microseconds a step, each the median (and range) over processes of its own, with nothing in use and with
// all of it, and what each part adds alone.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { Agent } from '@tenon/core/agent';
import { createTool } from '@tenon/core/tools';
import { z } from 'zod';

const same = (value) => value;
const nothing = () => {};
/** What is put into the tool, the agent and the call, by part. */
const parts = {
  hooks: {
    agent: { hooks: { beforeToolCall: nothing, afterToolCall: nothing, onToolRefused: nothing } },
  },
  callbacks: {
    tool: {
      onInputStart: nothing,
      onInputDelta: nothing,
      onInputAvailable: nothing,
      onOutput: nothing,
    },
    call: { onStepFinish: nothing, onFinish: nothing },
  },
  schemas: {
    tool: {
      outputSchema: z.object({ n: z.number() }),
      requestContextSchema: z.object({}),
    },
  },
  limits: { tool: { timeoutMs: 60_000, retry: 2, concurrency: 4, maxResultChars: 10_000 } },
  budget: { call: { budget: { maxTokens: 1e9, maxToolCalls: 1e6 } } },
  shaping: { tool: { toModelOutput: ({ n }) => ({ type: 'text', value: `n is ${n}` }) } },
  transforms: {
    tool: { transform: { display: { input: same, output: same, error: same } } },
    agent: { transform: { transformToolPayload: ({ input, output }) => input ?? output } },
  },
  processors: {
    agent: {
      inputProcessors: [
        { id: 'in', processInput: nothing, processInputStep: nothing, processLLMRequest: nothing },
      ],
      outputProcessors: [
        {
          id: 'out',
          processOutputStream: ({ part }) => part,
          processLLMResponse: nothing,
          processOutputStep: nothing,
          processToolResult: nothing,
          processOutputResult: nothing,
        },
      ],
    },
  },
  'structured output': { call: { structuredOutput: { schema: z.object({ ok: z.boolean() }) } } },
  tracing: { agent: { tracing: true }, isTraced: true },
};
/** Not among all: each model call is recorded with the whole conversation. */
const recording = {
  agent: { tracing: { recordInputs: true, recordOutputs: true } },
  isTraced: true,
};
const untraced = Object.values(parts).filter(({ isTraced }) => !isTraced);
const names = ['nothing', ...Object.keys(parts), 'all but tracing', 'all', 'recording'];
const [, , first, second, third] = process.argv;
if (names.includes(first)) await child(first, second, Number(third));
else parent(Number(first ?? 9), Number(second ?? 100));

function parent(processes, steps) {
  for (const mode of ['generate', 'stream']) {
    for (const name of names) {
      const words = [fileURLToPath(import.meta.url), name, mode, String(steps)];
      const figures = Array.from({ length: processes }, () =>
        Number(execFileSync(process.execPath, words)),
      ).toSorted((a, b) => a - b);
      const [least, median, most] = [figures[0], figures[processes >> 1], figures.at(-1)];
      const shown = [median, least, most].map((figure) => figure.toFixed(1));
      console.log(`${mode}, ${name}: ${shown[0]} µs a step (${shown[1]} to ${shown[2]})`);
    }
  }
}

async function child(name, mode, steps) {
  const used = usedBy(name);
  if (used.some(({ isTraced }) => isTraced)) traceNowhere();
  const merged = (field) => Object.assign({}, ...used.map((part) => part[field]));
  const add = createTool({
    id: 'add',
    description: 'Adds one',
    inputSchema: z.object({ n: z.number() }),
    execute: async ({ n }) => ({ n: n + 1 }),
    ...merged('tool'),
  });
  const agent = new Agent({
    id: 'bench',
    name: 'Bench',
    instructions: 'Add.',
    model: counting(steps),
    tools: { add },
    ...merged('agent'),
  });
  const options = { maxSteps: steps + 5, ...merged('call') };
  const once = async () => {
    if (mode === 'generate') return agent.generate('go', options);
    const stream = await agent.stream('go', options);
    for await (const _ of stream.fullStream);
    return stream.getFullOutput();
  };
  const check = ({ steps: taken, text }) => {
    if (taken.length !== steps + 1 || text !== '{"ok":true}') throw new Error('it went wrong');
  };
  for (let run = 0; run < 100; run++) check(await once());
  const before = process.cpuUsage();
  const runs = 200;
  for (let run = 0; run < runs; run++) await once();
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / runs / (steps + 1));
}

function usedBy(name) {
  switch (name) {
    case 'nothing':
      return [];
    case 'all but tracing':
      return untraced;
    case 'all':
      return Object.values(parts);
    case 'recording':
      return [recording];
    default:
      return [parts[name]];
  }
}

/** A model that calls the tool so many times, then answers. */
function counting(steps) {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const answer = ({ prompt }) => {
    // a system message, the request, and two for each call: looking through all of them would cost more than the step
    const done = (prompt.length - 2) / 2;
    return done < steps
      ? { type: 'tool-call', toolCallId: `c${done}`, toolName: 'add', input: `{"n":${done}}` }
      : { type: 'text', text: '{"ok":true}' };
  };
  const reasonOf = (part) => ({ unified: part.type === 'text' ? 'stop' : 'tool-calls' });
  return {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    doGenerate: async (request) => {
      const part = answer(request);
      return { content: [part], finishReason: reasonOf(part), usage, warnings: [] };
    },
    doStream: async (request) => {
      const part = answer(request);
      const said =
        part.type === 'text'
          ? [
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: part.text },
              { type: 'text-end', id: 't' },
            ]
          : [
              { type: 'tool-input-start', id: part.toolCallId, toolName: 'add' },
              { type: 'tool-input-delta', id: part.toolCallId, delta: part.input },
              { type: 'tool-input-end', id: part.toolCallId },
              part,
            ];
      const all = [
        { type: 'stream-start', warnings: [] },
        ...said,
        { type: 'finish', finishReason: reasonOf(part), usage },
      ];
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const one of all) controller.enqueue(one);
            controller.close();
          },
        }),
      };
    },
  };
}

/** The real SDK, whose spans nobody keeps. */
function traceNowhere() {
  const exporter = {
    export: (_spans, done) => done({ code: 0 }),
    shutdown: async () => {},
  };
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
}
