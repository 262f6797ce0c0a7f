import { statusNames, type WireFormat } from './format.ts';
import { isObject, type JsonObject, objectsIn, parsedOr, textIn } from './json.ts';
import { checkList, checkRole, checkTools, imagesIn } from './reading.ts';
import type { ControlPart, Reply, ReplyPart } from './reply.ts';
import type { WireReading } from './request.ts';
import { sseMessage } from './sse.ts';

/** `POST /v1beta/models/:name:generateContent` and `:streamGenerateContent?alt=sse` as Gemini speaks it. */
export function geminiFormat(callIds: boolean): WireFormat {
  return {
    name: 'gemini',
    read,
    error,
    whole: (reply) => ({
      candidates: [
        {
          index: 0,
          content: contentOf(reply.content.flatMap((part) => wholePart(part, callIds))),
          ...groundingOf(reply.content),
          finishReason: reasonOf(reply),
        },
      ],
      usageMetadata: usageOf(reply),
      ...factsOf(reply),
    }),
    stream: (reply) => stream(reply, callIds),
  };
}

function error(code: number, message: string) {
  return { error: { code, message, status: statusNames(code).gemini } };
}

function* stream(reply: Reply, callIds: boolean): Generator<string | ControlPart, void> {
  const chunk = (candidate: object) =>
    sseMessage({ candidates: [{ index: 0, ...candidate }], ...factsOf(reply) });
  for (const part of reply.parts) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        for (const text of part.deltas) {
          yield chunk({ content: contentOf(wholePart({ ...part, text }, callIds)) });
        }
        break;
      case 'call':
      case 'file':
        yield chunk({ content: contentOf(wholePart(part, callIds)) });
        break;
      case 'source':
        yield chunk({ content: contentOf([]), ...groundingOf([part]) });
        break;
      case 'error':
        yield sseMessage(error(503, part.message));
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
  yield sseMessage({
    candidates: [{ index: 0, content: contentOf([]), finishReason: reasonOf(reply) }],
    usageMetadata: usageOf(reply),
    ...factsOf(reply),
  });
}

function wholePart(part: ReplyPart, callIds: boolean): object[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [
        {
          text: part.text,
          ...(part.type === 'reasoning' && { thought: true }),
          ...signatureOf(part),
        },
      ];
    case 'call': {
      const args = parsedOr(part.input);
      const id = callIds ? { id: part.id } : {};
      return [{ functionCall: { ...id, name: part.name, args }, ...signatureOf(part) }];
    }
    case 'file':
      return [{ inlineData: { mimeType: part.mediaType, data: part.base64 } }];
    default:
      return [];
  }
}

function signatureOf(part: Extract<ReplyPart, { facts: unknown }>) {
  const { thoughtSignature } = part.facts('google');
  return thoughtSignature === undefined ? {} : { thoughtSignature };
}

function groundingOf(parts: readonly ReplyPart[]) {
  const groundingChunks = parts.flatMap((part): object[] => {
    if (part.type !== 'source') return [];
    const { source } = part;
    return 'url' in source
      ? [{ web: { uri: source.url, title: source.title } }]
      : [
          {
            retrievedContext: { title: source.title, fileSearchStore: source.filename ?? 'store' },
          },
        ];
  });
  return groundingChunks.length === 0 ? {} : { groundingMetadata: { groundingChunks } };
}

function contentOf(parts: readonly object[]) {
  return { role: 'model', parts };
}

function factsOf({ id, modelId }: Reply) {
  return { modelVersion: modelId, responseId: id };
}

function reasonOf({ reason, rawReason }: Reply): string {
  const names: Record<string, string> = {
    stop: 'STOP',
    'tool-calls': 'STOP',
    length: 'MAX_TOKENS',
    'content-filter': 'SAFETY',
    error: 'MALFORMED_FUNCTION_CALL',
  };
  return rawReason ?? names[reason] ?? 'OTHER';
}

/** Gemini counts tokens of thoughts beside those of the answer, not among them. */
function usageOf({ usage }: Reply) {
  const { input, output, cached, reasoning } = usage;
  if (input === undefined && output === undefined) return undefined;
  return {
    promptTokenCount: input,
    cachedContentTokenCount: cached,
    candidatesTokenCount: output === undefined ? undefined : output - (reasoning ?? 0),
    thoughtsTokenCount: reasoning,
    totalTokenCount: (input ?? 0) + (output ?? 0),
  };
}

function read(body: JsonObject): WireReading {
  const contents = checkList(body.contents, 'contents');
  for (const content of contents) {
    if (content.role !== undefined) checkRole(content, ['user', 'model', 'function']);
    checkList(content.parts, 'parts');
  }
  const tools = objectsIn(body.tools)
    .flatMap((tool) => objectsIn(tool.functionDeclarations))
    .map((tool) => ({
      name: textIn(tool.name) ?? '',
      description: textIn(tool.description),
      schema: tool.parameters ?? tool.parametersJsonSchema,
      strict: undefined,
    }));
  checkTools(tools, /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/);
  const parts = contents.flatMap((content) => objectsIn(content.parts));
  const calls = parts.map((part) => part.functionCall).filter(isObject);
  const results = parts.map((part) => part.functionResponse).filter(isObject);
  const called = calls.map((call) => call.name);
  const foreign = results.find((result) => !called.includes(result.name));
  if (foreign)
    throw new Error(`A function response is for "${foreign.name}", which was not called.`);
  return {
    model: textIn(body.model),
    messageCount: contents.length,
    tools,
    toolCalls: calls.map((call) => ({
      callId: textIn(call.id),
      name: String(call.name),
      input: call.args,
    })),
    toolResults: results.map((result) => {
      const response = isObject(result.response) ? result.response : {};
      const failed = response.error !== undefined;
      const said = response.error ?? response.content ?? response.output ?? response;
      return {
        callId: textIn(result.id),
        toolName: textIn(result.name),
        text: textIn(said) ?? JSON.stringify(said),
        parts: objectsIn(result.parts),
        isError: failed,
      };
    }),
    images: imagesIn(contents),
  };
}
