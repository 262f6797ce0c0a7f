import { type Fields, isFields } from './fields.ts';
import { describe, invalidMessages, type Place, placeOf, readName } from './invalid.ts';
import type { ToolResultOutput } from './prompt.ts';
import {
  type CallOutcome,
  type CallSource,
  type ToModelName,
  toOutcomeOutput,
} from './tool-parts.ts';

/** A call of a UI or stored message, with its output once it ended. */
export interface ToolPart {
  readonly call: CallSource;
  readonly output?: ToolResultOutput;
  readonly resultMetadata: unknown;
}

const invocation = 'tool-invocation';

export function isToolPart(type: string, fields: Fields): boolean {
  if (type === 'dynamic-tool' || (type === invocation && isFields(fields.toolInvocation)))
    return true;
  return type.startsWith('tool-') && fields.state !== undefined;
}

/** Reads any of the three spellings; `undefined` for a call whose input was still being written. */
export function readToolPart(
  fields: Fields,
  place: Place,
  toModelName: ToModelName,
): ToolPart | undefined {
  const spelling =
    fields.type === invocation && isFields(fields.toolInvocation)
      ? readInvocation(fields, fields.toolInvocation, place)
      : readUiTool(fields, place);
  const { state, tool, name, input, result, metadata, place: at } = spelling;
  const outcome = readOutcome(state, tool, result, at);
  if (outcome === 'unfinished') return undefined;
  const providerExecuted = fields.providerExecuted === true;
  const call = {
    toolCallId: readName(tool, 'toolCallId', at),
    toolName: providerExecuted ? name : toModelName(name),
    input: input ?? tool.rawInput,
    providerExecuted,
    metadata,
  };
  const resultMetadata = fields.resultProviderMetadata ?? metadata;
  if (outcome === 'waiting') return { call, resultMetadata };
  const output = toOutcomeOutput(outcome, resultMetadata, providerExecuted);
  return { call, output, resultMetadata };
}

interface Spelling {
  /** Holds `toolCallId`, `state`, `errorText`, `approval` and `rawInput`. */
  readonly tool: Fields;
  readonly state: unknown;
  readonly name: string;
  readonly input: unknown;
  readonly result: unknown;
  readonly metadata: unknown;
  readonly place: Place;
}

function readInvocation(part: Fields, tool: Fields, partPlace: Place): Spelling {
  const place = placeOf(partPlace, '.toolInvocation');
  return {
    tool,
    state: tool.state,
    name: readName(tool, 'toolName', place),
    input: tool.args,
    result: tool.result,
    metadata: part.providerMetadata,
    place,
  };
}

function readUiTool(part: Fields, place: Place): Spelling {
  return {
    tool: part,
    state: part.state,
    name:
      part.type === 'dynamic-tool'
        ? readName(part, 'toolName', place)
        : readName({ type: String(part.type).slice('tool-'.length) }, 'type', place),
    input: part.input,
    result: part.output,
    metadata: part.callProviderMetadata ?? part.providerMetadata,
    place,
  };
}

function readOutcome(
  state: unknown,
  tool: Fields,
  result: unknown,
  place: Place,
): CallOutcome | 'unfinished' | 'waiting' {
  const approval = isFields(tool.approval) ? tool.approval : {};
  switch (state) {
    case 'partial-call':
    case 'input-streaming':
      return 'unfinished';
    case 'call':
    case 'input-available':
    case 'approval-requested':
      return 'waiting';
    case 'approval-responded':
      return approval.approved === false ? { type: 'denied', reason: approval.reason } : 'waiting';
    case 'result':
    case 'output-available':
      return tool.isError === true ? { type: 'error', error: result } : { type: 'result', result };
    case 'output-error':
      return { type: 'error', error: tool.errorText ?? result };
    case 'output-denied':
      return { type: 'denied', reason: approval.reason };
    default:
      throw invalidMessages(
        place,
        `unknown state ${describe(state)} of a tool call. ${acceptedStates}`,
      );
  }
}

const acceptedStates =
  'Accepted: input-streaming, input-available, approval-requested, approval-responded, output-available, ' +
  'output-error, output-denied, or the stored partial-call, call, result.';
