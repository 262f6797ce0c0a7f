import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  breakStream,
  call,
  cutConnection,
  failWith,
  finish,
  httpError,
  malformedChunk,
  metadata,
  raw,
  reasoning,
  slowFirstByte,
  startWireServer,
  text,
  unknownEvent,
  type WireServerOptions,
  type WireStep,
  type WireStepFunction,
  waitFor,
} from '../index.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

async function serve(steps: readonly WireStep[] | WireStepFunction, options?: WireServerOptions) {
  const server = await startWireServer(steps, options);
  open.push(server);
  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    });
  return { server, post };
}

const user = { role: 'user', content: 'hi' };
const paths = {
  chat: '/v1/chat/completions',
  xai: '/xai/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  gemini: '/v1beta/models/gemini-3-pro:generateContent',
  geminiStream: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
};
const bodies = {
  chat: { model: 'm', messages: [user] },
  xai: { model: 'm', messages: [user] },
  responses: { model: 'm', input: 'hi' },
  messages: { model: 'm', max_tokens: 10, messages: [user] },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  geminiStream: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
};
const ways = ['chat', 'xai', 'responses', 'messages', 'gemini', 'geminiStream'] as const;
const streamed = { stream: true };

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('startWireServer', () => {
  it('listens on 127.0.0.1 only, at a port of its own', async () => {
    const { server } = await serve([]);
    const { server: other } = await serve([]);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(other.url).not.toBe(server.url);
    expect(server.baseUrlFor('openai')).toBe(`${server.url}/v1`);
    expect(server.baseUrlFor('google')).toBe(`${server.url}/v1beta`);
  });

  it('takes one step per request, whatever format it comes in', async () => {
    const { server, post } = await serve(['one', 'two', 'three', 'four', 'five']);
    const said = [];
    for (const way of ways.slice(0, 5)) {
      said.push(JSON.stringify(await (await post(paths[way], bodies[way])).json()));
    }
    expect(said.map((words) => /one|two|three|four|five/.exec(words)?.[0])).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
    ]);
    expect(server.requests.map(({ format, model }) => [format, model])).toEqual([
      ['openai-chat', 'm'],
      ['openai-chat', 'm'],
      ['openai-responses', 'm'],
      ['anthropic', 'm'],
      ['gemini', 'gemini-3-pro'],
    ]);
  });

  it('lets a function decide by the request', async () => {
    const { post } = await serve((request, index) => `${request.format} ${request.mode} ${index}`);
    expect(await (await post(paths.messages, bodies.messages)).json()).toMatchObject({
      content: [{ type: 'text', text: 'anthropic generate 0' }],
    });
    expect(await (await post(paths.geminiStream, bodies.gemini)).text()).toContain(
      'gemini stream 1',
    );
  });

  it.each(ways)('refuses a request that no step is left for (%s)', async (way) => {
    const { server, post } = await serve([]);
    const response = await post(paths[way], bodies[way]);
    expect(response.status).toBe(400);
    const words = 'The script of this server had 0 steps, but the server was asked for step 1.';
    expect(await response.text()).toContain(words);
    expect(server.lastRequest).toMatchObject({ body: bodies[way], messageCount: 1 });
    expect(server.lastRequest.refusal).toContain(words);
  });

  it('goes on as told when its steps are used up', async () => {
    const { post } = await serve(['one', httpError(503)], { afterwards: 'repeat-last' });
    const statuses = [];
    for (let asked = 0; asked < 3; asked += 1) {
      statuses.push((await post(paths.chat, bodies.chat)).status);
    }
    expect(statuses).toEqual([200, 503, 503]);
  });

  it('refuses what is malformed, in the form of the provider, and takes no step for it', async () => {
    const { server, post } = await serve(['fine']);
    const chat = await post(paths.chat, { model: 'm', messages: [] });
    expect(chat.status).toBe(400);
    expect(await chat.json()).toEqual({
      error: {
        message: '"messages" has to be a list with at least one item.',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    });
    expect(await (await post(paths.messages, { model: 'm', messages: [user] })).json()).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: '"max_tokens" has to be a number.' },
    });
    expect(await (await post(paths.gemini, '{"contents"')).json()).toEqual({
      error: { code: 400, message: 'The body is no JSON.', status: 'INVALID_ARGUMENT' },
    });
    expect((await post(paths.chat, bodies.chat)).status).toBe(200);
    expect(server.requests.map((request) => request.refusal === undefined)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(server.requests[2]?.body).toBe('{"contents"');
  });

  it.each<[string, keyof typeof bodies, object, string]>([
    ['a tool name', 'chat', { tools: [tool('my tool')] }, 'tool name "my tool"'],
    ['a schema', 'chat', { tools: [tool('a', { type: 'string' })] }, 'not of type "object"'],
    ['two tools of one name', 'chat', { tools: [tool('a'), tool('a')] }, 'two tools'],
    ['a role', 'chat', { messages: [{ role: 'robot', content: '' }] }, 'role "robot"'],
    ['a missing model', 'chat', { model: undefined }, '"model"'],
    [
      'a result without a call',
      'chat',
      { messages: [user, { role: 'tool', tool_call_id: 'a', content: '' }] },
      'no tool call before it',
    ],
    [
      'a call without a result',
      'messages',
      {
        messages: [
          user,
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] },
          user,
        ],
      },
      'not followed by a result: a',
    ],
    [
      'an output without a call',
      'responses',
      { input: [{ type: 'function_call_output', call_id: 'a', output: '' }] },
      'no tool call before it',
    ],
    [
      'a response without a call',
      'gemini',
      { contents: [{ role: 'user', parts: [{ functionResponse: { name: 'a', response: {} } }] }] },
      'was not called',
    ],
  ])('refuses %s that the provider would not take', async (_, way, change, words) => {
    const { post } = await serve(['fine']);
    const response = await post(paths[way], { ...bodies[way], ...change });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(JSON.stringify(words).slice(1, -1));
  });

  it('takes an output whose call the provider keeps', async () => {
    const { post } = await serve(['fine']);
    const input = [
      { type: 'item_reference', id: 'fc_1' },
      { type: 'function_call_output', call_id: 'a', output: 'sunny' },
    ];
    expect((await post(paths.responses, { model: 'm', input })).status).toBe(200);
  });

  it('says where it has nothing', async () => {
    const { server, post } = await serve(['fine']);
    const response = await post('/v1/embeddings', {});
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('nothing at POST /v1/embeddings');
    expect((await fetch(`${server.url}/v1/models`)).status).toBe(404);
    expect(server.requests.map(({ method, path, format }) => [method, path, format])).toEqual([
      ['POST', '/v1/embeddings', undefined],
      ['GET', '/v1/models', undefined],
    ]);
  });

  it('says when the script itself fails', async () => {
    const { post } = await serve(() => {
      throw new Error('A typo.');
    });
    const response = await post(paths.chat, bodies.chat);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('A typo.');
  });

  it('keeps keys readable and prints them as present', async () => {
    const { server, post } = await serve(['fine']);
    await post(`${paths.gemini}?key=hidden-1`, bodies.gemini, {
      headers: { authorization: 'Bearer hidden-2', 'x-api-key': 'hidden-3', 'x-other': 'seen' },
    });
    const { lastRequest } = server;
    expect(lastRequest.headers.authorization).toBe('Bearer hidden-2');
    for (const printed of [
      JSON.stringify(lastRequest),
      inspect(lastRequest),
      inspect(lastRequest.headers),
      JSON.stringify({ ...lastRequest }.headers),
    ]) {
      expect(printed).toContain('[present]');
      expect(printed).toContain('seen');
      expect(printed).not.toContain('hidden-2');
      expect(printed).not.toContain('hidden-3');
    }
    expect(inspect(lastRequest)).not.toContain('hidden-1');
  });

  it('ends all sockets when it is closed, also of answers that wait', async () => {
    const { server, post } = await serve([['It is', waitFor(new Promise(() => {}))]]);
    const response = await post(paths.chat, { ...bodies.chat, ...streamed });
    const read = expect(response.text()).rejects.toThrow('terminated');
    expect(server.openRequests).toBe(1);
    await server.close();
    await read;
    expect(server.openRequests).toBe(0);
    expect(server.lastRequest.signal.aborted).toBe(true);
    await expect(post(paths.chat, bodies.chat)).rejects.toThrow('fetch failed');
    await server.close();
  });

  it('notices when the client goes away', async () => {
    const { server, post } = await serve([['It is', waitFor(new Promise(() => {}))]]);
    const controller = new AbortController();
    const response = await post(
      paths.messages,
      { ...bodies.messages, ...streamed },
      { signal: controller.signal },
    );
    expect(server.lastRequest.signal.aborted).toBe(false);
    controller.abort();
    await expect(response.text()).rejects.toThrow();
    await expect.poll(() => server.lastRequest.signal.aborted).toBe(true);
    expect(server.openRequests).toBe(0);
  });
});

