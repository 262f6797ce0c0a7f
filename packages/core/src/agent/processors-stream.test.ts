import { breakStream, call, collect, reasoning, scriptedModel, text } from '@tenon/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import type { AgentChunk } from '../chunks/index.ts';
import type { ProcessOutputStreamArgs, Processor } from '../processors/index.ts';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig, joinRegistry, type RunOptions } from './index.ts';

type Steps = Parameters<typeof scriptedModel>[0];
type Mode = 'generate' | 'stream';

const look = createTool({ id: 'look', description: '', execute: async () => ({ seen: 1 }) });

/** What was logged as an error. */
const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
});

function agentWith(steps: Steps, outputProcessors: readonly Processor[], more: object = {}) {
  const model = scriptedModel(steps);
  const agent = new Agent({
    id: 'a',
    name: 'A',
    instructions: 'Help.',
    model,
    tools: { look },
    outputProcessors,
    ...more,
  } as AgentConfig);
  const logger = { ...silentLogger, error: (words: string) => void logged.push(words) };
  agent[joinRegistry]({ logger, tenon: undefined, generateId: undefined });
  return { agent, model };
}

const onChunk = (
  id: string,
  processOutputStream: (args: ProcessOutputStreamArgs) => unknown,
  more: Partial<Processor> = {},
): Processor => ({ id, processOutputStream, ...more }) as Processor;

/** Changes the text of an answer. */
const rewrite = (id: string, change: (text: string) => string, wait = false): Processor =>
  onChunk(id, ({ part }) => {
    if (part.type !== 'text-delta') return part;
    const changed = { ...part, payload: { ...part.payload, text: change(part.payload.text) } };
    return wait ? Promise.resolve(changed) : changed;
  });

/** What a run gives, and the chunks that it gave out. */
async function told(agent: Agent, mode: Mode, options: RunOptions = {}) {
  const chunks: AgentChunk[] = [];
  const all = { ...options, onChunk: (chunk: AgentChunk) => void chunks.push(chunk) };
  const output =
    mode === 'generate'
      ? await agent.generate('Hi', all)
      : await (await agent.stream('Hi', all)).getFullOutput();
  return { output, chunks };
}

async function outcomeOf(agent: Agent, mode: Mode, options?: RunOptions) {
  if (mode === 'generate') return agent.generate('Hi', options);
  return (await agent.stream('Hi', options)).getFullOutput();
}

const typesOf = (chunks: readonly { readonly type: string }[]) => chunks.map(({ type }) => type);
const textIn = (chunks: readonly AgentChunk[]) =>
  chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.payload.text : '')).join('');

