import { toWellFormed } from '../base/well-formed.ts';
import { type Fields, isFields } from './fields.ts';
import { toFilePart } from './file-part.ts';
import { describe, invalidMessages, type Place, placeOf, readName, readText } from './invalid.ts';
import type {
  PromptAssistantMessage,
  PromptFilePart,
  PromptMessage,
  PromptToolCallPart,
  PromptToolMessage,
  PromptToolResultPart,
  PromptUserMessage,
} from './prompt.ts';
import { withProviderOptions } from './provider-options.ts';
import { readReasoningPart, readTextPart } from './said-parts.ts';
import { type ToModelName, toCallPart, toOutcomeOutput, toResultPart } from './tool-parts.ts';

/** Reads a model message: a role, and a content that is a text or a list of parts. */
export function fromModelMessage(
  role: PromptMessage['role'],
  message: Fields,
  place: Place,
  toModelName: ToModelName,
): PromptMessage {
  const options = withProviderOptions(message.providerOptions);
  const parts = readParts(message.content, placeOf(place, '.content'));
  switch (role) {
    case 'system':
      return { role, content: parts.map(toSystemText).join('\n'), ...options };
    case 'user':
      return { role, content: parts.flatMap(toUserPart), ...options };
    case 'assistant': {
      const content = parts.flatMap((part) => toAssistantPart(part, toModelName));
      return { role, content, ...options };
    }
    case 'tool': {
      const content = parts.flatMap((part) => toToolMessagePart(part, toModelName));
      return { role, content, ...options };
    }
  }
}

interface Part {
  readonly type: unknown;
  readonly fields: Fields;
  readonly place: Place;
}

function readParts(content: unknown, place: Place): Part[] {
  if (typeof content === 'string') {
    return [{ type: 'text', fields: { type: 'text', text: content }, place }];
  }
  if (!Array.isArray(content)) {
    throw invalidMessages(
      place,
      `must be a string or an array of parts, got ${describe(content)}.`,
    );
  }
  return Array.from(content, (fields: unknown, index) => {
    const partPlace = placeOf(place, `[${index}]`);
    if (isFields(fields)) return { type: fields.type, fields, place: partPlace };
    throw invalidMessages(partPlace, `a part must be an object, got ${describe(fields)}.`);
  });
}

function toSystemText({ type, fields, place }: Part): string {
  if (type !== 'text') throw unknownPart(type, 'system', 'text', place);
  return toWellFormed(readText(fields, 'text', place));
}

function toUserPart({ type, fields, place }: Part): PromptUserMessage['content'] {
  switch (type) {
    case 'text':
      return readTextPart(fields, fields.providerOptions, place);
    case 'image':
    case 'file':
      return [readFilePart(type, fields, place)];
    default:
      throw unknownPart(type, 'user', 'text, image, file', place);
  }
}

function toAssistantPart(
  { type, fields, place }: Part,
  toModelName: ToModelName,
): PromptAssistantMessage['content'] {
  switch (type) {
    case 'text':
      return readTextPart(fields, fields.providerOptions, place);
    case 'image':
    case 'file':
      return [readFilePart(type, fields, place)];
    case 'reasoning':
      return readReasoningPart(fields, fields.providerOptions);
    case 'tool-call':
      return [readCallPart(fields, place, toModelName)];
    case 'tool-result':
      return [readResultPart(fields, place, toModelName)];
    case 'redacted-reasoning':
    case 'source':
    case 'tool-approval-request':
      return [];
    default:
      throw unknownPart(type, 'assistant', 'text, file, reasoning, tool-call, tool-result', place);
  }
}

function toToolMessagePart(
  { type, fields, place }: Part,
  toModelName: ToModelName,
): PromptToolMessage['content'] {
  if (type === 'tool-result') return [readResultPart(fields, place, toModelName)];
  if (type === 'tool-approval-response') return [];
  throw unknownPart(type, 'tool', 'tool-result', place);
}

function readFilePart(type: 'image' | 'file', fields: Fields, place: Place): PromptFilePart {
  const source = {
    data: type === 'image' ? (fields.image ?? fields.data) : fields.data,
    mediaType: fields.mediaType ?? fields.mimeType,
    filename: fields.filename,
    ...(type === 'image' && { fallback: 'image/*' }),
  };
  return { ...toFilePart(source, place), ...withProviderOptions(fields.providerOptions) };
}

function readCallPart(fields: Fields, place: Place, toModelName: ToModelName): PromptToolCallPart {
  const name = readName(fields, 'toolName', place);
  const providerExecuted = fields.providerExecuted === true;
  return toCallPart({
    toolCallId: readName(fields, 'toolCallId', place),
    toolName: providerExecuted ? name : toModelName(name),
    input: fields.input ?? fields.args,
    providerExecuted,
    metadata: fields.providerOptions,
  });
}

function readResultPart(
  fields: Fields,
  place: Place,
  toModelName: ToModelName,
): PromptToolResultPart {
  const call = {
    toolCallId: readName(fields, 'toolCallId', place),
    toolName: toModelName(readName(fields, 'toolName', place)),
    metadata: fields.providerOptions,
  };
  const given = fields.output ?? fields.result;
  const isBare = fields.output === undefined;
  const isError = fields.isError === true && (isBare || !isFields(given));
  const output = toOutcomeOutput(
    isError
      ? { type: 'error', error: given }
      : isBare
        ? { type: 'result', result: given }
        : { type: 'output', output: given },
    fields.providerOptions,
  );
  return toResultPart(call, output);
}

function unknownPart(type: unknown, role: string, accepted: string, place: Place) {
  return invalidMessages(
    place,
    `a ${role} message cannot hold a part of type ${describe(type)}. Accepted: ${accepted}.`,
  );
}
