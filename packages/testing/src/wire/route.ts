import type { IncomingMessage } from 'node:http';
import { anthropic } from './anthropic.ts';
import type { WireFormat } from './format.ts';
import { geminiFormat } from './gemini.ts';
import { isObject } from './json.ts';
import { openaiChat, xaiChat } from './openai-chat.ts';
import { openaiResponses, xaiResponses } from './openai-responses.ts';
import { messageOf } from './reply.ts';
import { emptyReading, type WireRequest } from './request.ts';

export type Asked = Omit<WireRequest, 'index' | 'signal' | 'toolNames'>;

/** What stands before the path of a provider's API. */
export const basePaths = {
  openai: '/v1',
  anthropic: '/v1',
  google: '/v1beta',
  xai: '/xai/v1',
  compatible: '/v1',
} as const;

export interface Route {
  readonly path: RegExp;
  readonly format: WireFormat;
}

/** What the server answers at, and in which format. */
export function routesFor(options: { readonly geminiCallIds: boolean }): readonly Route[] {
  const gemini = geminiFormat(options.geminiCallIds);
  return [
    { path: /^\/v1\/chat\/completions$/, format: openaiChat },
    { path: /^\/xai\/v1\/chat\/completions$/, format: xaiChat },
    { path: /^\/v1\/responses$/, format: openaiResponses },
    { path: /^\/xai\/v1\/responses$/, format: xaiResponses },
    { path: /^\/v1\/messages$/, format: anthropic },
    { path: /^\/v1beta\/models\/[^/]+:(generateContent|streamGenerateContent)$/, format: gemini },
  ];
}

/** Finds the format of a request and reads it. What is wrong with it becomes its `refusal`. */
export function readRequest(
  incoming: IncomingMessage,
  text: string,
  routes: readonly Route[],
): { readonly asked: Asked; readonly format: WireFormat } {
  const { method = 'GET', url: path = '/' } = incoming;
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const route = method === 'POST' ? routes.find((one) => one.path.test(pathname)) : undefined;
  const [, model, verb] = /\/models\/([^/]+):(\w+)$/.exec(pathname) ?? [];
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const facts = { method, path, headers, format: route?.format.name };
  const refused = (refusal: string, body: unknown = text) => ({
    format: route?.format ?? openaiChat,
    asked: { ...facts, ...emptyReading, body, mode: 'generate' as const, refusal },
  });
  if (route === undefined) {
    return refused(`The wire server has nothing at ${method} ${pathname}.`);
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refused('The body is no JSON.');
  }
  if (!isObject(body)) return refused('The body is no JSON object.', body);
  if (verb === 'streamGenerateContent' && searchParams.get('alt') !== 'sse') {
    return refused('The wire server streams only with alt=sse.', body);
  }
  try {
    const reading = route.format.read(model === undefined ? body : { ...body, model });
    const streamed = verb === 'streamGenerateContent' || body.stream === true;
    const mode = streamed ? 'stream' : 'generate';
    const asked: Asked = { ...facts, ...reading, body, mode, refusal: undefined };
    return { format: route.format, asked };
  } catch (error) {
    return refused(messageOf(error), body);
  }
}
