import { toJsonSafe } from '../base/json-safe.ts';

/** Content that is kept once however often it is sent, by the hash of what it says. */
export type RunBlob =
  | { readonly hash: string; readonly kind: 'json'; readonly text: string }
  | { readonly hash: string; readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Bytes, or anything else in its JSON form. Equal content has one hash; the order of properties counts. */
export async function toBlob(content: unknown): Promise<RunBlob> {
  if (content instanceof Uint8Array) {
    const bytes = content.slice();
    return { hash: await hashOf('bytes', bytes), kind: 'bytes', bytes };
  }
  const text = JSON.stringify(toJsonSafe(content));
  return { hash: await hashOf('json', new TextEncoder().encode(text)), kind: 'json', text };
}

/** What `toBlob` was given: bytes that may be changed, or the JSON value. */
export function contentOf(blob: RunBlob): unknown {
  return blob.kind === 'bytes' ? blob.bytes.slice() : JSON.parse(blob.text);
}

/** The kind counts too: bytes that happen to be a JSON text are something else than its value. */
async function hashOf(kind: RunBlob['kind'], bytes: Uint8Array): Promise<string> {
  const input = new Uint8Array(kind.length + 1 + bytes.length);
  input.set(new TextEncoder().encode(`${kind} `));
  input.set(bytes, kind.length + 1);
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', input));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
