import type { Readable } from 'node:stream';
import { charsetOf } from './charset.ts';
import type { Page } from './open-page.ts';

export interface Body {
  readonly text: string;
  /** It goes on beyond what was read. */
  readonly isCut: boolean;
}

/** How much of the beginning tells the charset, as browsers look for it. WHATWG HTML, section 13.2.3.2. */
const sniffedBytes = 1024;

/**
 * Reads a body as text until it has more than `maxChars` characters (UTF-16 code units), then drops the connection.
 * Gives `undefined` for what is not text.
 */
export async function readBody(page: Page, maxChars: number): Promise<Body | undefined> {
  if (isBinaryType(page.headers['content-type'])) return undefined;
  const pieces = (await decompressed(page))[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    const { head, isEnded } = await readHead(pieces);
    const charset = charsetOf(head, page.headers['content-type']);
    if (!charset.startsWith('utf-16') && head.includes(0)) return undefined;
    const decoder = new TextDecoder(charset);
    let text = decoder.decode(head, { stream: true });
    let isOver = isEnded;
    while (!isOver && text.length <= maxChars) {
      const next = await pieces.next();
      if (next.done) isOver = true;
      else text += decoder.decode(next.value, { stream: true });
    }
    if (isOver) text += decoder.decode();
    if (text.length <= maxChars) return { text, isCut: !isOver };
    return { text: cut(text, maxChars), isCut: true };
  } finally {
    await pieces.return?.();
    page.destroy();
  }
}

/** Never in the middle of a character of two units. */
export function cut(text: string, maxChars: number): string {
  const last = text.charCodeAt(maxChars - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? maxChars - 1 : maxChars);
}

async function readHead(
  pieces: AsyncIterator<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly isEnded: boolean }> {
  const read: Uint8Array[] = [];
  let size = 0;
  let isEnded = false;
  while (!isEnded && size < sniffedBytes) {
    const next = await pieces.next();
    if (next.done) isEnded = true;
    else {
      read.push(next.value);
      size += next.value.length;
    }
  }
  return { head: join(read, size), isEnded };
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

async function decompressed(page: Page): Promise<Readable> {
  const encoding = (page.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return page;
  const { createBrotliDecompress, createGunzip } = await import('node:zlib');
  const { pipeline } = await import('node:stream');
  const make = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress }[encoding];
  if (make === undefined) {
    page.destroy();
    throw new Error(`The page is encoded as "${encoding.slice(0, 40)}", which was not asked for.`);
  }
  // an end in the middle is told to whoever reads the output
  return pipeline(page, make(), () => {});
}

/** What is no text by its type. Of a stream of octets or an unknown type the first bytes decide. */
function isBinaryType(contentType: string | undefined): boolean {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'image/svg+xml') return false;
  return /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip|x-7z-compressed|wasm)$/.test(
    type,
  );
}