describe.each(['generate', 'stream'] as const)('processOutputStream of %s', (mode) => {
  it.each([false, true])(
    'changes the text that anybody gets: chunks, text, steps, messages and later prompts (waiting: %s)',
    async (waits) => {
      const shout = rewrite('shout', (words) => words.toUpperCase(), waits);
      const dots = rewrite('dots', (words) => `${words}.`, waits);
      const { agent, model } = agentWith(
        [[text('let me look'), call('look', {})], 'found it'],
        [shout, dots],
      );
      const { output, chunks } = await told(agent, mode);
      expect(textIn(chunks)).toBe('LET ME LOOK.FOUND IT.');
      expect(output.text).toBe('LET ME LOOK.FOUND IT.');
      expect(output.steps.map((step) => step.text)).toEqual(['LET ME LOOK.', 'FOUND IT.']);
      expect(JSON.stringify([output.steps, output.response, model.lastPrompt])).not.toMatch(
        /let me|found/,
      );
      expect(JSON.stringify(model.lastPrompt)).toContain('LET ME LOOK.');
      const finish = chunks.find(({ type }) => type === 'finish');
      expect(finish).toMatchObject({ payload: { output: { text: 'LET ME LOOK.FOUND IT.' } } });
    },
  );

  it('works where nobody reads the chunks', async () => {
    const { agent } = agentWith(['secret'], [rewrite('r', () => 'nothing')]);
    expect((await outcomeOf(agent, mode)).text).toBe('nothing');
  });

  it('shows every chunk in the order of the run, and gives on what came so far', async () => {
    const seen: string[] = [];
    let last: readonly string[] = [];
    const watch = onChunk('watch', async ({ part, streamParts }) => {
      seen.push(part.type);
      last = typesOf(streamParts);
      return part;
    });
    const { agent } = agentWith([[call('look', {}, { streamed: false })], 'Ok'], [watch]);
    const { chunks } = await told(agent, mode);
    expect(typesOf(chunks)).toEqual([
      'start',
      'step-start',
      'tool-call',
      'tool-result',
      'step-finish',
      'step-start',
      'text-start',
      'text-delta',
      'text-end',
      'step-finish',
      'finish',
    ]);
    expect(seen).toEqual(typesOf(chunks));
    expect(last).toEqual(seen);
  });

  it.each([null, undefined])('drops a chunk for which it gives %s', async (nothing) => {
    const mute = onChunk('mute', ({ part }) => (part.type === 'text-delta' ? nothing : part));
    const after = vi.fn(({ part }: ProcessOutputStreamArgs) => part);
    const { agent } = agentWith(['Hello'], [mute, onChunk('after', after)]);
    const { output, chunks } = await told(agent, mode);
    expect(output.text).toBe('');
    expect(typesOf(chunks)).not.toContain('text-delta');
    expect(after.mock.calls.map(([{ part }]) => part.type)).toEqual(typesOf(chunks));
  });

  it('may hold text back, and give it with the end of its block', async () => {
    let held = '';
    const hold = onChunk('hold', ({ part }) => {
      if (part.type === 'text-delta') {
        held += part.payload.text;
        return null;
      }
      if (part.type !== 'text-end') return part;
      const { id } = part.payload;
      return [{ ...part, type: 'text-delta', payload: { id, text: `<${held}>` } }, part];
    });
    const { agent } = agentWith([[text('one two', { pieces: 3 })]], [hold]);
    const { output, chunks } = await told(agent, mode);
    expect(output.text).toBe('<one two>');
    expect(typesOf(chunks).slice(2, 5)).toEqual(['text-start', 'text-delta', 'text-end']);
  });

  it('keeps no signature of a provider with thoughts that it changed', async () => {
    const mine = { p: { signature: 's' } };
    const script = () => [[reasoning('Hm', { providerMetadata: mine }), call('look', {})], 'Ok'];
    const change = onChunk('change', ({ part }) =>
      part.type === 'reasoning-delta'
        ? { ...part, payload: { ...part.payload, text: 'Well' } }
        : part,
    );
    const changed = agentWith(script(), [change]);
    const { output } = await told(changed.agent, mode);
    expect(output.reasoningText).toBe('Well');
    expect(JSON.stringify(changed.model.lastPrompt)).not.toContain('signature');
    const kept = agentWith(script(), [onChunk('same', ({ part }) => part)]);
    await told(kept.agent, mode);
    expect(JSON.stringify(kept.model.lastPrompt)).toContain('signature');
  });

  it('changes what is shown of a call, not what is called', async () => {
    const execute = vi.fn(async (input: unknown) => input);
    const inputSchema = z.object({ q: z.string() });
    const find = createTool({ id: 'find', description: '', inputSchema, execute });
    const mask = onChunk('mask', ({ part }) => {
      if (part.type !== 'tool-call') return part;
      (part.payload.args as { q: string }).q = 'x';
      return part;
    });
    const { agent, model } = agentWith([[call('find', { q: 'me' })], 'Ok'], [mask], {
      tools: { find },
    });
    const { chunks } = await told(agent, mode);
    expect(chunks.find(({ type }) => type === 'tool-call')).toMatchObject({
      payload: { args: { q: 'x' } },
    });
    expect(execute.mock.calls[0]?.[0]).toEqual({ q: 'me' });
    expect(JSON.stringify(model.lastPrompt)).toContain('"me"');
  });

  it('is shown chunks of tools, but data-* chunks only where processDataParts is set', async () => {
    const speak = createTool({
      id: 'speak',
      description: '',
      execute: async (_: unknown, { writer }) => {
        await writer?.custom({ type: 'data-note', data: 1 });
        return 1;
      },
    });
    const seen: string[] = [];
    const note = (id: string, more: object) =>
      onChunk(
        id,
        ({ part }) => {
          seen.push(`${id} ${part.type}`);
          return part;
        },
        more,
      );
    const { agent } = agentWith(
      [[call('speak', {})], 'Ok'],
      [note('all', { processDataParts: true }), note('some', {})],
      { tools: { speak } },
    );
    const { chunks } = await told(agent, mode);
    expect(typesOf(chunks)).toContain('data-note');
    expect(seen).toContain('all data-note');
    expect(seen).not.toContain('some data-note');
  });

  it('puts chunks of its own beside those of the run, which no processor is shown', async () => {
    const seen: string[] = [];
    const count = onChunk(
      'count',
      async ({ part, writer }) => {
        seen.push(part.type);
        if (part.type === 'text-end') await writer.custom({ type: 'data-count', data: 2 });
        return part;
      },
      { processDataParts: true },
    );
    const { agent } = agentWith(['Hello'], [count]);
    const { chunks } = await told(agent, mode);
    expect(typesOf(chunks).slice(3, 6)).toEqual(['text-delta', 'data-count', 'text-end']);
    expect(seen).not.toContain('data-count');
  });

  it('makes the value of structured output out of the text that is left', async () => {
    const swap = rewrite('swap', (words) => words.replace('Ada', 'Bob'));
    const { agent } = agentWith(['{"name":"Ada"}'], [swap], { tools: {} });
    const { output, chunks } = await told(agent, mode, {
      structuredOutput: { schema: z.object({ name: z.string() }) },
    } as RunOptions);
    expect(output.object).toEqual({ name: 'Bob' });
    expect(JSON.stringify(chunks)).not.toContain('Ada');
    expect(typesOf(chunks).slice(-2)).toEqual(['object-result', 'finish']);
  });

  it('stops the run in the middle of an answer, of which nothing is told any more', async () => {
    const stop = onChunk('stop', ({ part, abort }) => {
      if (part.type === 'text-delta' && part.payload.text.includes('bad')) abort();
      return part;
    });
    const { agent } = agentWith([[text('good '), text('bad'), text(' worse')]], [stop]);
    const onFinish = vi.fn();
    const { output, chunks } = await told(agent, mode, { onFinish });
    const tripwire = { reason: 'Output processor blocked content', processorId: 'stop' };
    expect(output).toMatchObject({ text: '', finishReason: 'other', tripwire });
    expect(output.steps).toMatchObject([{ text: '', tripwire, finishReason: 'tripwire' }]);
    expect(chunks.at(-1)).toMatchObject({ type: 'tripwire', payload: tripwire });
    expect(textIn(chunks)).toBe('good ');
    expect(onFinish).toHaveBeenCalledTimes(1);
  });

  it('has the step taken again, with the reason as a hint', async () => {
    const stop = onChunk('stop', ({ part, abort }) => {
      if (part.type === 'text-delta' && part.payload.text === 'bad') {
        abort('Be kind.', { retry: true });
      }
      return part;
    });
    const { agent, model } = agentWith(['bad', 'good'], [stop], { maxProcessorRetries: 1 });
    const { output } = await told(agent, mode);
    expect(output).toMatchObject({ text: 'good', tripwire: undefined, finishReason: 'stop' });
    expect(output.steps.map(({ finishReason }) => finishReason)).toEqual(['retry', 'stop']);
    expect(JSON.stringify(model.lastPrompt)).toContain('Be kind.');
    expect(JSON.stringify(model.lastPrompt)).not.toContain('bad');
  });

  it.each(['start', 'step-start', 'tool-call', 'tool-result', 'step-finish', 'finish'])(
    'may stop the run at the chunk %s',
    async (type) => {
      const stop = onChunk('stop', async ({ part, abort }) => {
        if (part.type === type) abort('No.');
        return part;
      });
      const { agent } = agentWith([[call('look', {})], 'Ok'], [stop]);
      const { output, chunks } = await told(agent, mode);
      expect(output).toMatchObject({ text: '', tripwire: { reason: 'No.', processorId: 'stop' } });
      expect(typesOf(chunks)).not.toContain(type);
      expect(chunks.at(-1)?.type).toBe('tripwire');
    },
  );

  it('stops the run while a tool still runs', async () => {
    const never = createTool({
      id: 'never',
      description: '',
      execute: async (_: unknown, { writer }) => {
        await writer?.custom({ type: 'note', payload: {} });
        return new Promise(() => {});
      },
    });
    const stop = onChunk('stop', ({ part, abort }) =>
      (part.type as string) === 'note' ? abort('Enough.') : part,
    );
    const { agent } = agentWith([[call('never', {})]], [stop], { tools: { never } });
    const { output } = await told(agent, mode);
    expect(output.tripwire?.reason).toBe('Enough.');
  });

  it('lets chunks pass when it fails, and says so once', async () => {
    const broken = onChunk('broken', ({ part }) => {
      if (part.type !== 'text-delta') return part;
      (part.payload as { text: string }).text = 'spoilt';
      throw new Error('no index');
    });
    const { agent } = agentWith([[text('one two three', { pieces: 3 })]], [broken]);
    const { output, chunks } = await told(agent, mode);
    expect(output).toMatchObject({ text: 'one two three', finishReason: 'stop' });
    const words = 'Processor "broken" failed in processOutputStream: no index';
    expect(logged).toEqual([words]);
    expect(chunks.filter(({ type }) => type === 'error')).toMatchObject([
      { payload: { error: { message: words, id: 'PROCESSOR_FAILED' } } },
    ]);
  });

  it.each([5, 'text', {}, [{}], [null]])(
    'takes %j for no chunk, and lets the chunk pass',
    async (odd) => {
      const { agent } = agentWith(['Hello'], [onChunk('odd', () => odd)]);
      const { output } = await told(agent, mode);
      expect(output.text).toBe('Hello');
      expect(logged).toEqual([
        expect.stringContaining('Processor "odd": processOutputStream must give a chunk'),
      ]);
    },
  );

  it('gives nothing out that it has not seen, and ends the run, when it fails and failClosed is set', async () => {
    const broken = onChunk(
      'broken',
      async ({ part }) => {
        if (part.type === 'text-delta') throw new Error('no index');
        return part;
      },
      { failClosed: true },
    );
    const { agent } = agentWith(['Hello'], [broken]);
    const { output, chunks } = await told(agent, mode);
    expect(output).toMatchObject({ text: '', tripwire: { processorId: 'broken' } });
    expect(JSON.stringify([chunks, output.steps])).not.toContain('Hello');
  });

  it('is no longer waited for when the run is stopped', async () => {
    const controller = new AbortController();
    let finish = (): void => {};
    const late = onChunk('late', ({ part }) => {
      if (part.type !== 'text-delta') return part;
      controller.abort();
      return new Promise((resolve) => {
        finish = () => resolve(part);
      });
    });
    const { agent } = agentWith([[text('Hello'), call('look', {})]], [late]);
    const { output, chunks } = await told(agent, mode, { abortSignal: controller.signal });
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(output).toMatchObject({ finishReason: 'aborted', text: '' });
    expect(textIn(chunks)).toBe('');
  });

  it('keeps the state of two runs apart', async () => {
    const count = onChunk('count', async ({ part, state }) => {
      if (part.type !== 'text-delta') return part;
      state.count = ((state.count as number | undefined) ?? 0) + 1;
      return { ...part, payload: { ...part.payload, text: `${state.count}` } };
    });
    const script = [text('a'), text('b')];
    const { agent } = agentWith([script, script], [count]);
    const runs = await Promise.all([outcomeOf(agent, mode), outcomeOf(agent, mode)]);
    expect(runs.map((run) => run.text)).toEqual(['12', '12']);
  });

  it('sees what a second model writes to make a value out of the answer', async () => {
    const hide = rewrite('hide', (words) => words.replace('secret', 'hidden'));
    const second = scriptedModel(['{"said":"a secret"}']);
    const structuredOutput = { schema: z.object({ said: z.string() }), model: second };
    const { agent } = agentWith(['Well, a secret'], [hide]);
    const { output, chunks } = await told(agent, mode, { structuredOutput } as RunOptions);
    expect(output.object).toEqual({ said: 'a hidden' });
    expect(JSON.stringify([output, chunks])).not.toContain('secret');
  });

  it('stops the run where a second model writes what it does not let pass', async () => {
    const stop = onChunk('stop', ({ part, abort }) =>
      JSON.stringify(part).includes('secret') ? abort('No secrets') : part,
    );
    const second = scriptedModel(['{"said":"a secret"}']);
    const structuredOutput = { schema: z.object({ said: z.string() }), model: second };
    const { agent } = agentWith(['Well'], [stop]);
    const { output } = await told(agent, mode, { structuredOutput } as RunOptions);
    expect(output).toMatchObject({
      finishReason: 'other',
      tripwire: { reason: 'No secrets', processorId: 'stop' },
      text: '',
      object: undefined,
    });
  });

  it('leaves calls of a client to the client', async () => {
    const pick = createTool({ id: 'pick', description: '' });
    const { agent } = agentWith([[text('hm'), call('pick', {})]], [rewrite('r', () => 'OK')]);
    const { output } = await told(agent, mode, { clientTools: { pick } } as RunOptions);
    expect(output).toMatchObject({ text: 'OK', finishReason: 'tool-calls' });
    expect(output.toolCalls).toHaveLength(1);
  });
});

