import type { PromptMessage, ToolResultOutput } from '../../messages/index.ts';

/** JSON as the provider specifications type it; providers do not write to what they are given. */
export type SpecJson = null | boolean | number | string | SpecJson[] | { [key: string]: SpecJson };

export type SpecProviderOptions = Record<string, { [key: string]: SpecJson }>;

/** What every part of every version may carry. */
export interface WithProviderOptions {
  providerOptions?: SpecProviderOptions;
}

export interface SpecTextPart extends WithProviderOptions {
  type: 'text';
  text: string;
}
export interface SpecReasoningPart extends WithProviderOptions {
  type: 'reasoning';
  text: string;
}
export interface SpecToolCallPart extends WithProviderOptions {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerExecuted?: boolean;
}
export interface SpecToolResultPart<Output> extends WithProviderOptions {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: Output;
}
/** A file as versions 2 and 3 take it. */
export interface SpecFilePart extends WithProviderOptions {
  type: 'file';
  data: Uint8Array | string | URL;
  mediaType: string;
  filename?: string;
}

/** A message of one version: they differ in how files and tool outputs are written. */
export type SpecMessage<File, Output> = WithProviderOptions &
  (
    | { role: 'system'; content: string }
    | { role: 'user'; content: (SpecTextPart | File)[] }
    | {
        role: 'assistant';
        content: (
          | SpecTextPart
          | File
          | SpecReasoningPart
          | SpecToolCallPart
          | SpecToolResultPart<Output>
        )[];
      }
    | { role: 'tool'; content: SpecToolResultPart<Output>[] }
  );

/** A tool definition in the inner form, which versions 3 and 4 share. */
export interface SpecFunctionTool extends WithProviderOptions {
  type: 'function';
  name: string;
  description?: string;
  inputSchema: object;
  inputExamples?: { input: { [key: string]: SpecJson } }[];
  strict?: boolean;
}
export interface SpecProviderTool {
  type: 'provider';
  id: `${string}.${string}`;
  name: string;
  args: Record<string, unknown>;
}
export type SpecTool = SpecFunctionTool | SpecProviderTool;

interface Writers<File> {
  /** Gives its argument back where the version writes it alike. */
  readonly file?: (part: SpecFilePart) => File;
  readonly output: (output: ToolResultOutput) => unknown;
}

/** Writes the parts that a version writes its own way; a message without any is given back as it is. */
export function writeMessage<File, Output>(
  message: PromptMessage,
  writers: Writers<File>,
): SpecMessage<File, Output> {
  if (message.role === 'system') return message as SpecMessage<File, Output>;
  let isChanged = false;
  const content = (message.content as readonly InnerPart[]).map((part) => {
    const written = writePart(part, writers);
    isChanged ||= written !== part;
    return written;
  });
  return (isChanged ? { ...message, content } : message) as SpecMessage<File, Output>;
}

type InnerPart = Exclude<PromptMessage['content'], string>[number];

function writePart<File>(part: InnerPart, writers: Writers<File>): unknown {
  if (part.type === 'file' && writers.file !== undefined) {
    return writers.file(part as SpecFilePart);
  }
  if (part.type !== 'tool-result') return part;
  const output = writers.output(part.output);
  return output === part.output ? part : { ...part, output };
}
