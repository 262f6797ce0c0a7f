import { describe, expect, it } from 'vitest';
import { contentOf, toBlob } from './index.ts';

const hashOf = async (content: unknown): Promise<string> => (await toBlob(content)).hash;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('toBlob', () => {
  it('gives equal content one hash, and other content another', async () => {
    expect(await hashOf({ a: [1, 'x'] })).toBe(await hashOf({ a: [1, 'x'] }));
    expect(await hashOf(bytesOf('a'))).toBe(await hashOf(bytesOf('a')));
    const contents = [null, '', 'a', 'A', 1, '1', [], {}, { a: 1 }, { a: '1' }, new Uint8Array()];
    const hashes = await Promise.all(contents.map(hashOf));
    expect(new Set(hashes).size).toBe(contents.length);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('tells bytes from the JSON value that they spell', async () => {
    expect(await hashOf(bytesOf('"a"'))).not.toBe(await hashOf('a'));
  });

  it('takes content in its JSON form', async () => {
    expect(await hashOf({ at: new Date(0), n: 1n, none: undefined })).toBe(
      await hashOf({ at: '1970-01-01T00:00:00.000Z', n: '1' }),
    );
  });

  it('keeps the bytes that it was given, whatever becomes of them', async () => {
    const bytes = new Uint8Array([1, 2]);
    const blob = await toBlob(bytes);
    bytes[0] = 9;
    expect(contentOf(blob)).toEqual(new Uint8Array([1, 2]));
    (contentOf(blob) as Uint8Array)[0] = 9;
    expect(contentOf(blob)).toEqual(new Uint8Array([1, 2]));
  });
});
