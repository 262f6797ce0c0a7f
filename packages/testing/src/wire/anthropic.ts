import { blocksOf } from './anthropic-blocks.ts';
import { statusNames, type WireFormat } from './format.ts';
import { isObject, type JsonObject, objectsIn, textIn } from './json.ts';
import {
  checkList,
  checkModel,
  checkRole,
  checkTools,
  imagesIn,
  pairing,
  textOfContent,
} from './reading.ts';
import type { ControlPart, Reply } from './reply.ts';
import type { WireReading } from './request.ts';
import { sseMessage } from './sse.ts';

/** `POST /v1/messages` as Anthropic speaks it. */
export const anthropic: WireFormat = {
  name: 'anthropic',
  read,
  error,
  whole: (reply) => ({
    ...headOf(reply),
    content: blocksOf(reply.content).map(({ whole }) => whole),
    ...endOf(reply),
    usage: usageOf(reply),
  }),
  stream,
};

function error(status: number, message: string) {
  return { type: 'error', error: { type: statusNames(status).anthropic, message } };
}

function* stream(reply: Reply): Generator<string | ControlPart, void> {
  const { output_tokens: _, output_tokens_details: __, ...usage } = usageOf(reply);
  const message = { ...headOf(reply), content: [], stop_reason: null, stop_sequence: null };
  // An error that comes first comes in the place of the message.
  if (reply.parts.find((part) => part.type !== 'wait')?.type !== 'error') {
    yield event({
      type: 'message_start',
      message: { ...message, usage: { ...usage, output_tokens: 1 } },
    });
    yield event({ type: 'ping' });
  }
  let index = 0;
  const blocks = new Map(blocksOf(reply.parts).map((block) => [block.of, block]));
  for (const part of reply.parts) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'call':
      case 'source':
      case 'file': {
        const block = blocks.get(part);
        if (block === undefined) break;
        yield event({ type: 'content_block_start', index, content_block: block.start });
        for (const delta of block.deltas)
          yield event({ type: 'content_block_delta', index, delta });
        yield event({ type: 'content_block_stop', index });
        index += 1;
        break;
      }
      case 'error':
        yield event(error(529, part.message));
        break;
      case 'event':
        yield event({
          type: part.name,
          ...(isObject(part.data) ? part.data : { data: part.data }),
        });
        break;
      case 'raw':
        yield event({ ...part.data });
        break;
      default:
        yield part;
    }
  }
  yield event({ type: 'message_delta', delta: endOf(reply), usage: usageOf(reply) });
  yield event({ type: 'message_stop' });
}

function event(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return sseMessage(data, data.type);
}

function headOf({ id, modelId }: Reply) {
  return { id, type: 'message', role: 'assistant', model: modelId };
}

function endOf({ reason, rawReason }: Reply) {
  const names: Record<string, string> = {
    stop: 'end_turn',
    length: 'max_tokens',
    'content-filter': 'refusal',
    'tool-calls': 'tool_use',
  };
  return { stop_reason: rawReason ?? names[reason] ?? reason, stop_sequence: null };
}

/** Anthropic counts tokens of the cache beside those of the input, not among them. */
function usageOf({ usage }: Reply) {
  const { input = 0, output = 0, cached = 0, cacheWrite = 0, reasoning } = usage;
  return {
    input_tokens: input - cached - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cached,
    output_tokens: output,
    output_tokens_details: reasoning === undefined ? undefined : { thinking_tokens: reasoning },
  };
}

function read(body: JsonObject): WireReading {
  const messages = checkList(body.messages, 'messages');
  if (typeof body.max_tokens !== 'number') throw new Error('"max_tokens" has to be a number.');
  const tools = objectsIn(body.tools).map((tool) => ({
    name: textIn(tool.name) ?? '',
    description: textIn(tool.description),
    schema: tool.input_schema,
    strict: tool.strict as boolean | undefined,
  }));
  checkTools(tools, /^[a-zA-Z0-9_-]{1,128}$/);
  const pairs = pairing();
  for (const message of messages) {
    checkRole(message, ['user', 'assistant', 'system']);
    for (const block of objectsIn(message.content)) {
      if (block.type === 'tool_use') pairs.called(textIn(block.id));
      if (block.type === 'tool_result') pairs.answered(textIn(block.tool_use_id));
      if (block.type === 'text' && block.text === '') throw new Error('A text block is empty.');
    }
    if (message.role === 'user') pairs.goesOn();
  }
  pairs.goesOn();
  const blocks = messages.flatMap((message) => objectsIn(message.content));
  return {
    model: checkModel(body),
    messageCount: messages.length,
    tools,
    toolCalls: blocks.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ callId: textIn(block.id), name: String(block.name), input: block.input }]
        : [],
    ),
    toolResults: blocks.flatMap((block) =>
      block.type === 'tool_result'
        ? [
            {
              callId: textIn(block.tool_use_id),
              toolName: undefined,
              text: textOfContent(block.content),
              parts: objectsIn(block.content),
              isError: block.is_error === true,
            },
          ]
        : [],
    ),
    images: imagesIn(messages),
  };
}
