import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SchemaFamily } from './family.ts';
import { familyOf, rewriteFor } from './index.ts';

it.each([
  ['openai.responses', 'gpt-5', 'openai'],
  ['openai.chat', 'gpt-5', 'openai'],
  ['azure.responses', 'my-deployment', 'openai'],
  ['azure-openai.chat', 'my-deployment', 'openai'],
  ['azure.anthropic.messages', 'claude-sonnet-4-5', 'anthropic'],
  ['xai.chat', 'grok-4', 'openai'],
  ['anthropic.messages', 'claude-opus-4-1', 'anthropic'],
  ['vertex.anthropic.messages', 'claude-opus-4-1', 'anthropic'],
  ['google.generative-ai', 'gemini-2.5-pro', 'google'],
  ['google.vertex.chat', 'gemini-2.5-pro', 'google'],
  ['amazon-bedrock', 'us.anthropic.claude-sonnet-4-5-v1:0', 'anthropic'],
  ['amazon-bedrock', 'mistral.mistral-large-2407-v1:0', 'mistral'],
  ['amazon-bedrock', 'amazon.nova-pro-v1:0', 'bedrock'],
  ['gateway', 'anthropic/claude-sonnet-4.5', 'anthropic'],
  ['gateway', 'openai/gpt-5', 'openai'],
  ['gateway', 'meta/llama-4', 'none'],
  ['openrouter.chat', 'x-ai/grok-4', 'openai'],
  ['openrouter', 'google/gemini-2.5-pro', 'google'],
  ['openrouter', 'mistralai/mistral-large', 'mistral'],
  ['mistral.chat', 'mistral-large-latest', 'mistral'],
  ['groq.chat', 'llama-4', 'none'],
  ['mock', 'openai/gpt-5', 'none'],
  ['', '', 'none'],
])('%s %s is of the family %s', (provider, modelId, name) => {
  expect(familyOf(provider, modelId).name).toBe(name);
});

describe('tool call ids', () => {
  const rules: [string, SchemaFamily, RegExp][] = [
    ['openai', familyOf('openai.responses', 'm'), /^[\w-]{1,64}$/],
    ['openai chat', familyOf('openai.chat', 'm'), /^[\w-]{1,40}$/],
    ['anthropic', familyOf('anthropic.messages', 'm'), /^[a-zA-Z0-9_-]{1,64}$/],
    ['bedrock', familyOf('amazon-bedrock', 'nova'), /^[a-zA-Z0-9_-]{1,64}$/],
    ['mistral', familyOf('mistral.chat', 'm'), /^[a-zA-Z0-9]{9}$/],
  ];

  it.each(rules)('%s: fit, are the same for the same and differ for others', (_, family, rule) => {
    const id = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.stringMatching(/^call[.:]\d{1,3}$/),
    );
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 2, maxLength: 30 }), (ids) => {
        const made = ids.map((one) => family.toCallId?.(one) ?? '');
        for (const one of made) expect(one).toMatch(rule);
        expect(new Set(made).size).toBe(ids.length);
        expect(ids.map((one) => family.toCallId?.(one))).toEqual(made);
      }),
    );
  });

  it.each(rules)('%s: are left where they fit', (_, family, rule) => {
    for (const id of ['toolu_01A', 'call_1', 'abcdefgh9'].filter((one) => rule.test(one))) {
      expect(family.toCallId?.(id)).toBe(id);
    }
  });

  it('are any where nothing is known, and by Google', () => {
    expect(familyOf('mock', 'm').toCallId).toBeUndefined();
    expect(familyOf('google.generative-ai', 'm').toCallId).toBeUndefined();
  });
});

describe('rewriteFor', () => {
  const schema = () => ({ type: 'object', properties: { a: { type: 'string' } } });

  it('gives the same frozen result each time, and does not read the schema again', () => {
    const family = familyOf('openai.responses', 'm');
    const source = schema();
    let reads = 0;
    const watched = new Proxy(source, {
      get: (target, key) => {
        reads++;
        return Reflect.get(target, key);
      },
    });
    const first = rewriteFor(family, watched, undefined);
    const before = reads;
    expect(before).toBeGreaterThan(0);
    expect(rewriteFor(family, watched, undefined)).toBe(first);
    expect(reads).toBe(before);
    expect(Object.isFrozen(first)).toBe(true);
    expect(isDeeplyFrozen(first.schema)).toBe(true);
    expect(rewriteFor(family, watched, true)).not.toBe(first);
    expect(rewriteFor(familyOf('xai.chat', 'm'), watched, undefined)).not.toBe(first);
    expect(rewriteFor(family, schema(), undefined)).not.toBe(first);
  });

  it('changes nothing of what it is given', () => {
    const source = schema();
    const text = JSON.stringify(source);
    for (const provider of ['openai.chat', 'anthropic.messages', 'google.generative-ai', 'mock']) {
      for (const strict of [undefined, true, false]) {
        rewriteFor(familyOf(provider, 'm'), source, strict);
      }
    }
    expect(JSON.stringify(source)).toBe(text);
    expect(Object.isFrozen(source.properties.a)).toBe(false);
  });

  it('takes schemas of any kind without fail', () => {
    const any = fc.dictionary(
      fc.constantFrom(
        'type',
        'properties',
        'items',
        'anyOf',
        'allOf',
        'required',
        '$ref',
        'enum',
        'const',
        'not',
        'additionalProperties',
        '$defs',
        'default',
        'pattern',
        'a',
      ),
      fc.letrec((tie) => ({
        value: fc.oneof(
          { maxDepth: 4 },
          fc.constantFrom(
            'object',
            'array',
            'string',
            'null',
            '#',
            '#/$defs/a',
            true,
            false,
            null,
            1,
          ),
          fc.array(tie('value'), { maxLength: 3 }),
          fc.dictionary(
            fc.constantFrom(
              'type',
              'properties',
              'items',
              'anyOf',
              'allOf',
              '$ref',
              'a',
              'required',
              'enum',
              'oneOf',
            ),
            tie('value'),
            { maxKeys: 4 },
          ),
        ),
      })).value,
    );
    fc.assert(
      fc.property(any, (source) => {
        for (const provider of ['openai.chat', 'anthropic.messages', 'google.generative-ai']) {
          for (const strict of [undefined, true]) {
            const { restore } = rewriteFor(familyOf(provider, 'm'), source, strict);
            restore?.({ a: null });
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return (
    Object.isFrozen(value) &&
    Object.values(value).every(
      (part) => Object.isFrozen(part) || part === undefined || typeof part !== 'object',
    )
  );
}
