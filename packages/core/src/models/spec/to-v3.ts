import type {
  PromptMessage,
  ToolResultContentPart,
  ToolResultOutput,
} from '../../messages/index.ts';
import {
  type SpecFilePart,
  type SpecJson,
  type SpecMessage,
  type WithProviderOptions,
  writeMessage,
} from './shared.ts';

export type V3ToolOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'json' | 'error-json'; value: SpecJson }
  | { type: 'execution-denied'; reason?: string }
  | { type: 'content'; value: V3ContentPart[] };

export type V3ContentPart = WithProviderOptions &
  (
    | { type: 'text'; text: string }
    | { type: 'file-data'; data: string; mediaType: string; filename?: string }
    | { type: 'image-data'; data: string; mediaType: string }
    | { type: 'file-url' | 'image-url'; url: string; mediaType?: string }
    | { type: 'file-id' | 'image-file-id'; fileId: string | Record<string, string> }
    | { type: 'custom' }
  );

export type V3Message = SpecMessage<SpecFilePart, V3ToolOutput>;

/**
 * Writes a message in version 3 of the provider specification. It is the inner form but for `media`, the form in which
 * tool outputs are stored; any other message is given back as it is.
 */
export function toV3Message(message: PromptMessage): V3Message {
  return writeMessage<SpecFilePart, V3ToolOutput>(message, { output: toV3Output });
}

function toV3Output(output: ToolResultOutput): ToolResultOutput {
  if (output.type !== 'content') return output;
  if (!output.value.some(({ type }) => type === 'media')) return output;
  return { type: 'content', value: output.value.map(toV3Content) };
}

function toV3Content(part: ToolResultContentPart): ToolResultContentPart {
  if (part.type !== 'media') return part;
  return { ...part, type: part.mediaType.startsWith('image/') ? 'image-data' : 'file-data' };
}
