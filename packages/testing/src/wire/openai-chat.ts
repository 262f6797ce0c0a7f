import { statusNames, type WireFormat } from './format.ts';
import { isObject, type JsonObject, objectsIn, parsedOr, textIn } from './json.ts';
import {
  checkList,
  checkModel,
  checkRole,
  checkTools,
  imagesIn,
  pairing,
  textOfContent,
} from './reading.ts';
import type { CallPart, ControlPart, Reply } from './reply.ts';
import type { WireReading, WireRequest } from './request.ts';
import { sseMessage } from './sse.ts';

/** Where the chat completions of one maker differ from those of OpenAI. */
interface Ways {
  /** Each tool call comes whole in one chunk. */
  readonly wholeCalls: boolean;
  /** Tokens of reasoning are counted beside those of the answer, not among them. */
  readonly reasoningApart: boolean;
  /** Pages are listed beside the choices, not as annotations. */
  readonly citations: boolean;
  readonly error: WireFormat['error'];
}

/** `POST /v1/chat/completions` as OpenAI and those compatible with it speak it. */
export const openaiChat = chatFormat({
  wholeCalls: false,
  reasoningApart: false,
  citations: false,
  error: openaiError,
});

/** Chat completions as xAI speaks them. */
export const xaiChat = chatFormat({
  wholeCalls: true,
  reasoningApart: true,
  citations: true,
  error: xaiError,
});

/** The error form of both formats of OpenAI. */
export function openaiError(status: number, message: string): unknown {
  const type = statusNames(status).openai;
  const codes: Record<number, string> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' };
  return { error: { message, type, param: null, code: codes[status] ?? null } };
}

/** The error form of both formats of xAI. */
export function xaiError(status: number, message: string): unknown {
  return { code: statusNames(status).message, error: message };
}

function chatFormat(ways: Ways): WireFormat {
  return {
    name: 'openai-chat',
    read,
    error: ways.error,
    whole: (reply) => ({
      ...headOf(reply, 'chat.completion'),
      choices: [{ index: 0, message: messageOf(reply), finish_reason: reasonOf(reply) }],
      usage: usageOf(reply, ways),
      ...citationsOf(reply, ways),
    }),
    stream: (reply, request) => stream(reply, request, ways),
  };
}

function* stream(
  reply: Reply,
  request: WireRequest,
  ways: Ways,
): Generator<string | ControlPart, void> {
  const chunk = (fields: object) =>
    sseMessage({ ...headOf(reply, 'chat.completion.chunk'), ...fields });
  const say = (delta: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] });
  let calls = 0;
  yield say({ role: 'assistant', content: reply.content[0]?.type === 'text' ? '' : null });
  for (const part of reply.parts) {
    switch (part.type) {
      case 'text':
        for (const content of part.deltas) yield say({ content });
        break;
      case 'reasoning':
        for (const reasoning_content of part.deltas) yield say({ reasoning_content });
        break;
      case 'call': {
        const index = calls++;
        const start = toolCall(part, ways.wholeCalls ? part.input : '');
        yield say({ tool_calls: [{ index, ...start }] });
        for (const piece of ways.wholeCalls ? [] : part.deltas) {
          yield say({ tool_calls: [{ index, function: { arguments: piece } }] });
        }
        break;
      }
      case 'source':
        if (annotationsOf([part]).length > 0) yield say({ annotations: annotationsOf([part]) });
        break;
      case 'file':
        break;
      case 'error':
        yield sseMessage(ways.error(500, part.message));
        break;
      case 'event':
        yield sseMessage(part.data, part.name);
        break;
      case 'raw':
        yield sseMessage(part.data);
        break;
      default:
        yield part;
    }
  }
  yield say({}, reasonOf(reply));
  const { stream_options: options } = request.body as JsonObject;
  const usage = isObject(options) && options.include_usage === true && usageOf(reply, ways);
  const citations = citationsOf(reply, ways);
  if (usage || citations) yield chunk({ choices: [], ...(usage && { usage }), ...citations });
  yield sseMessage('[DONE]');
}