describe('the body of the response of a provider', () => {
  const hide: Processor = rewrite('hide', (words) => words.replace('secret', 'hidden'));
  const hideLater: Processor = {
    id: 'hide',
    processOutputStep: ({ messages }) => {
      const [part] = messages.at(-1)?.content.parts ?? [];
      if (part?.type === 'text') part.text = 'hidden';
      return messages;
    },
  };

  it.each([
    ['is kept where no processor changes the words of it', rewrite('same', (words) => words), true],
    ['goes where processOutputStream hides some of it', hide, false],
    ['goes where processOutputStep does', hideLater, false],
  ])('%s', async (_, processor, isKept) => {
    const { agent, model } = agentWith(['secret'], [processor]);
    const { doGenerate } = model;
    const body = { said: 'secret' };
    model.doGenerate = async (options) => {
      const given = await doGenerate(options);
      return { ...given, response: { ...given.response, body } } as typeof given;
    };
    const { response, steps } = await agent.generate('Hi');
    expect(JSON.stringify([response, steps]).includes('"said"')).toBe(isKept);
  });
});

describe('processOutputStream of stream', () => {
  it('is waited for before a run that failed says so', async () => {
    const slow = onChunk('slow', async ({ part }) => part);
    const { agent } = agentWith([[call('look', {}), breakStream(new Error('gone'))]], [slow]);
    const options = { onError: () => {}, modelSettings: { maxRetries: 0 } };
    const stream = await agent.stream('Hi', options);
    const types = typesOf(await collect(stream.fullStream));
    expect(types.slice(-4)).toEqual(['tool-error', 'error', 'step-finish', 'finish']);
  });

  it('takes the place of what transforms show people only where it says so', async () => {
    const secret = createTool({
      id: 'secret',
      description: '',
      execute: async () => ({ pin: 1234 }),
      transform: { display: { output: () => ({ pin: '…' }) } },
    } as never);
    const strip = onChunk('strip', ({ part }) => {
      const { type, payload } = part as { type: string; payload: unknown };
      return { type, payload, runId: 'r', from: 'AGENT' };
    });
    const { agent } = agentWith([[call('secret', {})], 'Ok'], [strip], { tools: { secret } });
    const stream = await agent.stream('Hi');
    expect(JSON.stringify(await collect(stream.toDisplayStream()))).not.toContain('1234');
  });

  it('gives a word that it hides to nobody, however the words arrive', async () => {
    const word = 'swordfish';
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(word, 'sword', 'fish', ' ', 'sw', 'ordfish', 'é', '𝒳'), {
          maxLength: 12,
        }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.constantFrom('generate' as const, 'stream' as const),
        async (words, sizes, waits, mode) => {
          // what two answers say side by side is no word of either
          const whole = `.${words.join('')}`;
          const pieces = cut(whole, sizes);
          const said = [text(whole, { pieces })];
          const { agent, model } = agentWith(
            [[...said, reasoning(`I know ${word}`), call('look', {})], said],
            [redactor(word, waits)],
          );
          const { output, chunks } = await told(agent, mode);
          const everything = JSON.stringify([
            chunks,
            output.text,
            output.steps,
            output.response,
            output.reasoningText,
            model.lastPrompt,
          ]);
          expect(everything).not.toContain(word);
          expect(textIn(chunks)).not.toContain(word);
          const left = whole.replaceAll(word, '[hidden]');
          expect(output.text).toBe(left + left);
          expect(textIn(chunks)).toBe(output.text);
        },
      ),
      { numRuns: 60 },
    );
  });
});

