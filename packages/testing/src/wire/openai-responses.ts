import type { WireFormat } from './format.ts';
import { isObject, type JsonObject, objectsIn, parsedOr, textIn } from './json.ts';
import { openaiError, xaiError } from './openai-chat.ts';
import { type Item, itemsOf } from './openai-items.ts';
import { checkList, checkModel, checkTools, imagesIn, pairing, textOfContent } from './reading.ts';
import type { ControlPart, Reply } from './reply.ts';
import type { WireReading, WireRequest } from './request.ts';
import { sseMessage } from './sse.ts';

/** Where the responses of one maker differ from those of OpenAI. */
interface Ways {
  readonly error: WireFormat['error'];
  /** The fields of an error within a stream. */
  readonly errorEvent: (message: string) => object;
}

/** `POST /v1/responses` as OpenAI speaks it. */
export const openaiResponses = responsesFormat({
  error: openaiError,
  errorEvent: (message) => ({
    error: { type: 'server_error', code: 'server_error', message, param: null },
  }),
});

/** Responses as xAI speaks them. */
export const xaiResponses = responsesFormat({
  error: xaiError,
  errorEvent: (message) => ({ code: 'server_error', message, param: null }),
});

function responsesFormat(ways: Ways): WireFormat {
  return {
    name: 'openai-responses',
    read,
    error: ways.error,
    whole: (reply, request) =>
      responseOf(reply, statusOf(reply), itemsOf(reply.content, reply.id, request)),
    stream: (reply, request) => stream(reply, request, ways),
  };
}

function* stream(
  reply: Reply,
  request: WireRequest,
  ways: Ways,
): Generator<string | ControlPart, void> {
  let sequence_number = 0;
  const event = (type: string, fields: object) =>
    sseMessage({ type, sequence_number: sequence_number++, ...fields }, type);
  const items = itemsOf(reply.parts, reply.id, request);
  yield event('response.created', { response: responseOf(reply, 'in_progress', []) });
  yield event('response.in_progress', { response: responseOf(reply, 'in_progress', []) });
  for (const part of reply.parts) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'call':
      case 'source':
      case 'file': {
        const output_index = items.findIndex((item) => item.of === part);
        const item = items[output_index];
        if (item === undefined) break;
        yield event('response.output_item.added', { output_index, item: item.start });
        for (const { type, ...fields } of item.events) {
          yield event(type, { item_id: item.id, output_index, ...fields });
        }
        yield event('response.output_item.done', { output_index, item: item.whole });
        break;
      }
      case 'error':
        yield event('error', ways.errorEvent(part.message));
        break;
      case 'event':
        yield event(part.name, isObject(part.data) ? part.data : { data: part.data });
        break;
      case 'raw':
        yield sseMessage(part.data, part.data.type);
        break;
      default:
        yield part;
    }
  }
  const status = statusOf(reply);
  yield event(`response.${status}`, { response: responseOf(reply, status, items) });
}

function statusOf({ reason }: Reply): string {
  if (reason === 'error') return 'failed';
  return incompleteReason(reason) === undefined ? 'completed' : 'incomplete';
}

function incompleteReason(reason: Reply['reason']): string | undefined {
  const names: Record<string, string> = {
    length: 'max_output_tokens',
    'content-filter': 'content_filter',
    other: 'other',
  };
  return names[reason];
}

function responseOf(reply: Reply, status: string, items: readonly Item[]) {
  const { usage } = reply;
  const reason = reply.rawReason ?? incompleteReason(reply.reason);
  const error = reply.parts.find((part) => part.type === 'error');
  const message = error?.message ?? 'The model failed.';
  const failed = { code: 'server_error', message, type: 'server_error' };
  return {
    id: reply.id,
    object: 'response',
    created_at: reply.created,
    model: reply.modelId,
    status,
    error: status === 'failed' ? failed : null,
    incomplete_details: status === 'incomplete' ? { reason } : null,
    output: items.map(({ whole }) => whole),
    ...(status !== 'in_progress' && {
      usage: {
        input_tokens: usage.input ?? 0,
        input_tokens_details: {
          cached_tokens: usage.cached ?? 0,
          cache_write_tokens: usage.cacheWrite,
        },
        output_tokens: usage.output ?? 0,
        output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
        total_tokens: (usage.input ?? 0) + (usage.output ?? 0),
      },
    }),
  };
}

function read(body: JsonObject): WireReading {
  const input =
    typeof body.input === 'string'
      ? [{ role: 'user', content: body.input }]
      : checkList(body.input, 'input');
  const tools = objectsIn(body.tools).flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            name: textIn(tool.name) ?? '',
            description: textIn(tool.description),
            schema: tool.parameters,
            strict: tool.strict as boolean | undefined,
          },
        ]
      : [],
  );
  checkTools(tools, /^[a-zA-Z0-9_-]{1,64}$/);
  const calls = input.filter((item) => item.type === 'function_call');
  const outputs = input.filter((item) => item.type === 'function_call_output');
  // What the provider keeps may hold the call of an output, or the output of a call.
  const isWhole =
    typeof body.previous_response_id !== 'string' &&
    !input.some((item) => item.type === 'item_reference');
  if (isWhole) {
    const pairs = pairing();
    for (const item of input) {
      if (item.type === 'function_call') pairs.called(textIn(item.call_id));
      if (item.type === 'function_call_output') pairs.answered(textIn(item.call_id));
    }
    pairs.goesOn();
  }
  return {
    model: checkModel(body),
    messageCount: input.length,
    tools,
    toolCalls: calls.map((item) => ({
      callId: textIn(item.call_id),
      name: String(item.name),
      input: parsedOr(String(item.arguments)),
    })),
    toolResults: outputs.map((item) => ({
      callId: textIn(item.call_id),
      toolName: undefined,
      text: textOfContent(item.output),
      parts: objectsIn(item.output),
      isError: undefined,
    })),
    images: imagesIn(input),
  };
}
