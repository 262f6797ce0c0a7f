import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { describe, expectTypeOf, it } from 'vitest';
import type { MessageInput, PromptMessage, StoredMessage } from './index.ts';

// The AI SDK's own message types, as far as they are written out in its documentation.
type JsonValue =
  | null
  | string
  | number
  | boolean
  | { [key: string]: JsonValue | undefined }
  | JsonValue[];
type Options = Record<string, { [key: string]: JsonValue | undefined }>;
type DataContent = string | Uint8Array | ArrayBuffer | Buffer;

interface TextPart {
  type: 'text';
  text: string;
  providerOptions?: Options;
}
interface ImagePart {
  type: 'image';
  image: DataContent | URL;
  mediaType?: string;
  providerOptions?: Options;
}
interface FilePart {
  type: 'file';
  data: DataContent | URL;
  filename?: string;
  mediaType: string;
  providerOptions?: Options;
}
interface ReasoningPart {
  type: 'reasoning';
  text: string;
  providerOptions?: Options;
}
interface ToolCallPart {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerOptions?: Options;
  providerExecuted?: boolean;
}
interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output:
    | { type: 'text' | 'error-text'; value: string; providerOptions?: Options }
    | { type: 'json' | 'error-json'; value: JsonValue; providerOptions?: Options }
    | { type: 'execution-denied'; reason?: string; providerOptions?: Options }
    | {
        type: 'content';
        value: Array<
          { type: 'text'; text: string } | { type: 'media'; data: string; mediaType: string }
        >;
      };
  providerOptions?: Options;
}
type ModelMessage =
  | { role: 'system'; content: string; providerOptions?: Options }
  | {
      role: 'user';
      content: string | Array<TextPart | ImagePart | FilePart>;
      providerOptions?: Options;
    }
  | {
      role: 'assistant';
      content:
        | string
        | Array<
            | TextPart
            | FilePart
            | ReasoningPart
            | ToolCallPart
            | ToolResultPart
            | { type: 'tool-approval-request'; approvalId: string; toolCallId: string }
          >;
      providerOptions?: Options;
    }
  | {
      role: 'tool';
      content: Array<
        | ToolResultPart
        | { type: 'tool-approval-response'; approvalId: string; approved: boolean; reason?: string }
      >;
      providerOptions?: Options;
    };

type ToolStates =
  | {
      state: 'input-streaming';
      input: unknown;
      output?: never;
      errorText?: never;
      callProviderMetadata?: Options;
    }
  | {
      state: 'input-available';
      input: unknown;
      output?: never;
      errorText?: never;
      callProviderMetadata?: Options;
    }
  | { state: 'approval-requested'; input: unknown; approval: { id: string; approved?: never } }
  | {
      state: 'approval-responded';
      input: unknown;
      approval: { id: string; approved: boolean; reason?: string };
    }
  | {
      state: 'output-available';
      input: unknown;
      output: unknown;
      errorText?: never;
      preliminary?: boolean;
      callProviderMetadata?: Options;
    }
  | { state: 'output-error'; input: unknown; rawInput?: unknown; errorText: string; output?: never }
  | {
      state: 'output-denied';
      input: unknown;
      approval: { id: string; approved: false; reason?: string };
    };
type UiPart<Data extends string> =
  | { type: 'text'; text: string; state?: 'streaming' | 'done'; providerMetadata?: Options }
  | { type: 'reasoning'; text: string; state?: 'streaming' | 'done'; providerMetadata?: Options }
  | { type: 'source-url'; sourceId: string; url: string; title?: string }
  | { type: 'source-document'; sourceId: string; mediaType: string; title: string }
  | { type: 'file'; mediaType: string; filename?: string; url: string; providerMetadata?: Options }
  | { type: 'step-start' }
  | { type: `data-${Data}`; id?: string; data: unknown }
  | ({ type: `tool-${string}`; toolCallId: string; providerExecuted?: boolean } & ToolStates)
  | ({ type: 'dynamic-tool'; toolName: string; toolCallId: string } & ToolStates);
interface UiMessage<Metadata = unknown, Data extends string = string> {
  id: string;
  role: 'system' | 'user' | 'assistant';
  metadata?: Metadata;
  parts: Array<UiPart<Data>>;
}

describe('MessageInput', () => {
  it('takes texts, and messages of the AI SDK without a cast', () => {
    expectTypeOf<string>().toExtend<MessageInput>();
    expectTypeOf<string[]>().toExtend<MessageInput>();
    expectTypeOf<ModelMessage>().toExtend<MessageInput>();
    expectTypeOf<ModelMessage[]>().toExtend<MessageInput>();
    expectTypeOf<UiMessage[]>().toExtend<MessageInput>();
    expectTypeOf<UiMessage<{ at: number }, 'weather'>[]>().toExtend<MessageInput>();
    expectTypeOf<(ModelMessage | UiMessage | StoredMessage | string)[]>().toExtend<MessageInput>();
  });

  it('takes stored messages, prompts, and what JSON made of a stored message', () => {
    expectTypeOf<StoredMessage[]>().toExtend<MessageInput>();
    expectTypeOf<PromptMessage[]>().toExtend<MessageInput>();
    expectTypeOf<LanguageModelV3Prompt>().toExtend<MessageInput>();
    expectTypeOf<
      Omit<StoredMessage, 'createdAt'> & { createdAt: string }
    >().toExtend<MessageInput>();
  });

  it('refuses what is no message', () => {
    expectTypeOf<number>().not.toExtend<MessageInput>();
    expectTypeOf<{ role: 'user' }>().not.toExtend<MessageInput>();
    expectTypeOf<{ role: 'bot'; content: string }>().not.toExtend<MessageInput>();
    expectTypeOf<{
      role: 'user';
      content: { type: 'video' }[];
    }>().not.toExtend<MessageInput>();
  });

  it('takes literals written in place', () => {
    const inputs: MessageInput[] = [
      'hi',
      { role: 'user', content: 'hi' },
      [{ role: 'user', content: [{ type: 'image', image: new Uint8Array() }] }, 'and this'],
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'get', args: {} }],
      },
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'hi' }] },
    ];
    expectTypeOf(inputs).toEqualTypeOf<MessageInput[]>();
  });
});
