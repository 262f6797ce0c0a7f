import {
  call,
  collect,
  errorPart,
  failWith,
  file,
  finish,
  raw,
  reasoning,
  type SpecificationVersion,
  type Step,
  scriptedModel,
  source,
  text,
  toolCallsIn,
  toolResultsIn,
  warnings,
} from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentChunk } from '../chunks/index.ts';
import type { LanguageModel } from '../models/index.ts';
import { createTool } from '../tools/index.ts';
import type { RunOptions } from './index.ts';
import { quietAgent } from './testing/quiet-agent.ts';

const weather = createTool({
  id: 'weather-tool',
  description: 'The weather',
  title: 'Weather',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }, { writer }) => {
    await writer.write({ looking: city });
    await writer.custom({ type: 'data-progress', data: { percent: 50 } });
    return `clear in ${city}`;
  },
});
const echo = createTool({
  id: 'echo',
  description: 'Echoes',
  execute: async (input) => input,
});

interface Given {
  readonly steps: readonly Step[];
  readonly version?: SpecificationVersion;
  readonly options?: RunOptions;
}

function agentOf({ steps, version = 'v3' }: Given) {
  return quietAgent(scriptedModel(steps, { version }), {
    instructions: '',
    tools: { weather, echo },
  });
}

type AnyChunk = { type: string; runId?: string; from?: string; payload: Record<string, unknown> };

async function streamed(given: Given): Promise<AnyChunk[]> {
  const { agent } = agentOf(given);
  const stream = await agent.stream('?', { runId: 'run', ...given.options });
  return (await collect(stream.fullStream)) as AnyChunk[];
}

async function generated(given: Given): Promise<AnyChunk[]> {
  const chunks: AgentChunk[] = [];
  const { agent } = agentOf(given);
  await agent.generate('?', {
    runId: 'run',
    ...given.options,
    onChunk: (chunk) => {
      chunks.push(chunk);
    },
  });
  return chunks as unknown as AnyChunk[];
}

const typesOf = (chunks: readonly AnyChunk[]) => chunks.map(({ type }) => type);
const only = (chunks: readonly AnyChunk[], ...types: string[]) =>
  chunks.filter(({ type }) => types.includes(type)).map(({ type, payload }) => ({ type, payload }));

