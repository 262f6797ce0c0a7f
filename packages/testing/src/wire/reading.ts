import { isObject, type JsonObject, objectsIn, textIn } from './json.ts';
import type { WireImage, WireTool } from './request.ts';

/** Throws unless each tool has a name that the provider takes and a schema of an object. */
export function checkTools(tools: readonly WireTool[], name: RegExp): void {
  for (const tool of tools) {
    if (!name.test(tool.name)) {
      throw new Error(`The tool name ${JSON.stringify(tool.name)} does not match ${name}.`);
    }
    if (tool.schema !== undefined && !(isObject(tool.schema) && tool.schema.type === 'object')) {
      throw new Error(`The schema of the tool "${tool.name}" is not of type "object".`);
    }
  }
  const names = tools.map((tool) => tool.name);
  const twice = names.find((toolName, index) => names.indexOf(toolName) !== index);
  if (twice !== undefined) throw new Error(`There are two tools of the name "${twice}".`);
}

/** Follows the calls of a conversation: each is answered once, before the conversation goes on. */
export function pairing() {
  const open = new Set<string>();
  return {
    called(id: string | undefined): void {
      if (id === undefined || id === '') throw new Error('A tool call has no id.');
      if (open.has(id)) throw new Error(`There are two tool calls with the id "${id}".`);
      open.add(id);
    },
    answered(id: string | undefined): void {
      if (id === undefined || !open.delete(id)) {
        throw new Error(`A tool result has the id "${id}", but no tool call before it has.`);
      }
    },
    goesOn(): void {
      if (open.size === 0) return;
      throw new Error(`These tool calls are not followed by a result: ${[...open].join(', ')}.`);
    },
  };
}

export function checkList(list: unknown, name: string): readonly JsonObject[] {
  if (!Array.isArray(list) || list.length === 0) {
    throw new Error(`"${name}" has to be a list with at least one item.`);
  }
  if (!list.every(isObject)) throw new Error(`"${name}" has an item that is no object.`);
  return list;
}

export function checkModel(body: JsonObject): string {
  if (typeof body.model === 'string' && body.model !== '') return body.model;
  throw new Error('"model" has to be a string.');
}

export function checkRole(message: JsonObject, roles: readonly string[]): void {
  if (roles.includes(String(message.role))) return;
  throw new Error(`The role ${JSON.stringify(message.role)} is none of ${roles.join(', ')}.`);
}

/** All text of a content that is a string or a list of parts. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsIn(content)
    .map((part) => textIn(part.text) ?? '')
    .join('');
}

/** Every image, however deep, in any provider's form. */
export function imagesIn(value: unknown): WireImage[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (!isObject(value)) return [];
  return imageOf(value) ?? Object.values(value).flatMap(imagesIn);
}

function imageOf(part: JsonObject): WireImage[] | undefined {
  const { type, source, inlineData, fileData } = part;
  if (type === 'image' && isObject(source)) {
    return [image(textIn(source.media_type), textIn(source.data), textIn(source.url))];
  }
  if (type === 'image_url' && isObject(part.image_url)) return fromUrl(part.image_url.url);
  if (type === 'input_image') return fromUrl(part.image_url);
  const data = isObject(inlineData) ? inlineData : isObject(fileData) ? fileData : undefined;
  if (!data || !textIn(data.mimeType)?.startsWith('image/')) return undefined;
  return [image(textIn(data.mimeType), textIn(data.data), textIn(data.fileUri))];
}

function fromUrl(url: unknown): WireImage[] {
  const [, mediaType, base64] = /^data:([^;,]*);base64,(.*)$/s.exec(String(url)) ?? [];
  return [
    base64 === undefined ? image(undefined, undefined, textIn(url)) : image(mediaType, base64),
  ];
}

function image(mediaType?: string, base64?: string, url?: string): WireImage {
  return { mediaType, base64, url };
}
