import { describe, expect, it } from 'vitest';
import {
  type PromptMessage,
  type PromptToolCallPart,
  type PromptToolResultPart,
  type ProviderOptions,
  type ToolResultOutput,
  withOrigin,
} from '../messages/index.ts';
import { type LanguageModel, ModelSession, toOrigin } from './index.ts';

type Version = LanguageModel['specificationVersion'];
const versions: readonly Version[] = ['v2', 'v3', 'v4'];

/** A model that keeps the prompts it was given. */
function sessionOf(provider: string, version: Version = 'v3', modelId = 'm') {
  const prompts: PromptMessage[][] = [];
  const ask = async ({ prompt }: { prompt: PromptMessage[] }) => {
    prompts.push(prompt);
    return {};
  };
  const model = {
    specificationVersion: version,
    provider,
    modelId,
    doGenerate: ask,
    doStream: ask,
  };
  const session = new ModelSession(model as LanguageModel);
  return async (...prompt: PromptMessage[]): Promise<PromptMessage[]> => {
    await session.generate({ prompt });
    return prompts.at(-1) as PromptMessage[];
  };
}

const search = (providerOptions?: ProviderOptions, id = 'c'): PromptToolCallPart => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'web_search',
  input: { query: 'tenon' },
  providerExecuted: true,
  ...(providerOptions && { providerOptions }),
});
const found = (
  output: ToolResultOutput = { type: 'json', value: [{ title: 'Joints' }] },
  id = 'c',
): PromptToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'web_search',
  output,
});
type AssistantPart = Extract<PromptMessage, { role: 'assistant' }>['content'][number];
const say = (...content: AssistantPart[]): PromptMessage => ({ role: 'assistant', content });
const text = (words: string) => ({ type: 'text', text: words }) as const;

const byOpenai = withOrigin(undefined, { provider: 'openai.responses' });
const told = bracketed('gave: [{"title":"Joints"}]');

function bracketed(outcome: string): string {
  return `\n[Tool "web_search", called with {"query":"tenon"}, ${outcome}]\n`;
}