describe('the chunks of a run', () => {
  it('come in the documented order for a streamed call', async () => {
    const chunks = await streamed({
      steps: [
        [
          text('Let me look.', { pieces: 2 }),
          call('weather', '{"city":"Oslo"}', { pieces: ['{"city"', ':"Oslo"}'] }),
        ],
        'Clear.',
      ],
    });
    expect(typesOf(chunks)).toEqual([
      'start',
      'step-start',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'tool-call-input-streaming-start',
      'tool-call-delta',
      'tool-call-delta',
      'tool-call-input-streaming-end',
      'tool-call',
      'tool-output',
      'data-progress',
      'tool-result',
      'step-finish',
      'step-start',
      'text-start',
      'text-delta',
      'text-end',
      'step-finish',
      'finish',
    ]);
  });

  it('carry the documented payloads', async () => {
    const chunks = await streamed({
      steps: [
        [call('weather', '{"city":"Oslo"}', { pieces: ['{"city"', ':"Oslo"}'] })],
        ['Clear.', finish('stop', { rawReason: 'END', usage: { input: 3, output: 4 } })],
      ],
    });
    const named = { toolCallId: 'call-1', toolName: 'weather' };
    const args = { city: 'Oslo' };
    expect(chunks.filter(({ type }) => /^(start|tool|data)/.test(type))).toEqual([
      {
        type: 'start',
        runId: 'run',
        from: 'AGENT',
        payload: { id: 'helper', messageId: expect.any(String) },
      },
      {
        type: 'tool-call-input-streaming-start',
        runId: 'run',
        from: 'AGENT',
        payload: { ...named, title: 'Weather' },
      },
      {
        type: 'tool-call-delta',
        runId: 'run',
        from: 'AGENT',
        payload: { ...named, argsTextDelta: '{"city"' },
      },
      {
        type: 'tool-call-delta',
        runId: 'run',
        from: 'AGENT',
        payload: { ...named, argsTextDelta: ':"Oslo"}' },
      },
      {
        type: 'tool-call-input-streaming-end',
        runId: 'run',
        from: 'AGENT',
        payload: { toolCallId: 'call-1' },
      },
      {
        type: 'tool-call',
        runId: 'run',
        from: 'AGENT',
        payload: { ...named, args, title: 'Weather' },
      },
      {
        type: 'tool-output',
        runId: 'run',
        from: 'USER',
        payload: { ...named, output: { looking: 'Oslo' } },
      },
      { type: 'data-progress', data: { percent: 50 } },
      {
        type: 'tool-result',
        runId: 'run',
        from: 'AGENT',
        payload: { ...named, args, result: 'clear in Oslo' },
      },
    ]);
    expect(only(chunks, 'step-start')[0]?.payload).toEqual({
      request: {},
      warnings: [],
      messageId: expect.any(String),
      startedAt: expect.any(Number),
    });
    expect(only(chunks, 'step-finish', 'finish').map(({ payload }) => payload)).toMatchObject([
      {
        stepResult: { reason: 'tool-calls', isContinued: true },
        output: { text: '', toolCalls: [{ ...named, args }], usage: { totalTokens: 15 } },
        metadata: { id: 'response-1', modelId: 'scripted-model' },
      },
      {
        stepResult: { reason: 'stop', rawReason: 'END', isContinued: false },
        output: { text: 'Clear.', toolCalls: [], usage: { totalTokens: 7 } },
      },
      {
        stepResult: { reason: 'stop', isContinued: false },
        output: { text: 'Clear.', toolCalls: [{ ...named, args }], usage: { totalTokens: 22 } },
      },
    ]);
  });

  it('end with what provider and run said of the ends of the steps and of the whole', async () => {
    const again = [
      text('Again. '),
      call('echo'),
      warnings('no seed'),
      finish('tool-calls', { rawReason: 'TOOLS' }),
    ];
    const scripted = scriptedModel([again, again]);
    const request = { body: { asked: true } };
    const model: LanguageModel = {
      specificationVersion: 'v3',
      provider: 'told',
      modelId: 'told',
      doGenerate: async (asked) => ({ ...(await scripted.doGenerate(asked)), request }),
      doStream: async (asked) => ({ ...(await scripted.doStream(asked)), request }),
    };
    const { agent } = quietAgent(model, { tools: { echo } });
    const stream = await agent.stream('?', { maxSteps: 2 });
    const chunks = (await collect(stream.fullStream)) as AnyChunk[];
    const said = { reason: 'tool-calls', rawReason: 'TOOLS' };
    const warned = [{ type: 'other', message: 'no seed' }];
    expect(only(chunks, 'step-start').map(({ payload }) => payload)).toMatchObject([
      { request, warnings: warned },
      { request, warnings: warned },
    ]);
    expect(only(chunks, 'step-finish', 'finish').map(({ payload }) => payload)).toMatchObject([
      { stepResult: { ...said, warnings: warned }, metadata: { request } },
      { stepResult: { ...said, warnings: warned }, metadata: { request } },
      { stepResult: { ...said, stoppedBy: 'max-steps' }, output: { text: 'Again. Again. ' } },
    ]);
    expect(await stream.request).toEqual(request);
    expect(await stream.warnings).toEqual([...warned, ...warned]);
  });

  it('are the same for generate, without the pieces', async () => {
    const steps: Step[] = [
      [reasoning('Hm.'), 'Let me.', call('weather', { city: 'Oslo' })],
      ['Clear.', source({ url: 'https://example.org' }), file('image/png', 'AAAA')],
    ];
    const withoutPieces = (chunks: AnyChunk[]) =>
      chunks
        .filter(({ type }) => !/streaming|tool-call-delta/.test(type))
        .map(({ type, payload }) =>
          /^(text|reasoning|step-start)/.test(type) ? { type } : { type, payload },
        );
    const inStream = withoutPieces(await streamed({ steps }));
    expect(withoutPieces(await generated({ steps }))).toMatchObject(
      inStream.map(({ type, ...rest }) => (type.endsWith('finish') ? { type } : { type, ...rest })),
    );
  });

  it('are the same whatever version of the specification the model speaks', async () => {
    const steps: Step[] = [
      [reasoning('Hm.'), 'Let me.', call('weather', { city: 'Oslo' }, { pieces: 4 })],
      ['Clear.', source({ url: 'https://example.org' }), file('image/png', 'AAAA')],
    ];
    const bare = (chunks: AnyChunk[]) =>
      chunks.map((chunk) => {
        const { stepResult, output, startedAt, ...payload } = chunk.payload ?? {};
        const { rawReason, ...result } = (stepResult ?? {}) as { rawReason?: unknown };
        const { usage, ...said } = (output ?? {}) as { usage?: { totalTokens?: number } };
        return { ...chunk, payload: { ...payload, result, said, tokens: usage?.totalTokens } };
      });
    for (const ask of [streamed, generated]) {
      const v2 = bare(await ask({ steps, version: 'v2' }));
      expect(bare(await ask({ steps, version: 'v3' }))).toEqual(v2);
      expect(bare(await ask({ steps, version: 'v4' }))).toEqual(v2);
    }
  });

  it('have no pieces for calls that arrive whole', async () => {
    const chunks = await streamed({
      steps: [[call('echo', { a: 1 }, { streamed: false })], 'Done.'],
    });
    expect(typesOf(chunks).filter((type) => type.startsWith('tool'))).toEqual([
      'tool-call',
      'tool-result',
    ]);
  });

  it('keep interleaved calls apart', async () => {
    const input = (id: string, delta: string) => raw({ type: 'tool-input-delta', id, delta });
    const chunks = await streamed({
      steps: [
        [
          raw({ type: 'tool-input-start', id: 'a', toolName: 'weather' }),
          raw({ type: 'tool-input-start', id: 'b', toolName: 'echo' }),
          input('a', '{"city":'),
          input('b', '{"n":'),
          input('b', '1}'),
          input('a', '"Oslo"}'),
          raw({ type: 'tool-input-end', id: 'b' }),
          call('echo', { n: 1 }, { id: 'b', streamed: false }),
          raw({ type: 'tool-input-end', id: 'a' }),
          call('weather', { city: 'Oslo' }, { id: 'a', streamed: false }),
        ],
        'Done.',
      ],
    });
    const deltas = (id: string) =>
      only(chunks, 'tool-call-delta')
        .filter(({ payload }) => payload.toolCallId === id)
        .map(({ payload }) => payload.argsTextDelta)
        .join('');
    expect(JSON.parse(deltas('a'))).toEqual({ city: 'Oslo' });
    expect(JSON.parse(deltas('b'))).toEqual({ n: 1 });
    expect(only(chunks, 'tool-call').map(({ payload }) => payload)).toMatchObject([
      { toolCallId: 'b', toolName: 'echo', args: { n: 1 } },
      { toolCallId: 'a', toolName: 'weather', args: { city: 'Oslo' } },
    ]);
    expect(
      only(chunks, 'tool-result')
        .map(({ payload }) => payload.toolCallId)
        .sort(),
    ).toEqual(['a', 'b']);
  });

  it('give a long argument in pieces that join to the call', async () => {
    const value = 'x'.repeat(50_000);
    const chunks = await streamed({ steps: [[call('echo', { value }, { pieces: 500 })], 'Done.'] });
    const types = typesOf(chunks).filter((type) => type.startsWith('tool-call'));
    expect(types[0]).toBe('tool-call-input-streaming-start');
    expect(types.slice(-2)).toEqual(['tool-call-input-streaming-end', 'tool-call']);
    const deltas = only(chunks, 'tool-call-delta').map(({ payload }) => payload.argsTextDelta);
    expect(deltas).toHaveLength(500);
    const { args } = only(chunks, 'tool-call')[0]?.payload ?? {};
    expect(JSON.parse(deltas.join(''))).toEqual(args);
  });

  it('drop pieces without text, unless they carry facts of the provider', async () => {
    const signed = { some: { signature: 's' } };
    const chunks = await streamed({
      steps: [
        [
          raw({ type: 'reasoning-start', id: 'r' }),
          raw({ type: 'reasoning-delta', id: 'r', delta: 'Hm.' }),
          raw({ type: 'reasoning-delta', id: 'r', delta: '' }),
          raw({ type: 'reasoning-delta', id: 'r', delta: '', providerMetadata: signed }),
          raw({ type: 'reasoning-end', id: 'r' }),
          raw({ type: 'text-start', id: 't' }),
          raw({ type: 'text-delta', id: 't', delta: '' }),
          raw({ type: 'text-end', id: 't' }),
          call('echo', '{}', { pieces: ['', '{}', ''] }),
        ],
        'Done.',
      ],
    });
    expect(only(chunks, 'reasoning-delta')).toEqual([
      { type: 'reasoning-delta', payload: { id: 'r', text: 'Hm.' } },
      { type: 'reasoning-delta', payload: { id: 'r', text: '', providerMetadata: signed } },
    ]);
    expect(only(chunks, 'text-delta').map(({ payload }) => payload.text)).toEqual(['Done.']);
    expect(only(chunks, 'tool-call-delta')).toHaveLength(1);
  });

  it('give blocks that the provider only counts ids of their own', async () => {
    const chunks = await streamed({
      steps: [
        [
          text('a', { id: '0' }),
          reasoning('b', { id: '0' }),
          text('c', { id: '1' }),
          call('echo', {}),
        ],
        [text('d', { id: '0' }), text('e', { id: 'named' })],
      ],
    });
    const starts = only(chunks, 'text-start', 'reasoning-start').map(({ payload }) => payload.id);
    expect(new Set(starts).size).toBe(5);
    expect(starts.slice(0, 4).filter((id) => /^\d+$/.test(String(id)))).toEqual([]);
    expect(starts[4]).toBe('named');
    const ends = only(chunks, 'text-end', 'reasoning-end').map(({ payload }) => payload.id);
    expect(ends).toEqual(starts);
  });

  it('keep blocks apart that the provider sends at the same time', async () => {
    const delta = (id: string, text: string) => raw({ type: 'text-delta', id, delta: text });
    const { agent } = agentOf({
      steps: [
        [
          raw({ type: 'text-start', id: '0' }),
          raw({ type: 'text-start', id: '1' }),
          delta('0', 'a'),
          delta('1', 'b'),
          delta('0', 'A'),
          delta('1', 'B'),
          raw({ type: 'text-end', id: '0' }),
          raw({ type: 'text-end', id: '1' }),
        ],
      ],
    });
    const { content } = await (await agent.stream('?')).getFullOutput();
    expect(content).toEqual([
      { type: 'text', text: 'aA' },
      { type: 'text', text: 'bB' },
    ]);
  });

  it('show sources and files with their facts', async () => {
    const chunks = await streamed({
      steps: [
        [
          source({ url: 'https://example.org', title: 'Page', id: 's1' }),
          source({ title: 'Doc', mediaType: 'application/pdf', filename: 'd.pdf', id: 's2' }),
          file('image/png', 'AAAA'),
          file('image/png', new Uint8Array([1])),
        ],
      ],
    });
    expect(only(chunks, 'source', 'file')).toEqual([
      {
        type: 'source',
        payload: { id: 's1', sourceType: 'url', title: 'Page', url: 'https://example.org' },
      },
      {
        type: 'source',
        payload: {
          id: 's2',
          sourceType: 'document',
          title: 'Doc',
          mimeType: 'application/pdf',
          filename: 'd.pdf',
        },
      },
      { type: 'file', payload: { data: 'AAAA', base64: 'AAAA', mimeType: 'image/png' } },
      { type: 'file', payload: { data: new Uint8Array([1]), mimeType: 'image/png' } },
    ]);
  });

  it('keep a text apart from a thought that has its id, each with what its end says', async () => {
    const part = (type: string, more: object = {}) => raw({ type, id: 'same', ...more });
    const signature = { some: { signature: 'signed' } };
    const { agent } = agentOf({
      steps: [
        [
          part('reasoning-start'),
          part('text-start'),
          part('reasoning-delta', { delta: 'Hm.' }),
          part('text-delta', { delta: 'So.' }),
          part('reasoning-delta', { delta: ' Yes.' }),
          part('reasoning-end', { providerMetadata: signature }),
          part('text-end'),
        ],
      ],
    });
    const stream = await agent.stream('?');
    expect(await stream.text).toBe('So.');
    expect(await stream.reasoning).toEqual([
      { type: 'reasoning', text: 'Hm. Yes.', providerMetadata: signature },
    ]);
    const types = typesOf((await collect(stream.fullStream)) as AnyChunk[]);
    expect(types.filter((type) => /^(text|reasoning)-(start|end)$/.test(type))).toEqual([
      'reasoning-start',
      'text-start',
      'reasoning-end',
      'text-end',
    ]);
  });

  it('show parts of a kind that only their provider knows, with its facts', async () => {
    const custom = { kind: 'some.canvas', providerMetadata: { some: { x: 1 } } };
    const steps = [[raw({ type: 'custom', ...custom }), 'Drawn.']];
    for (const ask of [streamed, generated]) {
      const chunks = await ask({ steps, version: 'v4' });
      expect(only(chunks, 'custom')).toEqual([{ type: 'custom', payload: custom }]);
    }
  });

  it('show a file that stands elsewhere by its address', async () => {
    const address = new URL('https://example.org/a.png');
    const [shown] = only(
      await streamed({ steps: [[file('image/png', address)]], version: 'v4' }),
      'file',
    );
    expect(shown?.payload).toEqual({ data: address, mimeType: 'image/png' });
  });

  it('show what the provider sent as `raw` only when asked', async () => {
    const steps = [[raw({ type: 'raw', rawValue: { x: 1 } }), 'hi']];
    expect(typesOf(await streamed({ steps }))).not.toContain('raw');
    const chunks = await streamed({ steps, options: { includeRawChunks: true } });
    expect(only(chunks, 'raw')).toEqual([{ type: 'raw', payload: { x: 1 } }]);
    expect(typesOf(chunks).indexOf('raw')).toBeGreaterThan(typesOf(chunks).indexOf('step-start'));
  });
});