function cut(whole: string, sizes: readonly number[]): string[] {
  const points = Array.from(whole);
  const pieces: string[] = [];
  for (let at = 0, n = 0; at < points.length; n++) {
    const size = sizes[n % sizes.length] as number;
    pieces.push(points.slice(at, at + size).join(''));
    at += size;
  }
  return pieces;
}

/** Hides a word, also where it is cut: what could be its beginning waits for what follows. */
function redactor(word: string, waits: boolean): Processor {
  return onChunk('redactor', ({ part, state }) => {
    const given = redact(part, state as Record<string, string>);
    return waits ? Promise.resolve(given) : given;
  });

  function redact(part: AgentChunk, held: Record<string, string>): unknown {
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta': {
        const { id } = part.payload;
        const known = ((held[id] ?? '') + part.payload.text).replaceAll(word, '[hidden]');
        const safe = known.length - overlap(known);
        held[id] = known.slice(safe);
        return { ...part, payload: { id, text: known.slice(0, safe) } };
      }
      case 'text-end':
      case 'reasoning-end': {
        const { id } = part.payload;
        const type = part.type === 'text-end' ? 'text-delta' : 'reasoning-delta';
        const rest = held[id] ?? '';
        delete held[id];
        return [{ ...part, type, payload: { id, text: rest } }, part];
      }
      default:
        return part;
    }
  }

  function overlap(known: string): number {
    for (let length = Math.min(word.length - 1, known.length); length > 0; length--) {
      if (known.endsWith(word.slice(0, length))) return length;
    }
    return 0;
  }
}