describe('a call that a provider ran', () => {
  it.each(versions)('is one text for a model of another provider (%s)', async (version) => {
    const ask = sessionOf('anthropic.messages', version);
    const shown = await ask(say(text('Let me see.'), search(byOpenai), found(), text('So.')));
    expect(shown).toEqual([say(text('Let me see.'), text(told), text('So.'))]);
  });

  it.each(versions)(
    'stays what it is for its own, without our name of it (%s)',
    async (version) => {
      const options = { openai: { itemId: 'ws_1' } };
      const ask = sessionOf('openai.responses', version);
      const shown = await ask(
        say(search(withOrigin(options, { provider: 'openai.responses' })), found()),
      );
      expect(shown).toEqual([say(search(options), found())]);
      expect(await ask(say(search(byOpenai), found()))).toEqual([say(search(), found())]);
    },
  );

  it('is a text for another API of its provider', async () => {
    const ask = sessionOf('openai.chat');
    expect(await ask(say(search(byOpenai), found()))).toEqual([say(text(told))]);
  });

  it('stands where its result came, each for itself', async () => {
    const ask = sessionOf('other');
    const shown = await ask(
      say(
        search(byOpenai, 'a'),
        search(byOpenai, 'b'),
        found({ type: 'text', value: 'second' }, 'b'),
        text('and'),
        found({ type: 'text', value: 'first' }, 'a'),
      ),
    );
    const gave = (words: string) => text(bracketed(`gave: ${words}`));
    expect(shown).toEqual([say(gave('second'), text('and'), gave('first'))]);
  });

  it('says that it failed, and how', async () => {
    const ask = sessionOf('other');
    const value = { type: 'web_search_tool_result_error', errorCode: 'max_uses_exceeded' };
    const failures: readonly (readonly [ToolResultOutput, string])[] = [
      [{ type: 'error-json', value }, JSON.stringify(value)],
      [{ type: 'error-text', value: 'busy' }, 'busy'],
      [{ type: 'execution-denied', reason: 'not today' }, 'not today'],
      [{ type: 'execution-denied' }, 'it was not allowed'],
    ];
    for (const [output, words] of failures) {
      expect(await ask(say(search(byOpenai), found(output)))).toEqual([
        say(text(bracketed(`failed: ${words}`))),
      ]);
    }
  });

  it('tells of content what it is, never its data', async () => {
    const ask = sessionOf('other');
    const value = [
      { type: 'text', text: 'a dot' },
      { type: 'media', data: 'AAAA', mediaType: 'image/png' },
    ] as const;
    expect(await ask(say(search(byOpenai), found({ type: 'content', value })))).toEqual([
      say(text(bracketed('gave: a dot\n[image/png]'))),
    ]);
  });

  it('is told where it was made and again where its result came a message later', async () => {
    const ask = sessionOf('other');
    const open = bracketed('has not given a result here.');
    const first = say(search(byOpenai));
    expect(await ask(first)).toEqual([say(text(open))]);
    expect(await ask(first, say(found(), text('So.')))).toEqual([
      say(text(open)),
      say(text(told), text('So.')),
    ]);
    const own = sessionOf('openai.responses');
    expect(await own(first, say(found()))).toEqual([say(search()), say(found())]);
  });

  it('is not taken for one that had its id in an earlier prompt', async () => {
    const ask = sessionOf('openai.responses');
    await ask(say(search(withOrigin(undefined, { provider: 'other' })), found()));
    expect(await ask(say(search(byOpenai), found()))).toEqual([say(search(), found())]);
  });

  it('leaves calls and results of our own tools alone', async () => {
    const ask = sessionOf('other');
    const { providerExecuted: _, ...ours } = search();
    const messages: PromptMessage[] = [say(ours), { role: 'tool', content: [found()] }];
    const shown = await ask(...messages);
    expect(shown[0]).toBe(messages[0]);
    expect(shown[1]).toBe(messages[1]);
  });
});

describe('a call of which nobody says who ran it', () => {
  it('is a text, since no API takes calls of another', async () => {
    for (const provider of ['openai.responses', 'anthropic.messages', 'scripted']) {
      expect(await sessionOf(provider)(say(search(), found()))).toEqual([say(text(told))]);
    }
  });

  it('is taken to be of the provider that its options are for', async () => {
    const options = { anthropic: { caller: { type: 'direct' } } };
    const message = say(search(options), found());
    for (const provider of ['anthropic.messages', 'vertex.anthropic.messages']) {
      expect(await sessionOf(provider)(message)).toEqual([message]);
    }
    expect(await sessionOf('openai.responses')(message)).toEqual([say(text(told))]);
  });

  it('is a text for chat completions, which have no such calls', async () => {
    const message = say(search({ openai: { itemId: 'ws_1' } }), found());
    expect(await sessionOf('openai.responses')(message)).toEqual([message]);
    expect(await sessionOf('openai.chat')(message)).toEqual([say(text(told))]);
    expect(await sessionOf('openai.completion')(message)).toEqual([say(text(told))]);
  });
});

describe('toOrigin', () => {
  it('is the provider, and behind a gateway the maker of the model too', async () => {
    expect(toOrigin({ provider: 'openai.responses', modelId: 'gpt-5' })).toBe('openai.responses');
    expect(toOrigin({ provider: 'gateway', modelId: 'anthropic/claude-x' })).toBe(
      'gateway/anthropic',
    );
    const message = say(search(withOrigin(undefined, { provider: 'gateway/anthropic' })), found());
    const claude = sessionOf('gateway', 'v3', 'anthropic/claude-y');
    const gpt = sessionOf('gateway', 'v3', 'openai/gpt-5');
    expect(await claude(message)).toEqual([say(search(), found())]);
    expect(await gpt(message)).toEqual([say(text(told))]);
  });
});
