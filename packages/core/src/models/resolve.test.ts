import { scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { RequestContext } from '../base/request-context.ts';
import { type ModelOption, type ModelReference, resolveModels } from './index.ts';

const a = scriptedModel(['a'], { modelId: 'a' });
const b = scriptedModel(['b'], { modelId: 'b', version: 'v2' });
const context = { requestContext: new RequestContext({ tier: 'b' }) };
const asked: ModelReference[] = [];
const lookup = {
  owner: 'Agent "x"',
  load: async (reference: ModelReference) => {
    asked.push(reference);
    return a;
  },
};
const resolve = async (option: ModelOption<typeof context>) =>
  resolveModels(option, context, lookup);
const idsOf = async (option: ModelOption<typeof context>) =>
  (await resolve(option)).map(({ session }) => session.names.modelId);

describe('resolveModels', () => {
  it('gives one model at once, without a promise', () => {
    const models = resolveModels(a, context, lookup);
    expect(models).toMatchObject([
      { session: { names: { provider: 'scripted', modelId: 'a' } }, maxRetries: undefined },
    ]);
  });

  it('takes models of versions 2, 3 and 4', async () => {
    for (const version of ['v2', 'v3', 'v4'] as const) {
      expect(await idsOf(scriptedModel([], { version, modelId: version }))).toEqual([version]);
    }
  });

  it('asks a function, which is told of the request and may give a list', async () => {
    const byTier = ({ requestContext }: typeof context) =>
      requestContext.get('tier') === 'b' ? b : a;
    expect(await idsOf(byTier)).toEqual(['b']);
    expect(await idsOf(async (given) => byTier(given))).toEqual(['b']);
    expect(await idsOf(() => [{ model: a }, { model: b }])).toEqual(['a', 'b']);
  });

  it('keeps the order of a list, without what is switched off', async () => {
    const list = [{ model: b }, { model: a, enabled: false }, { model: () => a, enabled: true }];
    expect(await idsOf(list)).toEqual(['b', 'a']);
    const never = () => {
      throw new Error('asked');
    };
    expect(await idsOf([{ enabled: false, model: never }, { model: a }])).toEqual(['a']);
  });

  it('asks functions in the list, in order, with the request', async () => {
    expect(
      await idsOf([
        { model: async ({ requestContext }) => (requestContext.get('tier') === 'b' ? b : a) },
        { model: () => a },
      ]),
    ).toEqual(['b', 'a']);
  });

  it('keeps what the list says of each model', async () => {
    const [first, second] = await resolve([
      {
        model: a,
        maxRetries: 0,
        modelSettings: { temperature: 0, maxRetries: 5, headers: { 'x-a': '0', 'x-b': '2' } },
        headers: { 'x-a': '1' },
        providerOptions: { p: { b: 1 } },
      },
      { model: b, modelSettings: { maxRetries: 5 } },
    ]);
    expect(first).toMatchObject({
      maxRetries: 0,
      settings: { temperature: 0, headers: { 'x-a': '1', 'x-b': '2' } },
      providerOptions: { p: { b: 1 } },
    });
    expect(second?.maxRetries).toBe(5);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['an empty list', [], 'MODEL_LIST_EMPTY', /none of them is enabled/],
    [
      'a list that is switched off',
      [{ model: a, enabled: false }],
      'MODEL_LIST_EMPTY',
      /Agent "x"/,
    ],
    ['nothing', undefined, 'MODEL_INVALID', /no model object/],
    ['null', null, 'MODEL_INVALID', /no model object/],
    ['a function that gives nothing', () => undefined, 'MODEL_INVALID', /no model object/],
    ['any object', {}, 'MODEL_INVALID', /no model object/],
    [
      'a version of the future',
      { specificationVersion: 'v9' },
      'MODEL_INVALID',
      /"v9".*v2, v3 and v4/,
    ],
    ['a version of the past', { specificationVersion: 'v1' }, 'MODEL_INVALID', /"v1"/],
  ])('refuses %s', async (_, option, id, message) => {
    const refused = expect(resolve(option as ModelOption<typeof context>)).rejects;
    await refused.toMatchObject({ id, message: expect.stringMatching(message) });
  });

  it.each<[string, ModelOption<typeof context>, ModelReference]>([
    ['a name', 'openai/gpt-5', { id: 'openai/gpt-5' }],
    ['a function that gives a name', () => 'xai/grok', { id: 'xai/grok' }],
    ['a name in a list', [{ model: 'google/gemini' }], { id: 'google/gemini' }],
    ['a name with a key', { id: 'openai/x', apiKey: 'k' }, { id: 'openai/x', apiKey: 'k' }],
    [
      'ids of provider and model',
      { providerId: 'openai', modelId: 'x', url: 'http://u' } as never,
      { id: 'openai/x', url: 'http://u' },
    ],
  ])('looks %s up', async (_, option, reference) => {
    asked.length = 0;
    expect(await idsOf(option)).toEqual(['a']);
    expect(asked).toMatchObject([reference]);
  });

  it('rejects with what a function throws', async () => {
    const error = new Error('no key');
    await expect(
      resolve(() => {
        throw error;
      }),
    ).rejects.toBe(error);
  });
});
