import { scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import type { PromptMessage } from '../messages/index.ts';
import { type LanguageModel, ModelSession } from './index.ts';

/** A message that counts how often its content is looked at by a converter. */
function counted(role: 'user' | 'assistant', text: string) {
  const count = { reads: 0 };
  const content = [{ type: 'text' as const, text }];
  const message = {
    role,
    get content() {
      count.reads++;
      return content;
    },
  } as PromptMessage;
  return { message, count };
}
const user = (text: string): PromptMessage => ({
  role: 'user',
  content: [{ type: 'text', text }],
});
const system = (content: string): PromptMessage => ({ role: 'system', content });

/** A model that keeps the very options it was given. */
function keeping(specificationVersion: 'v2' | 'v3' | 'v4', provider = 'p') {
  const given: { prompt: unknown[]; tools?: readonly object[] }[] = [];
  const ask = async (options: never) => {
    given.push(options);
    return {};
  };
  const model: LanguageModel = {
    specificationVersion,
    provider,
    modelId: 'm',
    doGenerate: ask,
    doStream: ask,
  };
  const session = new ModelSession(model);
  return {
    given,
    ask: async (prompt: readonly PromptMessage[], more: object = {}) => {
      await session.generate({ prompt, ...more });
      return given.at(-1)?.prompt;
    },
  };
}

describe('ModelSession', () => {
  it('asks the model whole or streamed, as itself', async () => {
    const model = scriptedModel(['one', 'two']);
    const session = new ModelSession(model);
    expect(session).toMatchObject({ canGenerate: true, canStream: true });
    expect(session.names).toEqual({ provider: 'scripted', modelId: 'scripted-model' });
    const answer = await session.generate({ prompt: [user('hi')] });
    expect(answer.content).toMatchObject([{ type: 'text', text: 'one' }]);
    const { stream } = await session.stream({ prompt: [user('hi')] });
    expect(stream).toBeInstanceOf(ReadableStream);
    await stream.cancel();
    expect(model.requests).toHaveLength(2);
    class Own {
      readonly specificationVersion = 'v3';
      readonly provider = 'p';
      readonly modelId = 'm';
      async doGenerate() {
        return { content: [], finishReason: this.modelId, usage: undefined };
      }
      async doStream() {
        return {};
      }
    }
    const own = new ModelSession(new Own());
    expect((await own.generate({ prompt: [] })).finishReason).toBe('m');
  });

  it('says what the model can do', () => {
    const names = { specificationVersion: 'v3', provider: 'p', modelId: 'm' } as const;
    const ask = async () => ({});
    const able = (model: object) => new ModelSession(model as LanguageModel);
    expect(able({ ...names, doStream: ask })).toMatchObject({
      canGenerate: false,
      canStream: true,
    });
    expect(able({ ...names, doGenerate: ask })).toMatchObject({
      canGenerate: true,
      canStream: false,
    });
  });

  it('passes the request on', async () => {
    const { given, ask } = keeping('v3');
    const { signal } = new AbortController();
    await ask([user('hi')], { temperature: 0, abortSignal: signal, toolChoice: { type: 'auto' } });
    expect(given[0]).toMatchObject({ temperature: 0, toolChoice: { type: 'auto' } });
    expect(given[0]).toHaveProperty('abortSignal', signal);
  });
});

describe.each(['v2', 'v3', 'v4'] as const)('the prompt of a model of version %s', (version) => {
  it('is converted once per message, however many steps follow', async () => {
    const { ask } = keeping(version);
    const messages = ['a', 'b', 'c'].map((text) => counted('user', text));
    const prompt: PromptMessage[] = [];
    for (const { message } of messages) {
      prompt.push(message);
      await ask(prompt);
    }
    const reads = messages.map(({ count }) => count.reads);
    await ask(prompt);
    expect(messages.map(({ count }) => count.reads)).toEqual(reads);
    expect(new Set(reads).size).toBe(1);
  });

  it('is converted once per message when each step has an array of its own', async () => {
    const { ask } = keeping(version);
    const { message, count } = counted('user', 'a');
    await ask([message]);
    const { reads } = count;
    await ask([message, user('b')]);
    await ask([message, user('c'), user('d')]);
    expect(count.reads).toBe(reads);
  });

  it('is an array of its own at every call, so that who keeps it sees no later message', async () => {
    const { given, ask } = keeping(version);
    const prompt = [user('a')];
    await ask(prompt);
    prompt.push(user('b'));
    await ask(prompt);
    await ask(prompt);
    expect(given.map(({ prompt }) => prompt.length)).toEqual([1, 2, 2]);
    expect(new Set(given.map(({ prompt }) => prompt)).size).toBe(3);
    given[2]?.prompt.push('spoiled');
    expect(await ask(prompt)).toHaveLength(2);
  });

  it('begins anew where it changed, also when only its beginning did', async () => {
    const { ask } = keeping(version);
    const [hi, more] = [user('hi'), user('more')];
    expect(await ask([system('first'), hi])).toMatchObject([{ content: 'first' }, {}]);
    expect(await ask([system('second'), hi, more])).toMatchObject([
      { content: 'second' },
      { content: [{ text: 'hi' }] },
      { content: [{ text: 'more' }] },
    ]);
    expect(await ask([system('third'), hi])).toMatchObject([{ content: 'third' }, {}]);
    expect(await ask([hi])).toMatchObject([{ content: [{ text: 'hi' }] }]);
    expect(await ask([])).toEqual([]);
    expect(await ask([hi, more])).toHaveLength(2);
  });

  it('goes back to the long one after a short one', async () => {
    const { ask } = keeping(version);
    const prompt = [user('a'), user('b'), user('c')];
    await ask(prompt);
    await ask(prompt.slice(0, 1));
    expect(await ask(prompt)).toMatchObject(
      ['a', 'b', 'c'].map((text) => ({ content: [{ text }] })),
    );
  });
});

describe('what differs between the versions', () => {
  const result: PromptMessage = {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 't',
        output: { type: 'content', value: [{ type: 'file-id', fileId: 'f' }] },
      },
    ],
  };

  it('is written as each version wants it, with the provider of the model', async () => {
    expect(JSON.stringify(await keeping('v3').ask([result]))).toContain('"type":"file-id"');
    expect(JSON.stringify(await keeping('v2').ask([result]))).toContain('"type":"text"');
    expect(JSON.stringify(await keeping('v4', 'openai.responses').ask([result]))).toContain(
      '"reference":{"openai":"f"}',
    );
  });

  const tools = Object.freeze([
    Object.freeze({
      type: 'function',
      name: 't',
      inputSchema: {},
      strict: true,
      inputExamples: [{ input: {} }],
    }),
  ]);

  it('is the form of tools, which version 2 gets converted, once for all steps', async () => {
    const { given, ask } = keeping('v2');
    await ask([], { tools });
    await ask([], { tools });
    expect(given[0]?.tools).toEqual([{ type: 'function', name: 't', inputSchema: {} }]);
    expect(given[1]?.tools).toBe(given[0]?.tools);
    await ask([]);
    expect(given[2]).not.toHaveProperty('tools');
  });

  it.each(['v3', 'v4'] as const)('leaves the tools of version %s as they are', async (version) => {
    const { given, ask } = keeping(version);
    await ask([], { tools });
    expect(given[0]?.tools).toBe(tools);
  });
});
