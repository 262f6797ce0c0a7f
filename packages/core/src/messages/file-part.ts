import { toBase64 } from '../base/base64.ts';
import { isFields } from './fields.ts';
import { describe, invalidMessages, type Place } from './invalid.ts';
import type { PromptFilePart } from './prompt.ts';

export interface FileSource {
  /** What the part holds: bytes, base64, a data URL, a URL, or one of them tagged. */
  readonly data: unknown;
  readonly mediaType: unknown;
  readonly filename?: unknown;
  /** The media type when neither the part nor its data tells one; without it that is an error. */
  readonly fallback?: string;
}

/** Reads a file or image. Data URLs become base64 with their media type, other URLs `URL` objects. */
export function toFilePart(source: FileSource, place: Place): PromptFilePart {
  const { data, mediaType: found } = readData(source.data, place);
  const given = typeof source.mediaType === 'string' ? source.mediaType : '';
  const mediaType = found || given || readSignature(data) || source.fallback;
  if (!mediaType) {
    throw invalidMessages(place, '"mediaType" is missing. Give one such as "application/pdf".');
  }
  const filename = typeof source.filename === 'string' ? source.filename : undefined;
  return { type: 'file', data, mediaType, ...(filename && { filename }) };
}

type Data = PromptFilePart['data'];

function readData(data: unknown, place: Place): { data: Data; mediaType?: string | undefined } {
  if (typeof data === 'string') return readDataText(data, place);
  if (data instanceof Uint8Array) return { data };
  if (data instanceof ArrayBuffer) return { data: new Uint8Array(data) };
  if (data instanceof URL) return readDataText(data.href, place);
  if (isFields(data)) {
    if (data.type === 'data') return readData(data.data, place);
    if (data.type === 'url') return readData(data.url, place);
    if (data.type === 'text' && typeof data.text === 'string') {
      return { data: toBase64(new TextEncoder().encode(data.text)), mediaType: 'text/plain' };
    }
    // a Buffer after a trip through JSON
    if (data.type === 'Buffer' && Array.isArray(data.data)) {
      return { data: Uint8Array.from(data.data as number[]) };
    }
    throw invalidMessages(
      place,
      `data of type ${describe(data.type)} is not accepted. ${accepted}`,
    );
  }
  throw invalidMessages(place, `data must not be ${describe(data)}. ${accepted}`);
}

const accepted = 'Accepted: base64, a data URL, a URL, a Uint8Array or an ArrayBuffer.';

function readDataText(text: string, place: Place): { data: Data; mediaType?: string | undefined } {
  if (/^data:/i.test(text)) return readDataUrl(text, place);
  // Base64 has no colon, so whatever has a scheme is meant as a URL.
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    if (/^blob:/i.test(text) || !URL.canParse(text)) {
      throw invalidMessages(place, `a URL that no model can fetch. ${accepted}`);
    }
    return { data: new URL(text) };
  }
  if (text === '' || !/^[A-Za-z0-9+/_=\s-]*$/.test(text.slice(0, 200))) {
    throw invalidMessages(place, `data that is neither base64 nor a URL. ${accepted}`);
  }
  return { data: text };
}

/** `data:[<media type>][;<parameter>]*[;base64],<data>` */
function readDataUrl(url: string, place: Place): { data: string; mediaType: string } {
  const comma = url.indexOf(',');
  if (comma < 0) throw invalidMessages(place, `a data URL without data. ${accepted}`);
  const [mediaType = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const body = url.slice(comma + 1);
  if (parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64')) {
    // Some writers escape the `+`, `/` and `=` of base64.
    const data = body.includes('%') ? new TextDecoder().decode(decodePercent(body, place)) : body;
    return { data, mediaType };
  }
  return { data: toBase64(decodePercent(body, place)), mediaType: mediaType || 'text/plain' };
}

/** The bytes of text in which `%` and two digits stand for one byte. */
function decodePercent(text: string, place: Place): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let index = 0; index < bytes.length; index++, length++) {
    if (bytes[index] === percent) {
      const digits = String.fromCharCode(...bytes.subarray(index + 1, index + 3));
      if (!/^[\da-f]{2}$/i.test(digits)) {
        throw invalidMessages(place, 'a data URL with a malformed escape.');
      }
      bytes[length] = Number.parseInt(digits, 16);
      index += 2;
    } else {
      bytes[length] = bytes[index] as number;
    }
  }
  return bytes.subarray(0, length);
}

const percent = '%'.charCodeAt(0);

/** The first bytes of the image kinds that models read, in base64. */
const signatures = [
  ['iVBORw', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
] as const;

function readSignature(data: Data): string | undefined {
  if (data instanceof URL) return undefined;
  const start = typeof data === 'string' ? data : toBase64(data.subarray(0, 6));
  return signatures.find(([signature]) => start.startsWith(signature))?.[1];
}