describe('a call that the provider runs itself', () => {
  const search = (id: string, result: unknown = ['a page'], isError = false): Step => [
    call('web_search', { q: 'x' }, { id, providerExecuted: true }),
    raw({
      type: 'tool-result',
      toolCallId: id,
      toolName: 'web_search',
      result,
      ...(isError && { isError }),
    }),
    'Found.',
  ];

  it('is shown with its result, is not run again, and does not make the run go on', async () => {
    const { agent, model } = agentOf({ steps: [search('p1')] });
    const stream = await agent.stream('?');
    const chunks = (await collect(stream.fullStream)) as AnyChunk[];
    expect(only(chunks, 'tool-call', 'tool-result', 'tool-error')).toEqual([
      {
        type: 'tool-call',
        payload: {
          toolCallId: 'p1',
          toolName: 'web_search',
          args: { q: 'x' },
          providerExecuted: true,
          providerMetadata: { mastra: { provider: 'scripted' } },
        },
      },
      {
        type: 'tool-result',
        payload: {
          toolCallId: 'p1',
          toolName: 'web_search',
          args: { q: 'x' },
          result: ['a page'],
          providerExecuted: true,
        },
      },
    ]);
    expect(await stream.finishReason).toBe('stop');
    expect(await stream.toolResults).toMatchObject([{ payload: { result: ['a page'] } }]);
    expect(model.requests).toHaveLength(1);
  });

  it('has one result, whatever the provider shows of it before', async () => {
    const part = (result: string, more: object) =>
      raw({ type: 'tool-result', toolCallId: 'p1', toolName: 'web_search', result, ...more });
    const asked = call('web_search', { q: 'x' }, { id: 'p1', providerExecuted: true });
    for (const ask of [streamed, generated]) {
      const chunks = await ask({
        steps: [[asked, part('half', { preliminary: true }), part('all', {}), 'Found.']],
      });
      expect(only(chunks, 'tool-result').map(({ payload }) => payload.result)).toEqual(['all']);
    }
  });

  it('stands with its result in the assistant message of later prompts', async () => {
    const { agent, model } = agentOf({
      steps: [[...(search('p1') as Step[]), call('echo')] as Step, 'Done.'],
    });
    await agent.generate('?');
    expect(model.lastPrompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    const parts = model.lastPrompt[1]?.content as { type: string; toolCallId?: string }[];
    expect(parts.map(({ type }) => type)).toEqual([
      'tool-call',
      'tool-result',
      'text',
      'tool-call',
    ]);
  });

  it('that failed is a result marked as an error', async () => {
    const chunks = await streamed({ steps: [search('p1', { code: 'busy' }, true)] });
    expect(only(chunks, 'tool-result')[0]?.payload).toMatchObject({
      isError: true,
      result: { code: 'busy' },
    });
  });

  it('keeps its result when its id was there before', async () => {
    const again = [...(search('p1', 'first') as Step[]), call('echo')] as Step;
    const { agent, model } = agentOf({ steps: [again, search('p1', 'second'), 'x'] });
    const { toolResults } = await agent.generate('?');
    expect(
      toolResults
        .filter(({ payload }) => payload.providerExecuted)
        .map(({ payload }) => [payload.toolCallId, payload.result]),
    ).toEqual([
      ['p1', 'first'],
      ['p1_2', 'second'],
    ]);
    expect(model.requests).toHaveLength(2);
  });

  it('keeps its result when two with one id are open at a time', async () => {
    const start = () => call('web_search', {}, { id: 'p', providerExecuted: true });
    const end = (result: number) =>
      raw({ type: 'tool-result', toolCallId: 'p', toolName: 'web_search', result });
    const chunks = await streamed({ steps: [[start(), start(), end(1), end(2), 'Found.']] });
    expect(
      only(chunks, 'tool-result').map(({ payload }) => [payload.toolCallId, payload.result]),
    ).toEqual([
      ['p', 1],
      ['p_2', 2],
    ]);
  });

  it('does not hold up the others when its result is still to come', async () => {
    const { agent, model } = agentOf({
      steps: [
        [call('web_search', {}, { id: 'p1', providerExecuted: true }), call('echo', { n: 1 })],
        [
          raw({ type: 'tool-result', toolCallId: 'p1', toolName: 'web_search', result: 'late' }),
          'Done.',
        ],
      ],
    });
    const output = await agent.generate('?');
    expect(output.text).toBe('Done.');
    expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ value: { n: 1 } }]);
    expect(output.toolResults.map(({ payload }) => payload.result)).toContain('late');
  });

  it('keeps what the provider says of the result', async () => {
    const said = { some: { itemId: 'i' } };
    const { agent, model } = agentOf({
      steps: [
        [
          call('web_search', {}, { id: 'p1', providerExecuted: true, dynamic: true }),
          raw({
            type: 'tool-result',
            toolCallId: 'p1',
            toolName: 'web_search',
            result: 1,
            providerMetadata: said,
          }),
          call('echo'),
        ],
        'Done.',
      ],
    });
    const stream = await agent.stream('?');
    const chunks = (await collect(stream.fullStream)) as AnyChunk[];
    expect(only(chunks, 'tool-result')[0]?.payload).toMatchObject({
      dynamic: true,
      providerMetadata: said,
    });
    const parts = model.lastPrompt[1]?.content as { type: string; providerOptions?: unknown }[];
    expect(parts.find(({ type }) => type === 'tool-result')?.providerOptions).toEqual(said);
  });

  it('stays one when its arguments were streamed and the call never named as complete', async () => {
    const chunks = await streamed({
      steps: [
        [
          raw({
            type: 'tool-input-start',
            id: 'p1',
            toolName: 'web_search',
            providerExecuted: true,
          }),
          raw({ type: 'tool-input-delta', id: 'p1', delta: '{"q":1}' }),
          raw({ type: 'tool-input-end', id: 'p1' }),
          'Found.',
        ],
      ],
    });
    expect(only(chunks, 'tool-call', 'tool-error')).toMatchObject([
      { type: 'tool-call', payload: { providerExecuted: true, args: { q: 1 } } },
    ]);
  });
});

