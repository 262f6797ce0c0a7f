import { describe, expect, it } from 'vitest';
import { readToolOutput, toDeniedOutput, toErrorOutput, toToolOutput } from './index.ts';

describe('toToolOutput, toErrorOutput and toDeniedOutput', () => {
  it('tell a text as text, any other value as JSON, and failures as error texts', () => {
    expect(toToolOutput('')).toEqual({ type: 'text', value: '' });
    expect(toToolOutput(null)).toEqual({ type: 'json', value: null });
    expect(toToolOutput(['a'])).toEqual({ type: 'json', value: ['a'] });
    expect(toErrorOutput('boom')).toEqual({ type: 'error-text', value: 'boom' });
    expect(toDeniedOutput('no')).toEqual({ type: 'text', value: 'no' });
    expect(toDeniedOutput('').value).toBe('Tool call was not approved by the user');
  });
});

describe('readToolOutput', () => {
  it('keeps envelopes and makes their values JSON-safe', () => {
    expect(readToolOutput({ type: 'text', value: 'ok \ud83d' })).toEqual({
      type: 'text',
      value: 'ok \ufffd',
    });
    expect(readToolOutput({ type: 'json', value: { n: 1n } })).toEqual({
      type: 'json',
      value: { n: '1' },
    });
    expect(readToolOutput({ type: 'json' })).toEqual({ type: 'json', value: null });
    expect(readToolOutput({ type: 'error-text', value: 'x', more: 1 })).toEqual({
      type: 'error-text',
      value: 'x',
    });
    expect(readToolOutput({ type: 'execution-denied', reason: 'no' })).toEqual({
      type: 'execution-denied',
      reason: 'no',
    });
  });

  it('tells what is no envelope as text or JSON', () => {
    expect(readToolOutput('bare')).toEqual({ type: 'text', value: 'bare' });
    expect(readToolOutput(undefined)).toEqual({ type: 'json', value: null });
    expect(readToolOutput({ type: 'weather', value: 1 })).toEqual({
      type: 'json',
      value: { type: 'weather', value: 1 },
    });
    expect(readToolOutput({ type: 'text', value: 5 }).type).toBe('json');
    expect(readToolOutput({ type: 'content', value: 'x' }).type).toBe('json');
  });

  it('keeps content as parts, data as media', () => {
    const output = readToolOutput({
      type: 'content',
      value: [
        'bare',
        { type: 'text', text: 'a', providerOptions: { p: { x: 1 }, mastra: { y: 1 } } },
        { type: 'image-data', data: 'AAAA' },
        { type: 'file-data', data: new Uint8Array([104, 105]), filename: 'a.txt', extra: true },
        { type: 'image', data: 'BBBB', mimeType: 'image/png' },
        { type: 'image-url', url: 'data:image/gif;base64,CCCC' },
        { type: 'image-url', url: 'https://example.com/a.png' },
        { type: 'file-url', url: 'https://example.com/a.pdf' },
        { type: 'file', data: { type: 'data', data: 'DDDD' }, mediaType: 'a/b' },
        { type: 'file', data: { type: 'reference', reference: { openai: 'f1' } } },
        { type: 'file-id', fileId: 'f2' },
        { type: 'custom', kind: 'x' },
      ],
    });
    expect(output).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'bare' },
        { type: 'text', text: 'a', providerOptions: { p: { x: 1 } } },
        { type: 'media', data: 'AAAA', mediaType: 'image/jpeg' },
        {
          type: 'media',
          data: 'aGk=',
          mediaType: 'application/octet-stream',
          filename: 'a.txt',
          extra: true,
        },
        { type: 'media', data: 'BBBB', mediaType: 'image/png' },
        { type: 'media', data: 'CCCC', mediaType: 'image/gif' },
        { type: 'image-url', url: 'https://example.com/a.png' },
        { type: 'file-url', url: 'https://example.com/a.pdf' },
        { type: 'media', data: 'DDDD', mediaType: 'a/b' },
        { type: 'file-id', fileId: { openai: 'f1' } },
        { type: 'file-id', fileId: 'f2' },
        { type: 'custom', kind: 'x' },
      ],
    });
  });

  it('reads an address that stands where data should', () => {
    const remote = 'https://example.com/a';
    expect(
      readToolOutput({
        type: 'content',
        value: [
          { type: 'image-data', data: 'data:image/png;base64,AAAA', mediaType: 'image/jpeg' },
          { type: 'image-data', data: remote, mediaType: 'image/png' },
          { type: 'file-data', data: remote },
        ],
      }),
    ).toEqual({
      type: 'content',
      value: [
        { type: 'media', data: 'AAAA', mediaType: 'image/png' },
        { type: 'image-url', url: remote, mediaType: 'image/png' },
        { type: 'file-url', url: remote },
      ],
    });
  });

  it('turns content of an unknown kind into its JSON text', () => {
    expect(
      readToolOutput({ type: 'content', value: [{ type: 'hologram', n: 1 }, 5, null] }),
    ).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: '{"type":"hologram","n":1}' },
        { type: 'text', text: '5' },
        { type: 'text', text: 'null' },
      ],
    });
  });
});
