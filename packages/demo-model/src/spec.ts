/** What is asked, by the AI SDK's model specification, version 3; odd contents are read with care. */
export interface ModelRequest {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly ModelTool[] | undefined;
  readonly toolChoice?: { readonly type: string; readonly toolName?: string } | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}
export type ModelTool = { name: string; description?: string | undefined; inputSchema?: unknown };
/** All that an answer holds: words, or one call. */
export type ModelPart = { type: 'text'; text: string } | ({ type: 'tool-call' } & ModelCall);
type ModelCall = { toolCallId: string; toolName: string; input: string };
/** How an answer ends, and what it used: rules cost no tokens. */
export const toEnd = ({ type }: ModelPart) => ({
  finishReason: { unified: type === 'text' ? 'stop' : 'tool-calls', raw: undefined } as const,
  usage: { inputTokens: none, outputTokens: none },
});
const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };

/** The pieces in which a model would tell it: a text word by word, an input a few letters a time. */
export function* toPieces(part: ModelPart) {
  yield { type: 'stream-start' as const, warnings: [] };
  if (part.type === 'text') {
    yield { type: 'text-start' as const, id: 'text' };
    for (const delta of part.text.match(/\s*\S+/g) ?? [])
      yield { type: 'text-delta' as const, id: 'text', delta };
    yield { type: 'text-end' as const, id: 'text' };
  } else {
    const { toolCallId: id, toolName, input } = part;
    yield { type: 'tool-input-start' as const, id, toolName };
    for (const delta of input.match(/.{1,12}/gsu) ?? [])
      yield { type: 'tool-input-delta' as const, id, delta };
    yield { type: 'tool-input-end' as const, id };
    yield part;
  }
  yield { type: 'finish' as const, ...toEnd(part) };
}