function headOf(reply: Reply, object: string) {
  return { id: reply.id, object, created: reply.created, model: reply.modelId };
}

function messageOf({ content }: Reply) {
  const join = (type: 'text' | 'reasoning') => {
    const said = content.flatMap((part) => (part.type === type ? [part.text] : []));
    return said.length === 0 ? null : said.join('');
  };
  const calls = content.flatMap((part) =>
    part.type === 'call' ? [toolCall(part, part.input)] : [],
  );
  const annotations = annotationsOf(content);
  const reasoning_content = join('reasoning');
  return {
    role: 'assistant',
    content: join('text'),
    refusal: null,
    ...(reasoning_content !== null && { reasoning_content }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(annotations.length > 0 && { annotations }),
  };
}

function toolCall({ id, name }: CallPart, text: string) {
  return { id, type: 'function', function: { name, arguments: text } };
}

function annotationsOf(content: Reply['content']) {
  return content.flatMap((part) =>
    part.type === 'source' && 'url' in part.source
      ? [{ type: 'url_citation', url_citation: { ...range, ...urlOf(part.source) } }]
      : [],
  );
}

const range = { start_index: 0, end_index: 0 };

function urlOf({ url, title }: { readonly url: string; readonly title?: string }) {
  return { url, title: title ?? url };
}

function citationsOf(reply: Reply, ways: Ways) {
  const citations = annotationsOf(reply.content).map(({ url_citation }) => url_citation.url);
  return ways.citations && citations.length > 0 ? { citations } : undefined;
}

function reasonOf({ reason, rawReason }: Reply): string {
  const names: Record<string, string> = {
    'content-filter': 'content_filter',
    'tool-calls': 'tool_calls',
  };
  return rawReason ?? names[reason] ?? reason;
}

function usageOf({ usage }: Reply, { reasoningApart }: Ways) {
  const { input, output, cached = 0, cacheWrite, reasoning = 0 } = usage;
  if (input === undefined && output === undefined) return undefined;
  return {
    prompt_tokens: input,
    completion_tokens: output === undefined || !reasoningApart ? output : output - reasoning,
    total_tokens: (input ?? 0) + (output ?? 0),
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: cacheWrite },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

function read(body: JsonObject): WireReading {
  const messages = checkList(body.messages, 'messages');
  const tools = objectsIn(body.tools).map((tool) => {
    const described = isObject(tool.function) ? tool.function : {};
    return {
      name: textIn(described.name) ?? '',
      description: textIn(described.description),
      schema: described.parameters,
      strict: described.strict as boolean | undefined,
    };
  });
  checkTools(tools, /^[a-zA-Z0-9_-]{1,64}$/);
  const pairs = pairing();
  for (const message of messages) {
    checkRole(message, ['system', 'developer', 'user', 'assistant', 'tool']);
    if (message.role === 'tool') pairs.answered(textIn(message.tool_call_id));
    else pairs.goesOn();
    for (const call of objectsIn(message.tool_calls)) pairs.called(textIn(call.id));
  }
  pairs.goesOn();
  return {
    model: checkModel(body),
    messageCount: messages.length,
    tools,
    toolCalls: messages.flatMap((message) =>
      objectsIn(message.tool_calls).map((call) => {
        const { name, arguments: input } = isObject(call.function) ? call.function : {};
        return {
          callId: textIn(call.id),
          name: String(name),
          input: parsedOr(textIn(input) ?? ''),
        };
      }),
    ),
    toolResults: messages.flatMap((message) =>
      message.role === 'tool'
        ? [
            {
              callId: textIn(message.tool_call_id),
              toolName: undefined,
              text: textOfContent(message.content),
              parts: objectsIn(message.content),
              isError: undefined,
            },
          ]
        : [],
    ),
    images: imagesIn(messages),
  };
}
