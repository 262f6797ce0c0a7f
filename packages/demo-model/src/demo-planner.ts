import { toAnswer } from './answer.ts';
import { readConversation } from './conversation.ts';
import { toPlan } from './plan.ts';
import type { ModelAnswer, ModelRequest, PlannerModel, StreamPart } from './spec.ts';
import { readLimit } from './wishes.ts';

export interface DemoPlannerOptions {
  /** What "tomorrow" counts from. Default: the clock of the system. */
  readonly now?: () => Date;
  /** Makes the ids of calls. Default: random ones. */
  readonly generateId?: () => string;
  /** Pause between the pieces of a stream, in milliseconds. Default 0. */
  readonly delayMs?: number;
}

/**
 * A stand-in for a language model, made of rules: it picks tools by the words of the request, fills
 * their arguments from it, and tells the results. It keeps no state and needs neither key nor network.
 */
export function demoPlanner(options: DemoPlannerOptions = {}): PlannerModel {
  const doGenerate = async (request: ModelRequest) => {
    request.abortSignal?.throwIfAborted();
    return decide(request, options);
  };
  return {
    specificationVersion: 'v3',
    provider: 'demo',
    modelId: 'planner',
    supportedUrls: {},
    doGenerate,
    doStream: async (request) => {
      const parts = toParts(await doGenerate(request));
      return { stream: toStream(parts, options.delayMs ?? 0, request.abortSignal) };
    },
  };
}

function decide(request: ModelRequest, options: DemoPlannerOptions): ModelAnswer {
  const { toolChoice, prompt } = request;
  const { request: text, results, size } = readConversation(prompt);
  const tools = (request.tools ?? []).filter(({ name }) => {
    return (
      toolChoice?.type !== 'none' &&
      name === (toolChoice?.toolName ?? name) &&
      typeof name === 'string'
    );
  });
  const isForced = results.length === 0 && /^(?:required|tool)$/.test(toolChoice?.type ?? '');
  const now = options.now?.() ?? new Date();
  const plan = toPlan(text, tools, { now, results, isForced });
  const next = plan.filter(({ input }) => input)[results.length];
  const generateId = options.generateId ?? (() => `call_${crypto.randomUUID()}`);
  const content: ModelAnswer['content'][number] =
    next?.tool === undefined
      ? { type: 'text', text: toAnswer(plan, results, tools, text.length > readLimit) }
      : {
          type: 'tool-call',
          toolCallId: generateId(),
          toolName: next.tool,
          input: JSON.stringify(next.input),
        };
  const input = Math.ceil(size / 4);
  const output = Math.ceil((content.type === 'text' ? content.text : content.input).length / 4);
  return {
    content: [content],
    finishReason: { unified: next ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: output, text: output, reasoning: 0 },
    },
    warnings: [],
  };
}

/** The parts in which a model would send an answer: a text by words, arguments by small pieces. */
function* toParts({ content, finishReason, usage, warnings }: ModelAnswer): Generator<StreamPart> {
  yield { type: 'stream-start', warnings };
  for (const part of content) {
    if (part.type === 'text') {
      yield { type: 'text-start', id: 'text' };
      for (const [delta] of part.text.matchAll(/\s*\S+\s*$|\s*\S+/g))
        yield { type: 'text-delta', id: 'text', delta };
      yield { type: 'text-end', id: 'text' };
    } else {
      const { toolCallId: id, toolName, input } = part;
      yield { type: 'tool-input-start', id, toolName };
      for (const [delta] of input.matchAll(/.{1,12}/gsu))
        yield { type: 'tool-input-delta', id, delta };
      yield { type: 'tool-input-end', id };
      yield part;
    }
  }
  yield { type: 'finish', finishReason, usage };
}

function toStream(parts: Iterator<StreamPart>, delayMs: number, signal: AbortSignal | undefined) {
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      signal?.throwIfAborted(); // a pull that throws is a stream that fails, as that of a provider
      const { done, value } = parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
