import type {
  PromptMessage,
  ToolResultContentPart,
  ToolResultOutput,
} from '../../messages/index.ts';
import { describeContent } from './content.ts';
import {
  type SpecFilePart,
  type SpecJson,
  type SpecMessage,
  type SpecProviderOptions,
  type WithProviderOptions,
  writeMessage,
} from './shared.ts';

export type V4FileData =
  | { type: 'data'; data: Uint8Array | string }
  | { type: 'url'; url: URL }
  | { type: 'reference'; reference: V4Reference };

/** The ids of one file, by provider. `type` is kept free, so that the forms of data can be told apart. */
export type V4Reference = Record<string, string> & { type?: never };

export interface V4FilePart extends WithProviderOptions {
  type: 'file';
  data: V4FileData;
  mediaType: string;
  filename?: string;
}

export type V4ToolOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'json' | 'error-json'; value: SpecJson }
  | { type: 'execution-denied'; reason?: string }
  | {
      type: 'content';
      value: (
        | ({ type: 'text'; text: string } & WithProviderOptions)
        | V4FilePart
        | ({ type: 'custom' } & WithProviderOptions)
      )[];
    };

export type V4Message = SpecMessage<V4FilePart, V4ToolOutput>;

export interface ToV4Options {
  /** The model's provider, such as `openai.responses`: whom a file id without a provider is taken to belong to. */
  readonly provider?: string;
}

/**
 * Writes a message in version 4 of the provider specification, where data says what it is and tool outputs hold
 * texts, files and custom parts only. A file id whose provider is not known becomes a text that names it.
 */
export function toV4Message(message: PromptMessage, options: ToV4Options = {}): V4Message {
  return writeMessage(message, {
    file: toV4File,
    output: (output) => toV4Output(output, options.provider),
  });
}

function toV4File({ data, ...part }: SpecFilePart): V4FilePart {
  return {
    ...part,
    data: data instanceof URL ? { type: 'url', url: data } : { type: 'data', data },
  };
}

function toV4Output(
  output: ToolResultOutput,
  provider: string | undefined,
): ToolResultOutput | V4ToolOutput {
  if (output.type !== 'content') return output;
  return { type: 'content', value: output.value.map((part) => toV4Content(part, provider)) };
}

type V4ContentPart = Extract<V4ToolOutput, { type: 'content' }>['value'][number];

function toV4Content(part: ToolResultContentPart, provider: string | undefined): V4ContentPart {
  const options = (part.providerOptions !== undefined && {
    providerOptions: part.providerOptions,
  }) as { providerOptions?: SpecProviderOptions };
  const data = toV4Data(part, provider);
  if (data === undefined) {
    return part.type === 'custom'
      ? { type: 'custom', ...options }
      : { type: 'text', text: describeContent(part), ...options };
  }
  const { mediaType, filename } = part as { mediaType?: string; filename?: string };
  const isImage = part.type.startsWith('image');
  return {
    type: 'file',
    data,
    mediaType: mediaType ?? (isImage ? 'image/*' : 'application/octet-stream'),
    ...(filename !== undefined && { filename }),
    ...options,
  };
}

function toV4Data(
  part: ToolResultContentPart,
  provider: string | undefined,
): V4FileData | undefined {
  switch (part.type) {
    case 'media':
    case 'file-data':
    case 'image-data':
      return { type: 'data', data: part.data };
    case 'file-url':
    case 'image-url':
      return URL.canParse(part.url) ? { type: 'url', url: new URL(part.url) } : undefined;
    case 'file-id':
    case 'image-file-id': {
      const reference = toReference(part.fileId, provider?.split('.')[0]);
      return reference && { type: 'reference', reference };
    }
    default:
      return undefined;
  }
}

function toReference(
  fileId: string | Readonly<Record<string, string>>,
  provider: string | undefined,
): V4Reference | undefined {
  if (typeof fileId !== 'string') return fileId as V4Reference;
  return provider ? ({ [provider]: fileId } as V4Reference) : undefined;
}
