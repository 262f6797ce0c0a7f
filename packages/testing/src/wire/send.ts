import type { ServerResponse } from 'node:http';
import { happened } from '../happened.ts';
import type { WaitEvent } from '../pieces.ts';
import { statusNames, type WireFormat } from './format.ts';
import type { HttpFailure, Reply } from './reply.ts';
import type { WireRequest } from './request.ts';

export interface Exchange {
  readonly request: WireRequest;
  readonly response: ServerResponse;
  readonly format: WireFormat;
}

/** Sends a reply in the format and the mode of its request. Rejects when a wait does. */
export async function sendReply(reply: Reply, exchange: Exchange): Promise<void> {
  for (const event of reply.slow) await waited(event, exchange);
  if (reply.failure !== undefined) {
    for (const event of reply.failure.waits) await waited(event, exchange);
    return sendFailure(reply.failure, exchange);
  }
  if (reply.cutAfterBytes === 0) return cut(exchange.response);
  return exchange.request.mode === 'stream'
    ? sendStream(reply, exchange)
    : sendWhole(reply, exchange);
}

/** Sends an error status with the body of the provider's own form, unless the failure brings another. */
export function sendFailure(
  { status, options }: Omit<HttpFailure, 'waits'>,
  { response, format }: Pick<Exchange, 'response' | 'format'>,
): void {
  const message = options.message ?? statusNames(status).message;
  const body = options.body ?? format.error(status, message);
  response.writeHead(status, { 'content-type': 'application/json', ...options.headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function sendWhole(reply: Reply, exchange: Exchange): Promise<void> {
  const { format, request, response } = exchange;
  for (const part of reply.parts) if (part.type === 'wait') await waited(part.event, exchange);
  const error = reply.parts.find((part) => part.type === 'error');
  if (error) return sendFailure({ status: 500, options: { message: error.message } }, exchange);
  const malformed = reply.parts.find((part) => part.type === 'malformed');
  const text = malformed?.text ?? JSON.stringify(format.whole(reply, request));
  const isCut = reply.parts.some((part) => part.type === 'cut' || part.type === 'end-early');
  const size = Buffer.byteLength(text);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': size,
    ...reply.headers,
  });
  const limit = isCut ? Math.floor(size / 2) : reply.cutAfterBytes;
  if (await bodyWriter(response, limit)(text)) response.end();
}

async function sendStream(reply: Reply, exchange: Exchange): Promise<void> {
  const { format, request, response } = exchange;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    ...reply.headers,
  });
  response.flushHeaders();
  const write = bodyWriter(response, reply.cutAfterBytes);
  for (const item of format.stream(reply, request)) {
    if (typeof item === 'string') {
      if (!(await write(item))) return;
      continue;
    }
    switch (item.type) {
      case 'wait':
        await waited(item.event, exchange);
        break;
      case 'malformed':
        if (!(await write(`data: ${item.text}\n\n`))) return;
        break;
      case 'cut':
        return cut(response);
      case 'end-early':
        response.end();
        return;
      default:
        return item satisfies never;
    }
  }
  response.end();
}

/** Writes until the limit is reached, then cuts the connection; says whether there is more to write. */
function bodyWriter(response: ServerResponse, limit: number | undefined) {
  let sent = 0;
  return async (text: string): Promise<boolean> => {
    const bytes = Buffer.from(text);
    const rest = limit === undefined ? Number.POSITIVE_INFINITY : limit - sent;
    sent += bytes.length;
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(0, rest), () => resolve());
    });
    if (bytes.length >= rest) cut(response);
    return bytes.length < rest && !response.destroyed;
  };
}

function cut(response: ServerResponse): void {
  response.socket?.destroy();
}

/** On the wire, the function of a `waitFor` is given the request of the wire. */
function waited(event: WaitEvent, { request }: Exchange): Promise<void> {
  return happened(event as WaitEvent & ((request: WireRequest) => PromiseLike<unknown>), request);
}