describe('ids of calls', () => {
  it.each(['streamed', 'whole'])('that come twice in a step get a number, %s', async (form) => {
    const isStreamed = form === 'streamed';
    const { agent, model } = agentOf({
      steps: [
        [
          call('echo', { n: 1 }, { id: 'x', streamed: isStreamed }),
          call('echo', { n: 2 }, { id: 'x', streamed: isStreamed }),
          call('echo', { n: 3 }, { id: 'x', streamed: isStreamed }),
        ],
        [call('echo', { n: 4 }, { id: 'x', streamed: isStreamed })],
        'Done.',
      ],
    });
    const stream = await agent.stream('?');
    const chunks = (await collect(stream.fullStream)) as AnyChunk[];
    const ids = ['x', 'x_2', 'x_3', 'x_4'];
    for (const type of isStreamed
      ? ['tool-call-input-streaming-start', 'tool-call-delta', 'tool-call', 'tool-result']
      : ['tool-call', 'tool-result']) {
      expect(
        only(chunks, type).map(({ payload }) => payload.toolCallId),
        type,
      ).toEqual(ids);
    }
    expect(only(chunks, 'tool-result').map(({ payload }) => payload.result)).toEqual(
      [1, 2, 3, 4].map((n) => ({ n })),
    );
    const told = toolCallsIn(model.lastPrompt);
    expect(told.map(({ toolCallId, input }) => [toolCallId, input])).toEqual(
      ids.map((id, index) => [id, { n: index + 1 }]),
    );
    expect(toolResultsIn(model.lastPrompt).map(({ toolCallId }) => toolCallId)).toEqual(ids);
    expect((await stream.toolCalls).map(({ payload }) => payload.toolCallId)).toEqual(ids);
  });

  it('that come twice at the same time are both kept', async () => {
    const start = () => raw({ type: 'tool-input-start', id: 'x', toolName: 'echo' });
    const delta = (text: string) => raw({ type: 'tool-input-delta', id: 'x', delta: text });
    const end = () => raw({ type: 'tool-input-end', id: 'x' });
    const { agent } = agentOf({
      steps: [
        [
          start(),
          delta('{"n":1}'),
          end(),
          start(),
          delta('{"n":2}'),
          end(),
          call('echo', { n: 1 }, { id: 'x', streamed: false }),
          call('echo', { n: 2 }, { id: 'x', streamed: false }),
        ],
        'Done.',
      ],
    });
    const { toolResults } = await (await agent.stream('?')).getFullOutput();
    expect(toolResults.map(({ payload }) => [payload.toolCallId, payload.result])).toEqual([
      ['x', { n: 1 }],
      ['x_2', { n: 2 }],
    ]);
  });

  it('that are missing are made up', async () => {
    const { agent } = agentOf({
      steps: [[call('echo', { n: 1 }, { id: '' }), call('echo', { n: 2 }, { id: '' })], 'Done.'],
    });
    const { toolResults } = await agent.generate('?');
    const ids = toolResults.map(({ payload }) => payload.toolCallId);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id.length > 0)).toBe(true);
  });
});

