import { describe, expect, it } from 'vitest';
import { type LanguageModel, loadModel, type ModelReference } from '../index.ts';
import { defaultWorld, type RouterWorld } from './index.ts';

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from here`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

/** A world whose packages make models that show what they were made of. */
function world(given: Partial<RouterWorld> = {}): RouterWorld {
  const make = (options: object) => (modelId: string) =>
    ({
      specificationVersion: 'v3',
      provider: 'made',
      modelId,
      options,
    }) as unknown as LanguageModel;
  return {
    resolvers: {},
    env: {
      OPENAI_API_KEY: 'sk-open',
      ANTHROPIC_API_KEY: 'sk-ant',
      GOOGLE_GENERATIVE_AI_API_KEY: 'sk-goo',
      XAI_API_KEY: 'sk-x',
    },
    nodeMajor: 20,
    importPackage: async (name) => ({
      name,
      createOpenAI: make,
      createAnthropic: make,
      createGoogleGenerativeAI: make,
      createXai: make,
      createOpenAICompatible: make,
      demoPlanner: () => make({})('planner'),
    }),
    ...given,
  };
}

const load = async (reference: string | ModelReference, given?: Partial<RouterWorld>) =>
  (await loadModel(
    typeof reference === 'string' ? { id: reference } : reference,
    world(given),
  )) as unknown as { modelId: string; options: Record<string, unknown> };

describe('a model by its name', () => {
  it.each([
    ['openai/gpt-5', '@ai-sdk/openai', 'gpt-5', { name: 'openai', apiKey: 'sk-open' }],
    ['OpenAI/gpt-5', '@ai-sdk/openai', 'gpt-5', { apiKey: 'sk-open' }],
    ['anthropic/claude-sonnet-4-5', '@ai-sdk/anthropic', 'claude-sonnet-4-5', { apiKey: 'sk-ant' }],
    ['google/gemini-3-pro', '@ai-sdk/google', 'gemini-3-pro', { apiKey: 'sk-goo' }],
    ['xai/grok-4', '@ai-sdk/xai', 'grok-4', { apiKey: 'sk-x' }],
    [
      'ollama/library/qwen3:8b',
      '@ai-sdk/openai-compatible',
      'library/qwen3:8b',
      { baseURL: 'http://127.0.0.1:11434/v1' },
    ],
    [
      'http://127.0.0.1:8080/v1#qwen3',
      '@ai-sdk/openai-compatible',
      'qwen3',
      { baseURL: 'http://127.0.0.1:8080/v1' },
    ],
    [
      'https://host/v1/#a%20b',
      '@ai-sdk/openai-compatible',
      'a b',
      { baseURL: 'https://host/v1', name: 'host' },
    ],
  ])('%s is made by the package %s', async (name, packageName, modelId, options) => {
    const asked: string[] = [];
    const importPackage: RouterWorld['importPackage'] = (wanted) => {
      asked.push(wanted);
      return world().importPackage(wanted);
    };
    expect(await load(name, { importPackage })).toMatchObject({ modelId, options });
    expect(asked).toEqual([packageName]);
  });

  it('takes the first variable that holds a key', async () => {
    const env = { GOOGLE_API_KEY: 'first', GOOGLE_GENERATIVE_AI_API_KEY: 'second' };
    expect((await load('google/gemini', { env })).options).toMatchObject({ apiKey: 'first' });
  });

  it('hands key, URL and headers of a reference on', async () => {
    const reference = { id: 'openai/x', apiKey: 'mine', url: 'http://proxy', headers: { a: 'b' } };
    expect((await load(reference, { env: {} })).options).toMatchObject({
      apiKey: 'mine',
      baseURL: 'http://proxy',
      headers: { a: 'b' },
    });
  });

  it('asks a resolver of the host before the providers built in', async () => {
    const model = { modelId: 'mine' } as never;
    const resolvers = { openai: (modelId: string) => Object.assign(model, { asked: modelId }) };
    expect(await load('openai/large', { resolvers })).toMatchObject({ asked: 'large' });
  });

  it('knows the stand-in that needs nothing', async () => {
    expect(await load('demo/planner', { env: {} })).toMatchObject({ modelId: 'planner' });
  });

  it('finds the real packages', async () => {
    const model = await loadModel({ id: 'openai/gpt-5', apiKey: 'k' }, defaultWorld());
    expect(model).toMatchObject({ specificationVersion: 'v3', modelId: 'gpt-5' });
    const demo = await loadModel({ id: 'demo/planner' }, defaultWorld());
    expect(demo).toMatchObject({ provider: 'demo', modelId: 'planner' });
  });
});

describe('a name that gives no model', () => {
  const noPackage = async (name: string): Promise<never> => {
    throw missing(name);
  };

  it.each([
    [20, 'openai/gpt-5', 'npm install @ai-sdk/openai@3'],
    [22, 'openai/gpt-5', 'npm install @ai-sdk/openai@4'],
    [24, 'anthropic/claude', 'npm install @ai-sdk/anthropic@4'],
    [20, 'ollama/qwen3', 'npm install @ai-sdk/openai-compatible@2'],
    [22, 'http://h/v1#m', 'npm install @ai-sdk/openai-compatible@3'],
    [20, 'xai/grok', 'npm install @ai-sdk/xai@3'],
    [undefined, 'xai/grok', 'npm install @ai-sdk/xai@5'],
    [20, 'demo/planner', 'npm install @tenon/demo-model'],
  ])('on Node %s without the package for %s names the command', async (nodeMajor, id, command) => {
    await expect(load(id, { nodeMajor, importPackage: noPackage })).rejects.toMatchObject({
      id: 'MODEL_PACKAGE_MISSING',
      message: expect.stringContaining(command),
      details: { command },
    });
  });

  it('does not call a package that fails inside missing', async () => {
    const importPackage = async (): Promise<never> => {
      throw missing('something-else');
    };
    await expect(load('openai/x', { importPackage })).rejects.toMatchObject({
      id: 'MODEL_PACKAGE_BROKEN',
      message: expect.stringContaining('something-else'),
    });
    const old = async () => ({});
    await expect(load('openai/x', { importPackage: old })).rejects.toMatchObject({
      id: 'MODEL_PACKAGE_BROKEN',
    });
  });

  it('without a key names the variables', async () => {
    await expect(load('google/x', { env: { GOOGLE_API_KEY: '' } })).rejects.toMatchObject({
      id: 'MODEL_KEY_MISSING',
      message: expect.stringContaining('GOOGLE_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY'),
    });
  });

  it('of a provider that is not known names the nearest', async () => {
    await expect(load('opanai/x')).rejects.toMatchObject({
      id: 'MODEL_PROVIDER_UNKNOWN',
      message: expect.stringContaining('Did you mean openai'),
    });
    await expect(load('constructor/x')).rejects.toMatchObject({ id: 'MODEL_PROVIDER_UNKNOWN' });
  });

  it.each(['gpt-5', '', '/', 'openai/', '/gpt', 'http://host/v1', 'http://#x', 'demo/else'])(
    '%j says how to write one',
    async (name) => {
      await expect(load(name)).rejects.toMatchObject({ id: 'MODEL_NAME_INVALID' });
    },
  );
});
