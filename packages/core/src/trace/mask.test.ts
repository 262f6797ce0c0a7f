import { describe, expect, it } from 'vitest';
import { Masker, masked } from './mask.ts';

const masker = new Masker();

describe('a masker', () => {
  it.each([
    'password',
    'userPassword',
    'PASSWORD_HASH',
    'db-password-2',
    'password1',
    'apiKey',
    'APIKey',
    'api_key',
    'X-Api-Key',
    'OPENAI_API_KEY',
    'openaiApiKeys',
    'access.token',
    'authToken',
    'OAuthToken',
    'auth',
    'Authorization',
    'proxy-authorization',
    'Set-Cookie',
    'cookies',
    'clientSecret',
    'privateKey',
    'JWTs',
    'key',
  ])('hides what stands under "%s"', (key) => {
    expect(masker.mask({ [key]: 'S3CRET' })).toEqual({ [key]: masked });
    expect(masker.mask({ [key]: { deep: ['S3CRET'] } })).toEqual({ [key]: masked });
  });

  it.each([
    'author',
    'authority',
    'tokenizer',
    'keyboard',
    'primaryKey',
    'secretary',
    'passwordless',
    'cookieless',
    'refreshRate',
    'name',
    'é',
  ])('leaves what stands under "%s"', (key) => {
    expect(masker.mask({ [key]: 'open' })).toEqual({ [key]: 'open' });
  });

  it('leaves counts, and hides lists of the same name', () => {
    expect(masker.mask({ maxTokens: 5, tokens: ['a'] })).toEqual({ maxTokens: 5, tokens: masked });
  });

  it('looks into lists, objects and JSON within texts, whatever their depth', () => {
    const inner = JSON.stringify({ rows: [{ token: 'S3CRET', n: 1 }] });
    const text = masker.toText({ list: [{ a: { password: 'S3CRET' } }], text: inner });
    expect(text).not.toContain('S3CRET');
    expect(JSON.parse(JSON.parse(text).text)).toEqual({ rows: [{ token: masked, n: 1 }] });
  });

  it('leaves a text without secrets as it was written', () => {
    const text = '{ "n" : 1.0 }';
    expect(masker.toText(text)).toBe(text);
    expect(masker.toText('say "hi"')).toBe('say "hi"');
  });

  it.each([
    ['among other words', 'Sent {"token": "S3CRET", "n": 1} and {"n": 2}.'],
    ['with quotes within', String.raw`x {"token": "a\"S3CRET", "n": 1}`],
    ['cut off', '{"user": {"password": "S3CR'],
    ['cut off within an object', '{"credentials": {"name": "S3CRET"'],
    ['written into a text', String.raw`a: "{\"token\": \"S3CRET\"}`],
    ['that is a number', '{"pin": 1, "otp": 5313370, '],
  ])('hides a secret in JSON %s', (_, text) => {
    expect(masker.toText(text)).not.toMatch(/S3CR|531337/);
    expect(masker.toText(text)).toContain(masked);
  });

  it('goes on after a secret within other words', () => {
    expect(masker.toText('x {"token": "S3CRET", "n": 1}')).toBe(`x {"token": "${masked}", "n": 1}`);
  });

  it('knows fields and headers that are written as pairs', () => {
    expect(
      masker.mask({
        headers: [
          ['Authorization', 'S3CRET'],
          ['Accept', '*/*'],
        ],
      }),
    ).toEqual({
      headers: [
        ['Authorization', masked],
        ['Accept', '*/*'],
      ],
    });
    expect(masker.mask([{ name: 'cookie', value: 'S3CRET' }])).toEqual([
      { name: 'cookie', value: masked },
    ]);
    expect(masker.mask({ key: 'color', value: 'red' })).toEqual({ key: 'color', value: 'red' });
    expect(masker.mask({ key: 'api_key', value: 'S3CRET' })).toEqual({
      key: 'api_key',
      value: masked,
    });
  });

  it('hides further keys as its user says, by their words', () => {
    const own = new Masker(['email', 'home address', '']);
    const given = {
      userEmail: 'S3CRET',
      homeAddress: 'S3CRET',
      emails: ['S3CRET'],
      token: 'S3CRET',
    };
    expect(own.toText(given)).not.toContain('S3CRET');
    expect(own.mask({ address: 'Oslo' })).toEqual({ address: 'Oslo' });
  });

  it('keeps a key that means something to objects', () => {
    expect(masker.toText(JSON.parse('{"__proto__":{"a":1},"n":1}'))).toBe(
      '{"__proto__":{"a":1},"n":1}',
    );
  });

  it('shows nothing of what is nested too deep to look through', () => {
    const deep = `${'['.repeat(200_000)}{"token":"S3CRET"}${']'.repeat(200_000)}`;
    expect(masker.toText({ deep })).not.toContain('S3CRET');
  });

  it.each(['aB', 'a_', 'aA1'])('reads a key of any length soon (%s…)', (words) => {
    const key = words.repeat(100_000);
    expect(new Masker().mask({ [`${key}_password`]: 'S3CRET', [key]: 1 })).toEqual({
      [`${key}_password`]: '[MASKED]',
      [key]: 1,
    });
  });
});
