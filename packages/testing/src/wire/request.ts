import type { WireFormatName } from './format.ts';
import type { JsonObject } from './json.ts';

/** A tool as it was described to the provider. */
export interface WireTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: unknown;
  /** Absent from the request: `undefined`. */
  readonly strict: boolean | undefined;
}

/** A call of an earlier turn, as it was sent back. */
export interface WireToolCall {
  readonly callId: string | undefined;
  readonly name: string;
  readonly input: unknown;
}

export interface WireToolResult {
  /** Gemini knows calls without an id. */
  readonly callId: string | undefined;
  /** Only Gemini says it. */
  readonly toolName: string | undefined;
  /** All text of the result. */
  readonly text: string;
  /** The parts of a result that is more than a text, as the wire has them. */
  readonly parts: readonly JsonObject[];
  /** `undefined` where the format has no way to say it, which is so for both of OpenAI. */
  readonly isError: boolean | undefined;
}

/** An image of the prompt or of a tool result: base64 with a media type, or a URL. */
export interface WireImage {
  readonly mediaType: string | undefined;
  readonly base64: string | undefined;
  readonly url: string | undefined;
}

/** What a request says, in the same words for every format. */
export interface WireReading {
  readonly model: string | undefined;
  readonly messageCount: number;
  readonly tools: readonly WireTool[];
  readonly toolCalls: readonly WireToolCall[];
  readonly toolResults: readonly WireToolResult[];
  readonly images: readonly WireImage[];
}

/** One request as it came over the wire. */
export interface WireRequest extends WireReading {
  /** Counts up from 0 per server. */
  readonly index: number;
  readonly mode: 'generate' | 'stream';
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** As sent. Keys are listed as `[present]` when the request is printed or written as JSON. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; the text itself when it is no JSON. */
  readonly body: unknown;
  /** `undefined` when the path belongs to no format. */
  readonly format: WireFormatName | undefined;
  /** The names of `tools`. */
  readonly toolNames: readonly string[];
  /** Why the request was refused, when it was: malformed, or no step left for it. */
  readonly refusal: string | undefined;
  /** Aborts when the client goes away before the answer is complete, or the server closes. */
  readonly signal: AbortSignal;
}

export const emptyReading: WireReading = {
  model: undefined,
  messageCount: 0,
  tools: [],
  toolCalls: [],
  toolResults: [],
  images: [],
};

const secrets = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cookie'];

/** Hides keys from what is printed, not from what is read. */
export function toWireRequest(facts: Omit<WireRequest, 'toolNames'>): WireRequest {
  const printedHeaders = () => withoutSecrets(facts.headers);
  const request: WireRequest = {
    ...facts,
    headers: printedAs({ ...facts.headers }, printedHeaders),
    toolNames: facts.tools.map((tool) => tool.name),
  };
  return printedAs(request, () => {
    const { signal: _, ...printed } = request;
    const path = request.path.replace(/([?&]key=)[^&]*/, '$1[present]');
    return { ...printed, path, headers: printedHeaders() };
  });
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secrets.includes(name) ? '[present]' : value,
    ]),
  );
}

function printedAs<Value extends object>(value: Value, print: () => object): Value {
  const hidden = { value: print, enumerable: false };
  return Object.defineProperties(value, {
    toJSON: hidden,
    [Symbol.for('nodejs.util.inspect.custom')]: hidden,
  });
}