describe('arguments that were streamed without a call after them', () => {
  const started = (...rest: { type: string; id: string }[]): Step[] => [
    [
      raw({ type: 'tool-input-start', id: 'x', toolName: 'echo' }),
      raw({ type: 'tool-input-delta', id: 'x', delta: '{"n":1}' }),
      ...rest.map((part) => raw(part)),
      finish('tool-calls'),
    ],
    'Done.',
  ];

  it('are a call when they were complete', async () => {
    const chunks = await streamed({ steps: started({ type: 'tool-input-end', id: 'x' }) });
    expect(only(chunks, 'tool-call', 'tool-result').map(({ payload }) => payload)).toEqual([
      { toolCallId: 'x', toolName: 'echo', args: { n: 1 } },
      { toolCallId: 'x', toolName: 'echo', args: { n: 1 }, result: { n: 1 } },
    ]);
  });

  it('are an error and not run when they were not', async () => {
    const chunks = await streamed({ steps: started() });
    expect(only(chunks, 'tool-call', 'tool-result', 'tool-error')).toMatchObject([
      { type: 'tool-call', payload: { toolCallId: 'x' } },
      { type: 'tool-error', payload: { toolCallId: 'x', error: { id: 'TOOL_INPUT_NOT_JSON' } } },
    ]);
  });
});

describe('the start of a step', () => {
  it('is said once, however often the model is asked', async () => {
    const again = Object.assign(new Error('busy'), {
      statusCode: 503,
      responseHeaders: { 'retry-after-ms': '1' },
    });
    const chunks = await streamed({ steps: [failWith(again), errorPart(again), 'hi'] });
    expect(typesOf(chunks)).toEqual([
      'start',
      'step-start',
      'text-start',
      'text-delta',
      'text-end',
      'step-finish',
      'finish',
    ]);
  });

  it('is not said when the model says nothing but an error', async () => {
    const chunks = await streamed({ steps: [errorPart(new Error('no'))] });
    expect(typesOf(chunks)).toEqual(['start', 'error', 'finish']);
  });

  it('is said for an answer without content', async () => {
    const chunks = await streamed({ steps: [[finish('stop')]] });
    expect(typesOf(chunks)).toEqual(['start', 'step-start', 'step-finish', 'finish']);
  });
});
