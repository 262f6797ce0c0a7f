import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Prompt,
  LanguageModelV3ProviderTool,
} from '@ai-sdk/provider';
import type {
  LanguageModelV2FunctionTool,
  LanguageModelV2Prompt,
  LanguageModelV2ProviderDefinedTool,
} from 'provider-v2';
import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ProviderTool,
} from 'provider-v4';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type {
  PromptMessage,
  ToolResultContentPart,
  ToolResultOutput,
} from '../../messages/index.ts';
import { type SpecTool, toV2Message, toV2Tool, toV3Message, toV4Message } from './index.ts';

const tell = (output: ToolResultOutput): PromptMessage => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'get', output }],
});
const content = (...value: ToolResultContentPart[]): PromptMessage =>
  tell({ type: 'content', value });

/** What the only tool result of a message holds as content. */
function contentOf(message: { readonly content: unknown }): unknown {
  const [part] = message.content as { output: { value: unknown } }[];
  return part?.output.value;
}

const plain: PromptMessage[] = [
  { role: 'system', content: 'be brief', providerOptions: { a: { cache: true } } },
  { role: 'user', content: [{ type: 'text', text: 'hi' }] },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm', providerOptions: { a: { signature: 's' } } },
      { type: 'tool-call', toolCallId: 'c', toolName: 'get', input: { a: 1 } },
    ],
  },
  tell({ type: 'json', value: { a: [1, null] } }),
];
const url = new URL('https://example.com/a.png');
const withFiles: PromptMessage = {
  role: 'user',
  content: [
    { type: 'file', data: 'AAAA', mediaType: 'image/png', filename: 'a.png' },
    { type: 'file', data: url, mediaType: 'image/*', providerOptions: { a: { detail: 'low' } } },
  ],
};
const everyContent = content(
  { type: 'text', text: 'see' },
  { type: 'media', data: 'AAAA', mediaType: 'image/png' },
  { type: 'media', data: 'BBBB', mediaType: 'application/pdf', filename: 'b.pdf' },
  { type: 'image-data', data: 'CCCC', mediaType: 'image/gif' },
  { type: 'file-data', data: 'DDDD', mediaType: 'text/plain' },
  { type: 'image-url', url: url.href },
  { type: 'file-url', url: 'https://example.com/b.pdf', mediaType: 'application/pdf' },
  { type: 'file-url', url: 'no url' },
  { type: 'file-id', fileId: 'f1' },
  { type: 'image-file-id', fileId: { openai: 'f2' } },
  { type: 'custom', providerOptions: { a: { kind: 'x' } } },
);
const tool: SpecTool = {
  type: 'function',
  name: 'get',
  description: 'Gets.',
  inputSchema: { type: 'object' },
  inputExamples: [{ input: { a: 1 } }],
  strict: true,
  providerOptions: { a: { b: 1 } },
};
const providerTool: SpecTool = {
  type: 'provider',
  id: 'openai.web_search',
  name: 'web_search',
  args: {},
};

describe('the types of the provider specifications', () => {
  it('take what is written for their version', () => {
    expectTypeOf(toV2Message).returns.toExtend<LanguageModelV2Prompt[number]>();
    expectTypeOf(toV3Message).returns.toExtend<LanguageModelV3Prompt[number]>();
    expectTypeOf(toV4Message).returns.toExtend<LanguageModelV4Prompt[number]>();
    expectTypeOf(toV4Message).returns.not.toExtend<LanguageModelV3Prompt[number]>();
    expectTypeOf(toV3Message).returns.not.toExtend<LanguageModelV2Prompt[number]>();
    expectTypeOf(toV2Tool).returns.toExtend<
      LanguageModelV2FunctionTool | LanguageModelV2ProviderDefinedTool
    >();
    expectTypeOf<SpecTool>().toExtend<LanguageModelV3FunctionTool | LanguageModelV3ProviderTool>();
    expectTypeOf<SpecTool>().toExtend<LanguageModelV4FunctionTool | LanguageModelV4ProviderTool>();
  });
});

describe('toV2Message, toV3Message and toV4Message', () => {
  it('give a message back as it is when the version writes it alike', () => {
    for (const message of plain) {
      expect(toV2Message(message)).toBe(message);
      expect(toV3Message(message)).toBe(message);
      expect(toV4Message(message)).toBe(message);
    }
    expect(toV2Message(withFiles)).toBe(withFiles);
    expect(toV3Message(withFiles)).toBe(withFiles);
  });

  it('change nothing in their argument', () => {
    const before = structuredClone(everyContent);
    toV2Message(everyContent);
    toV3Message(everyContent);
    toV4Message(everyContent);
    expect(everyContent).toEqual(before);
  });
});

