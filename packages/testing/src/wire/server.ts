import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Usage } from '../pieces.ts';
import { piecesOf, type ScriptFunction, type ScriptStep, stepAt } from '../script.ts';
import type { WirePiece } from './pieces.ts';
import { messageOf, toReply } from './reply.ts';
import { toWireRequest, type WireRequest } from './request.ts';
import { basePaths, readRequest, routesFor } from './route.ts';
import { sendFailure, sendReply } from './send.ts';

/** What a wire server does with one request: as in a scripted model, plus what happens on the wire only. */
export type WireStep = ScriptStep<WirePiece, WireRequest>;
export type WireStepFunction = ScriptFunction<WirePiece, WireRequest>;

export interface WireServerOptions {
  /** Tokens of a step that does not say. Default `{ input: 10, output: 5 }`. */
  readonly usage?: Usage;
  /** What the server does when its steps are used up. Without it, it answers 400 and says so. */
  readonly afterwards?: 'repeat-last' | WireStep;
  /** `false`: the function calls of Gemini have no id, as those of its older models. Default `true`. */
  readonly geminiCallIds?: boolean;
}

/** An HTTP server that speaks the formats of the model providers and keeps what it was asked. */
export interface WireServer {
  /** Without a path: `http://127.0.0.1:40123`. */
  readonly url: string;
  /** What the package of a provider takes as `baseURL`. */
  baseUrlFor(provider: WireProvider): string;
  /** Every request so far, in order. */
  readonly requests: readonly WireRequest[];
  /** The last request. Throws when there was none. */
  readonly lastRequest: WireRequest;
  /** How many requests have neither been answered to the end nor dropped. */
  readonly openRequests: number;
  /** Ends all sockets and gives the port back. */
  close(): Promise<void>;
}

export type WireProvider = keyof typeof basePaths;

/**
 * Starts an HTTP server on a free port of 127.0.0.1 that follows a script in the wire formats of OpenAI (chat completions
 * and responses), Anthropic and Gemini: one step per request, whatever format it comes in, streamed or not.
 *
 * @example
 * const server = await startWireServer([
 *   [text('Let me look.'), call('weather', { city: 'Oslo' })],
 *   httpError(529),
 *   'It is sunny.',
 * ]);
 * const anthropic = createAnthropic({ baseURL: server.baseUrlFor('anthropic'), apiKey: 'test' });
 * // … ask `anthropic('claude-sonnet-4-5')` …
 * expect(server.lastRequest.toolResults).toMatchObject([{ callId: 'call-1', isError: false }]);
 * await server.close();
 */
export async function startWireServer(
  steps: readonly WireStep[] | WireStepFunction,
  options: WireServerOptions = {},
): Promise<WireServer> {
  const script = { steps, afterwards: options.afterwards, whose: 'this server' };
  const routes = routesFor({ geminiCallIds: options.geminiCallIds ?? true });
  const requests: WireRequest[] = [];
  const open = new Set<AbortController>();
  let taken = 0;
  let calls = 0;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    open.add(gone);
    response.once('close', () => {
      open.delete(gone);
      if (!response.writableFinished) gone.abort(new Error('The connection was closed.'));
    });
    const text = await bodyOf(incoming);
    const { format, asked } = readRequest(incoming, text, routes);
    const request = toWireRequest({ ...asked, index: requests.length, signal: gone.signal });
    requests.push(request);
    const exchange = { request, response, format };
    const refuse = (status: number, message: string) => {
      Object.assign(request, { refusal: message });
      sendFailure({ status, options: { message } }, exchange);
    };
    if (request.format === undefined) return refuse(404, request.refusal ?? '');
    if (request.refusal !== undefined) return refuse(400, request.refusal);
    try {
      const pieces = await piecesOf(stepAt(script, taken++), request);
      const reply = toReply(pieces, {
        id: `response-${request.index + 1}`,
        modelId: request.model ?? 'wire-model',
        usage: options.usage ?? {},
        nextCallId: () => `call-${++calls}`,
      });
      await sendReply(reply, exchange);
    } catch (error) {
      if (response.headersSent || gone.signal.aborted) response.socket?.destroy();
      else refuse(400, messageOf(error));
    }
  }

  const { createServer } = await import('node:http');
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    baseUrlFor: (provider) => url + basePaths[provider],
    get requests() {
      return requests.slice();
    },
    get lastRequest() {
      const last = requests.at(-1);
      if (last === undefined) throw new Error('The wire server has got no request yet.');
      return last;
    },
    get openRequests() {
      return open.size;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const gone of open) gone.abort(new Error('The wire server was closed.'));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
