import {
  type PromptMessage,
  type ToolResultContentPart,
  type ToolResultOutput,
  toDeniedOutput,
} from '../../messages/index.ts';
import { describeContent } from './content.ts';
import {
  type SpecFilePart,
  type SpecJson,
  type SpecMessage,
  type SpecTool,
  type WithProviderOptions,
  writeMessage,
} from './shared.ts';

export type V2ToolOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'json' | 'error-json'; value: SpecJson }
  | {
      type: 'content';
      value: (
        | ({ type: 'text'; text: string } & WithProviderOptions)
        | ({ type: 'media'; data: string; mediaType: string } & WithProviderOptions)
      )[];
    };

export type V2Message = SpecMessage<SpecFilePart, V2ToolOutput>;

export interface V2FunctionTool extends WithProviderOptions {
  type: 'function';
  name: string;
  description?: string;
  inputSchema: object;
}
export interface V2ProviderTool {
  type: 'provider-defined';
  id: `${string}.${string}`;
  name: string;
  args: Record<string, unknown>;
}
export type V2Tool = V2FunctionTool | V2ProviderTool;

/**
 * Writes a message in version 2 of the provider specification. Its content has texts and `media` only, so a URL or an
 * id becomes a text that names it; a denied call is told as a text, as in all our prompts.
 */
export function toV2Message(message: PromptMessage): V2Message {
  return writeMessage<SpecFilePart, V2ToolOutput>(message, { output: toV2Output });
}

/** Writes a tool definition in version 2, which knows neither `strict` nor `inputExamples`. */
export function toV2Tool(tool: SpecTool): V2Tool {
  if (tool.type === 'provider') return { ...tool, type: 'provider-defined' };
  const { strict, inputExamples, ...known } = tool;
  return strict === undefined && inputExamples === undefined ? tool : known;
}

function toV2Output(output: ToolResultOutput): ToolResultOutput | V2ToolOutput {
  if (output.type === 'execution-denied') return toDeniedOutput(output.reason);
  if (output.type !== 'content') return output;
  return { type: 'content', value: output.value.map(toV2Content) };
}

/** The version names no settings on parts of a result; packages that know some read them there all the same. */
function toV2Content(part: ToolResultContentPart) {
  // those of a custom part are the part itself
  const isKept = part.providerOptions !== undefined && part.type !== 'custom';
  const options = (isKept && {
    providerOptions: part.providerOptions,
  }) as WithProviderOptions;
  switch (part.type) {
    case 'media':
    case 'file-data':
    case 'image-data': {
      const { data, mediaType } = part;
      return { type: 'media' as const, data, mediaType, ...options };
    }
    default:
      return { type: 'text' as const, text: describeContent(part), ...options };
  }
}