describe('toV2Message', () => {
  it('writes data as media and names everything else in a text', () => {
    expect(contentOf(toV2Message(everyContent))).toEqual([
      { type: 'text', text: 'see' },
      { type: 'media', data: 'AAAA', mediaType: 'image/png' },
      { type: 'media', data: 'BBBB', mediaType: 'application/pdf' },
      { type: 'media', data: 'CCCC', mediaType: 'image/gif' },
      { type: 'media', data: 'DDDD', mediaType: 'text/plain' },
      { type: 'text', text: 'Image: https://example.com/a.png' },
      { type: 'text', text: 'File: https://example.com/b.pdf' },
      { type: 'text', text: 'File: no url' },
      { type: 'text', text: 'File with the id f1' },
      { type: 'text', text: 'Image with the id {"openai":"f2"}' },
      { type: 'text', text: '[Content that this model cannot be shown]' },
    ]);
  });

  it('tells a denied call as a text', () => {
    expect(toV2Message(tell({ type: 'execution-denied', reason: 'too late' }))).toEqual(
      tell({ type: 'text', value: 'too late' }),
    );
    expect(toV2Message(tell({ type: 'execution-denied' }))).toEqual(
      tell({ type: 'text', value: 'Tool call was not approved by the user' }),
    );
  });
});

describe('toV2Tool', () => {
  it('leaves out what version 2 does not know and renames provider tools', () => {
    expect(toV2Tool(tool)).toEqual({
      type: 'function',
      name: 'get',
      description: 'Gets.',
      inputSchema: { type: 'object' },
      providerOptions: { a: { b: 1 } },
    });
    const simple: SpecTool = { type: 'function', name: 'get', inputSchema: {} };
    expect(toV2Tool(simple)).toBe(simple);
    expect(toV2Tool(providerTool)).toEqual({ ...providerTool, type: 'provider-defined' });
  });
});

describe('toV3Message', () => {
  it('writes media as image or file data and leaves the rest alone', () => {
    expect(contentOf(toV3Message(everyContent))).toEqual([
      { type: 'text', text: 'see' },
      { type: 'image-data', data: 'AAAA', mediaType: 'image/png' },
      { type: 'file-data', data: 'BBBB', mediaType: 'application/pdf', filename: 'b.pdf' },
      ...(contentOf(everyContent) as unknown[]).slice(3),
    ]);
  });
});

describe('toV4Message', () => {
  it('tags the data of files', () => {
    expect(toV4Message(withFiles)).toEqual({
      role: 'user',
      content: [
        {
          type: 'file',
          data: { type: 'data', data: 'AAAA' },
          mediaType: 'image/png',
          filename: 'a.png',
        },
        {
          type: 'file',
          data: { type: 'url', url },
          mediaType: 'image/*',
          providerOptions: { a: { detail: 'low' } },
        },
      ],
    });
  });

  it('writes tool content as texts, files and custom parts', () => {
    expect(contentOf(toV4Message(everyContent))).toEqual([
      { type: 'text', text: 'see' },
      { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'image/png' },
      {
        type: 'file',
        data: { type: 'data', data: 'BBBB' },
        mediaType: 'application/pdf',
        filename: 'b.pdf',
      },
      { type: 'file', data: { type: 'data', data: 'CCCC' }, mediaType: 'image/gif' },
      { type: 'file', data: { type: 'data', data: 'DDDD' }, mediaType: 'text/plain' },
      { type: 'file', data: { type: 'url', url }, mediaType: 'image/*' },
      {
        type: 'file',
        data: { type: 'url', url: new URL('https://example.com/b.pdf') },
        mediaType: 'application/pdf',
      },
      { type: 'text', text: 'File: no url' },
      { type: 'text', text: 'File with the id f1' },
      {
        type: 'file',
        data: { type: 'reference', reference: { openai: 'f2' } },
        mediaType: 'image/*',
      },
      { type: 'custom', providerOptions: { a: { kind: 'x' } } },
    ]);
  });

  it('takes a bare file id to be one of the given provider', () => {
    const message = content({ type: 'file-id', fileId: 'f1' });
    expect(contentOf(toV4Message(message, { provider: 'openai.responses' }))).toEqual([
      {
        type: 'file',
        data: { type: 'reference', reference: { openai: 'f1' } },
        mediaType: 'application/octet-stream',
      },
    ]);
  });

  it('keeps the forms that version 3 had', () => {
    const denied = tell({ type: 'execution-denied', reason: 'no' });
    expect(toV4Message(denied)).toBe(denied);
    const failed = tell({ type: 'error-json', value: { a: 1 } });
    expect(toV4Message(failed)).toBe(failed);
  });
});