describe('a piece of the wire', () => {
  it('answers with any status and body', async () => {
    const { post } = await serve([
      httpError(502, { body: '<html>', headers: { 'content-type': 'text/html' } }),
      httpError(429, { body: { detail: 'slow down' } }),
      failWith(new Error('broken')),
      [metadata({ id: 'my-id', headers: { 'x-request-id': 'r' } }), 'fine'],
    ]);
    const html = await post(paths.chat, bodies.chat);
    expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(await html.text()).toBe('<html>');
    expect(await (await post(paths.chat, bodies.chat)).json()).toEqual({ detail: 'slow down' });
    const failed = await post(paths.xai, bodies.xai);
    expect(failed.status).toBe(500);
    expect(await failed.json()).toEqual({ code: 'The server failed.', error: 'broken' });
    const fine = await post(paths.chat, bodies.chat);
    expect(fine.headers.get('x-request-id')).toBe('r');
    expect(await fine.json()).toMatchObject({ id: 'my-id' });
  });

  it.each(ways)('cuts the connection after so many bytes (%s)', async (way) => {
    const { post } = await serve([['It is sunny.', cutConnection({ afterBytes: 40 })]]);
    const response = await post(paths[way], { ...bodies[way], ...streamed });
    const bytes: Uint8Array[] = [];
    await expect(
      (async () => {
        for await (const chunk of response.body ?? []) bytes.push(chunk);
      })(),
    ).rejects.toThrow('terminated');
    expect(Buffer.concat(bytes)).toHaveLength(40);
  });

  it('cuts the connection after so many pieces', async () => {
    const step = [
      'one',
      waitFor(Promise.resolve()),
      'two',
      'three',
      cutConnection({ afterPieces: 2 }),
    ];
    const { post } = await serve([step]);
    const response = await post(paths.chat, { ...bodies.chat, ...streamed });
    let said = '';
    await expect(
      (async () => {
        for await (const chunk of response.body ?? []) said += Buffer.from(chunk).toString();
      })(),
    ).rejects.toThrow('terminated');
    expect(said).toContain('two');
    expect(said).not.toContain('three');
  });

  it('ends a stream too early, without an error of the connection', async () => {
    const { post } = await serve([['It is', breakStream()]]);
    const said = await (await post(paths.chat, { ...bodies.chat, ...streamed })).text();
    expect(said).toContain('It is');
    expect(said).not.toContain('[DONE]');
  });

  it('is slow to send the first byte, or waits after it', async () => {
    const first = deferred();
    const rest = deferred();
    const heard = deferred();
    const hold = slowFirstByte(() => {
      heard.resolve();
      return first.promise;
    });
    const { post } = await serve([[hold, 'It is', waitFor(rest.promise), '.'], 'At once.']);
    let answered = false;
    const asked = post(paths.chat, { ...bodies.chat, ...streamed }).then((response) => {
      answered = true;
      return response;
    });
    await heard.promise;
    // Another request goes there and back in the meantime.
    expect(await (await post(paths.chat, bodies.chat)).text()).toContain('At once.');
    expect(answered).toBe(false);
    first.resolve();
    const reader = (await asked).body?.pipeThrough(new TextDecoderStream()).getReader();
    let said = '';
    while (!said.includes('It is')) said += (await reader?.read())?.value;
    expect(said).not.toContain('[DONE]');
    rest.resolve();
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      said += read.value;
    }
    expect(said).toContain('[DONE]');
  });

  it('breaks the connection when what it waits for fails', async () => {
    const { post } = await serve([['It is', waitFor(async () => Promise.reject(new Error('no')))]]);
    const response = await post(paths.chat, { ...bodies.chat, ...streamed });
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('waits before an error only for what comes before it', async () => {
    const { post } = await serve([[httpError(500), waitFor(new Promise(() => {}))]]);
    expect((await post(paths.chat, bodies.chat)).status).toBe(500);
  });

  it('sends events that no client knows, chunks as they are and chunks that are no JSON', async () => {
    const step = [unknownEvent('brand.new', { a: 1 }), raw({ type: 'ping' }), malformedChunk('{')];
    const { post } = await serve([step, step, malformedChunk('<html>')]);
    const said = await (await post(paths.messages, { ...bodies.messages, ...streamed })).text();
    expect(said).toContain('event: brand.new\ndata: {"type":"brand.new","a":1}\n\n');
    expect(said).toContain('event: ping\ndata: {"type":"ping"}\n\n');
    expect(said).toContain('data: {\n\n');
    expect(await (await post(paths.gemini, bodies.gemini)).text()).toBe('{');
    expect(await (await post(paths.gemini, bodies.gemini)).text()).toBe('<html>');
  });
});

describe('a format', () => {
  it('of OpenAI sends usage in a stream only when asked', async () => {
    const { post } = await serve(['Hi.', 'Hi.']);
    const asking = { ...bodies.chat, ...streamed };
    expect(await (await post(paths.chat, asking)).text()).not.toContain('usage');
    const told = await post(paths.chat, { ...asking, stream_options: { include_usage: true } });
    expect(await told.text()).toContain('"usage":{"prompt_tokens":10,"completion_tokens":5');
  });

  it('of Anthropic names each event and signs what it thinks', async () => {
    const thought = reasoning('Hm.', { providerMetadata: { anthropic: { signature: 'signed' } } });
    const { post } = await serve([
      [thought, text('Hi.', { pieces: 2 }), call('a', {}, { id: 'c' })],
    ]);
    const said = await (await post(paths.messages, { ...bodies.messages, ...streamed })).text();
    expect(said.match(/(?<=event: ).*/g)).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(said).toContain('{"type":"signature_delta","signature":"signed"}');
    expect(said).toContain('{"type":"input_json_delta","partial_json":"{}"}');
  });

  it('of OpenAI responses numbers its events and encrypts reasoning when asked', async () => {
    const { post } = await serve([[reasoning('Hm.'), 'Hi.']]);
    const include = ['reasoning.encrypted_content'];
    const asking = { ...bodies.responses, ...streamed, include };
    const said = await (await post(paths.responses, asking)).text();
    const numbers = [...said.matchAll(/"sequence_number":(\d+)/g)].map(([, number]) => number);
    expect(numbers).toEqual(numbers.map((_, index) => String(index)));
    expect(said).toContain('"encrypted_content":"encrypted-content"');
  });

  it('of Gemini has calls with and without an id', async () => {
    const step = call('weather', { city: 'Oslo' }, { id: 'my-call' });
    const { post } = await serve([step]);
    const { post: postOld } = await serve([step], { geminiCallIds: false });
    expect(await (await post(paths.gemini, bodies.gemini)).text()).toContain('"id":"my-call"');
    expect(await (await postOld(paths.gemini, bodies.gemini)).text()).not.toContain('my-call');
  });

  it('leaves out usage that is not reported', async () => {
    const unreported = finish('stop', { usage: { input: undefined, output: undefined } });
    const { post } = await serve([['Hi.', unreported]]);
    expect(await (await post(paths.chat, bodies.chat)).json()).not.toHaveProperty('usage');
  });
});

function tool(name: string, parameters: object = { type: 'object' }) {
  return { type: 'function', function: { name, parameters } };
}
