import { describe, expect, it } from 'vitest';
import { type InputData, type PromptFilePart, toPrompt } from './index.ts';

function readFile(data: InputData, mediaType?: string): PromptFilePart {
  const [message] = toPrompt({ role: 'user', content: [{ type: 'file', data, mediaType }] });
  return message?.content[0] as PromptFilePart;
}
function readImage(image: InputData, mediaType?: string): PromptFilePart {
  const [message] = toPrompt({ role: 'user', content: [{ type: 'image', image, mediaType }] });
  return message?.content[0] as PromptFilePart;
}

describe('files and images of a message', () => {
  it('turn data URLs into base64 with their media type', () => {
    expect(readFile('data:application/pdf;base64,AAAA')).toEqual({
      type: 'file',
      data: 'AAAA',
      mediaType: 'application/pdf',
    });
    expect(readImage('DATA:image/png;base64,AAAA', 'image/jpeg').mediaType).toBe('image/png');
    expect(readFile('data:text/plain;charset=utf-8;base64,aGk=').data).toBe('aGk=');
    expect(readFile('data:;base64,aGk%3D', 'text/css')).toMatchObject({
      data: 'aGk=',
      mediaType: 'text/css',
    });
    expect(readFile('data:,h%C3%A9 é')).toEqual({
      type: 'file',
      data: Buffer.from('hé é').toString('base64'),
      mediaType: 'text/plain',
    });
    expect(readFile('data:application/x;p=1,%FF%00').data).toBe('/wA=');
  });

  it('turn addresses into URL objects, whatever their scheme', () => {
    expect(readImage('https://example.com/a.png')).toEqual({
      type: 'file',
      data: new URL('https://example.com/a.png'),
      mediaType: 'image/*',
    });
    expect(readFile(new URL('gs://bucket/b.pdf'), 'application/pdf').data).toEqual(
      new URL('gs://bucket/b.pdf'),
    );
  });

  it('keep bytes and base64 as they are', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(readFile(bytes, 'application/x').data).toBe(bytes);
    expect(readFile(bytes.buffer, 'application/x').data).toEqual(bytes);
    expect(readFile('AAAA', 'application/x').data).toBe('AAAA');
    const json = JSON.parse(JSON.stringify(Buffer.from([1, 2, 3]))) as {
      type: 'data';
      data: string;
    };
    expect(readFile(json, 'application/x').data).toEqual(bytes);
  });

  it('know common images by their first bytes', () => {
    expect(readImage(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])).mediaType).toBe(
      'image/png',
    );
    expect(readImage('/9j/4AAQSkZJRg').mediaType).toBe('image/jpeg');
    expect(readImage('AAAA').mediaType).toBe('image/*');
    expect(readImage('AAAA', 'image/tiff').mediaType).toBe('image/tiff');
  });

  it('read the tagged data of the newest AI SDK', () => {
    expect(readFile({ type: 'data', data: 'AAAA' }, 'a/b').data).toBe('AAAA');
    expect(readFile({ type: 'url', url: 'https://example.com/' }, 'a/b').data).toEqual(
      new URL('https://example.com/'),
    );
    expect(readFile({ type: 'text', text: 'hi' })).toMatchObject({
      data: 'aGk=',
      mediaType: 'text/plain',
    });
  });

  it.each([
    ['AAAA', undefined, /mediaType/],
    ['blob:https://example.com/1', 'a/b', /no model can fetch/],
    ['report.pdf', 'a/b', /neither base64 nor a URL/],
    ['', 'a/b', /neither base64 nor a URL/],
    ['data:a/b;base64', 'a/b', /without data/],
    ['data:a/b,%zz', 'a/b', /malformed escape/],
    [5, 'a/b', /number/],
    [undefined, 'a/b', /undefined/],
    [{ type: 'reference', reference: {} }, 'a/b', /"reference"/],
  ])('refuse %j', (data, mediaType, message) => {
    expect(() => readFile(data as string, mediaType)).toThrowError(
      expect.objectContaining({
        id: 'AGENT_MESSAGES_INVALID',
        message: expect.stringMatching(message) as string,
      }) as Error,
    );
  });
});
