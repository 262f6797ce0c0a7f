import type { JsonObject } from './json.ts';
import type { ControlPart, Reply } from './reply.ts';
import type { WireReading, WireRequest } from './request.ts';

/** How one provider is spoken to over HTTP. */
export interface WireFormat {
  readonly name: WireFormatName;
  /** What a request says. Throws when the provider would refuse the body. */
  read(body: JsonObject): WireReading;
  /** The body of an answer that is not streamed. */
  whole(reply: Reply, request: WireRequest): unknown;
  /** The messages of a streamed answer, and what the server does between them. */
  stream(reply: Reply, request: WireRequest): Iterable<string | ControlPart>;
  /** The body of an answer with an error status. */
  error(status: number, message: string): unknown;
}

export type WireFormatName = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';

interface Status {
  readonly message: string;
  readonly openai: string;
  readonly anthropic: string;
  readonly gemini: string;
}

const statuses: Readonly<Record<number, Status>> = {
  400: row('The request is malformed.', 'invalid_request_error', 'INVALID_ARGUMENT'),
  401: row('The API key is not valid.', 'authentication_error', 'UNAUTHENTICATED'),
  403: row('The API key may not do this.', 'permission_error', 'PERMISSION_DENIED'),
  404: row('There is no such thing here.', 'not_found_error', 'NOT_FOUND'),
  413: row('The request is too large.', 'request_too_large', 'INVALID_ARGUMENT'),
  429: row('Too many requests.', 'rate_limit_error', 'RESOURCE_EXHAUSTED'),
  500: row('The server failed.', 'api_error', 'INTERNAL', 'server_error'),
  503: row('The service is unavailable.', 'api_error', 'UNAVAILABLE', 'server_error'),
  504: row('The service took too long.', 'timeout_error', 'DEADLINE_EXCEEDED', 'server_error'),
  529: row('Overloaded', 'overloaded_error', 'UNAVAILABLE', 'server_error'),
};

/** What a status is called by the providers. */
export function statusNames(status: number): Status {
  return statuses[status] ?? (statuses[status < 500 ? 400 : 500] as Status);
}

function row(message: string, anthropic: string, gemini: string, openai = anthropic): Status {
  return { message, openai, anthropic, gemini };
}
