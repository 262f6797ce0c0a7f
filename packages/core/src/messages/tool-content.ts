import type { Json } from '../base/json.ts';
import { type Fields, isFields } from './fields.ts';
import type { ToolResultContentPart } from './prompt.ts';
import { withProviderOptions } from './provider-options.ts';

/**
 * One part of a tool output of type `content`, in the form that is stored: data as `media`, URLs and ids as they are,
 * unknown fields kept. A part of a kind that no provider specification has becomes its JSON text.
 */
export function readToolContentPart(part: Json): ToolResultContentPart {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isFields(part)) return asText(part);
  const { providerOptions, ...fields } = part;
  const read = readByType(fields);
  return read === undefined ? asText(part) : { ...read, ...withProviderOptions(providerOptions) };
}

function readByType(part: Fields): ToolResultContentPart | undefined {
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string' ? { ...part, type: 'text', text: part.text } : undefined;
    case 'image':
    case 'image-data':
      return readMedia(part, 'image/jpeg');
    case 'audio':
    case 'file-data':
    case 'media':
      return readMedia(part, 'application/octet-stream');
    case 'image-url':
      return readUrl(part, 'image-url', 'image/jpeg');
    case 'file-url':
      return readUrl(part, 'file-url', 'application/octet-stream');
    case 'file':
      return readTaggedFile(part);
    case 'file-id':
    case 'image-file-id':
      return isFileId(part.fileId) ? { ...part, type: part.type, fileId: part.fileId } : undefined;
    case 'custom':
      return { ...part, type: 'custom' };
    default:
      return undefined;
  }
}

function readMedia(part: Fields, fallback: string): ToolResultContentPart | undefined {
  const { mimeType, ...rest } = part;
  if (typeof part.data !== 'string') return undefined;
  const mediaType = [part.mediaType, mimeType, fallback].find(isNonEmptyText) ?? fallback;
  if (!isAddress(part.data)) return { ...rest, type: 'media', data: part.data, mediaType };
  const { data: url, ...others } = rest;
  const type = fallback.startsWith('image/') ? 'image-url' : 'file-url';
  return readUrl({ ...others, url }, type, mediaType);
}

/** Base64 has no colon. */
const isAddress = (data: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(data.slice(0, 20));

function readUrl(
  part: Fields,
  type: 'image-url' | 'file-url',
  fallback: string,
): ToolResultContentPart | undefined {
  const { url, ...rest } = part;
  if (typeof url !== 'string') return undefined;
  const [, mediaType, data] = /^data:([^;,]*)[^,]*;base64,(.*)$/is.exec(url) ?? [];
  if (data === undefined) return { ...rest, type, url };
  return { ...rest, type: 'media', data, mediaType: mediaType || fallback };
}

/** The spelling of the newest provider specification: `data` is an object that says what it is. */
function readTaggedFile(part: Fields): ToolResultContentPart | undefined {
  const { data, ...rest } = part;
  if (!isFields(data)) return readMedia(part, 'application/octet-stream');
  if (data.type === 'data')
    return readMedia({ ...rest, data: data.data }, 'application/octet-stream');
  if (data.type === 'url') {
    return readUrl({ ...rest, url: data.url }, 'file-url', 'application/octet-stream');
  }
  if (data.type === 'reference' && isFileId(data.reference)) {
    return { ...rest, type: 'file-id', fileId: data.reference };
  }
  return data.type === 'text' && typeof data.text === 'string'
    ? { type: 'text', text: data.text }
    : undefined;
}

const asText = (part: Json): ToolResultContentPart => ({
  type: 'text',
  text: JSON.stringify(part),
});

const isNonEmptyText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

const isFileId = (value: unknown): value is string | Record<string, string> =>
  isNonEmptyText(value) ||
  (isFields(value) && Object.values(value).every((id) => typeof id === 'string'));
