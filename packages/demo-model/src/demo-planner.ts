import { readRequest, toAnswer } from './conversation.ts';
import { toPlan } from './plan.ts';
import { type ModelPart, type ModelRequest, toEnd, toPieces } from './spec.ts';

export interface DemoPlannerOptions {
  /** What "tomorrow" counts from. Default: the clock of the system. */
  readonly now?: () => Date;
  /** Pause between the pieces of a stream, in milliseconds. Default 0. */
  readonly delayMs?: number;
}

/** A stand-in for a language model, made of rules: stateless, and needs neither key nor network. */
export function demoPlanner({ now = () => new Date(), delayMs = 0 }: DemoPlannerOptions = {}) {
  async function* tell(part: ModelPart, signal: AbortSignal | undefined) {
    for (const piece of toPieces(part)) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      signal?.throwIfAborted();
      yield piece;
    }
  }
  const doGenerate = async (request: ModelRequest) => {
    const part = decide(request, now());
    return { content: [part], ...toEnd(part), warnings: [] };
  };
  const doStream = async (request: ModelRequest) => ({
    stream: ReadableStream.from(tell(decide(request, now()), request.abortSignal)),
  });
  const model = { specificationVersion: 'v3' as const, provider: 'demo', modelId: 'planner' };
  return { ...model, supportedUrls: {}, doGenerate, doStream };
}
function decide(request: ModelRequest, now: Date): ModelPart {
  request.abortSignal?.throwIfAborted();
  const asked = readRequest(request);
  const plan = toPlan(asked, now);
  const next = plan.filter(({ input }) => input)[asked.results.length];
  if (!next) return { type: 'text', text: toAnswer(plan, asked) };
  const toolCallId = `call_${crypto.randomUUID()}`;
  return { type: 'tool-call', toolCallId, toolName: next.tool, input: JSON.stringify(next.input) };
}
