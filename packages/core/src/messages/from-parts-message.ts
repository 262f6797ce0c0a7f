import { type Fields, isFields } from './fields.ts';
import { toFilePart } from './file-part.ts';
import { describe, invalidMessages, type Place, placeOf } from './invalid.ts';
import type {
  PromptAssistantMessage,
  PromptFilePart,
  PromptMessage,
  PromptReasoningPart,
  PromptTextPart,
  PromptToolResultPart,
} from './prompt.ts';
import { withProviderOptions } from './provider-options.ts';
import { isToolPart, readToolPart } from './read-tool-part.ts';
import { readReasoningPart, readTextPart } from './said-parts.ts';
import { type ToModelName, toCallPart, toResultPart } from './tool-parts.ts';

/** A message whose content is a list of parts, and the places its fields are reported at. */
export interface PartsMessage {
  readonly role: PromptMessage['role'];
  /** Holds `parts`, and perhaps the older `content`, `toolInvocations` and `experimental_attachments`. */
  readonly source: Fields;
  readonly place: Place;
  readonly providerMetadata?: unknown;
}

/**
 * Reads a UI message or the content of a stored one. The steps of an assistant message become pairs of an assistant
 * and a tool message, in the order of the calls.
 */
export function fromPartsMessage(message: PartsMessage, toModelName: ToModelName): PromptMessage[] {
  const { role, place } = message;
  const options = withProviderOptions(message.providerMetadata);
  const parts = readParts(message.source, place);
  switch (role) {
    case 'system': {
      const texts = parts.flatMap(toUserPart).filter((part) => part.type === 'text');
      return [{ role, content: texts.map((part) => part.text).join('\n'), ...options }];
    }
    case 'user':
      return [{ role, content: parts.flatMap(toUserPart), ...options }];
    case 'assistant':
      return readSteps(parts, toModelName).flatMap((step) => toMessages(step, options));
    case 'tool':
      throw invalidMessages(
        place,
        'a message of role "tool" has "content", an array of tool-result parts, and no "parts".',
      );
  }
}

type Options = ReturnType<typeof withProviderOptions>;

interface Part {
  readonly type: string;
  readonly fields: Fields;
  readonly place: Place;
}

/** The parts, or where there are none what the older fields say. */
function readParts(source: Fields, place: Place): Part[] {
  const parts = readList(source, 'parts', place).map(({ fields, place }) => {
    if (typeof fields.type === 'string') return { type: fields.type, fields, place };
    throw invalidMessages(place, `"type" must be a string, got ${describe(fields.type)}.`);
  });
  if (parts.length === 0) parts.push(...readOlderFields(source, place));
  for (const { fields, place: at } of readList(source, 'experimental_attachments', place)) {
    const { url, contentType, name } = fields;
    const file = { type: 'file', url, mediaType: contentType, filename: name };
    parts.push({ type: 'file', fields: file, place: at });
  }
  return parts;
}

function readOlderFields(source: Fields, place: Place): Part[] {
  const calls = readList(source, 'toolInvocations', place).map(
    ({ fields: toolInvocation, place: at }): Part => {
      const type = 'tool-invocation';
      return { type, fields: { type, toolInvocation }, place: at };
    },
  );
  if (typeof source.content !== 'string') return calls;
  const text = { type: 'text', text: source.content };
  const answer = { type: 'text', fields: text, place: placeOf(place, '.content') };
  // The text was said after the results, or else beside the calls.
  const hasResult = calls.some(
    ({ fields }) => (fields.toolInvocation as Fields).state === 'result',
  );
  return hasResult ? [...calls, answer] : [answer, ...calls];
}

/** A field that is a list of objects, or not there. */
function readList(source: Fields, name: string, place: Place): Omit<Part, 'type'>[] {
  const list = source[name] ?? [];
  const listPlace = placeOf(place, `.${name}`);
  if (!Array.isArray(list)) {
    throw invalidMessages(listPlace, `must be an array, got ${describe(list)}.`);
  }
  return Array.from(list, (fields: unknown, index) => {
    const at = placeOf(listPlace, `[${index}]`);
    if (isFields(fields)) return { fields, place: at };
    throw invalidMessages(at, `must be an object, got ${describe(fields)}.`);
  });
}

function toUserPart({ type, fields, place }: Part): (PromptTextPart | PromptFilePart)[] {
  if (type === 'text') return readTextPart(fields, fields.providerMetadata, place);
  if (type === 'file') return [readFilePart(fields, place)];
  if (isAside(type) || type === 'step-start' || type === 'reasoning') return [];
  throw invalidMessages(
    place,
    `a user or system message cannot hold a part of type ${describe(type)}. Accepted: text, file, data-*.`,
  );
}

/** What only the reader of a thread sees. */
const isAside = (type: string): boolean =>
  type.startsWith('data-') ||
  type === 'source' ||
  type.startsWith('source-') ||
  type === 'error' ||
  type === 'redacted-reasoning';

interface Step {
  readonly content: PromptAssistantMessage['content'][number][];
  readonly results: PromptToolResultPart[];
}

/**
 * Cuts an assistant message into its steps. Where no `step-start` marks them, what is said after results begins the
 * next one.
 */
function readSteps(parts: readonly Part[], toModelName: ToModelName): Step[] {
  const isMarked = parts.some(({ type }) => type === 'step-start');
  let step: Step = { content: [], results: [] };
  const steps = [step];
  const startStep = () => {
    step = { content: [], results: [] };
    steps.push(step);
  };
  for (const { type, fields, place } of parts) {
    if (type === 'step-start') startStep();
    else if (isAside(type)) continue;
    else if (isToolPart(type, fields)) addTool(step, fields, place, toModelName);
    else {
      const said = readSaid(type, fields, place);
      if (said.length > 0 && !isMarked && step.results.length > 0) startStep();
      step.content.push(...said);
    }
  }
  return steps;
}

function addTool(step: Step, fields: Fields, place: Place, toModelName: ToModelName): void {
  const tool = readToolPart(fields, place, toModelName);
  if (tool === undefined) return;
  step.content.push(toCallPart(tool.call));
  if (tool.output === undefined) return;
  const result = toResultPart({ ...tool.call, metadata: tool.resultMetadata }, tool.output);
  // A provider that ran the call itself wants the result where it gave it.
  (tool.call.providerExecuted ? step.content : step.results).push(result);
}

function readSaid(
  type: string,
  fields: Fields,
  place: Place,
): (PromptTextPart | PromptFilePart | PromptReasoningPart)[] {
  switch (type) {
    case 'text':
      return readTextPart(fields, fields.providerMetadata, place);
    case 'file':
      return [readFilePart(fields, place)];
    case 'reasoning':
      return readReasoningPart(fields, fields.providerMetadata);
    default:
      throw invalidMessages(
        place,
        `an assistant message cannot hold a part of type ${describe(type)}. Accepted: text, reasoning, file, ` +
          'step-start, source-*, data-*, tool-<name>, dynamic-tool, tool-invocation.',
      );
  }
}

function toMessages({ content, results }: Step, options: Options): PromptMessage[] {
  const messages: PromptMessage[] = [];
  if (content.length > 0) messages.push({ role: 'assistant', content, ...options });
  if (results.length > 0) messages.push({ role: 'tool', content: results });
  return messages;
}

function readFilePart(fields: Fields, place: Place): PromptFilePart {
  const source = {
    data: fields.url ?? fields.data,
    mediaType: fields.mediaType ?? fields.mimeType,
    filename: fields.filename,
  };
  return { ...toFilePart(source, place), ...withProviderOptions(fields.providerMetadata) };
}
