import type { ModelReply } from '../../journal/index.ts';
import { copyData } from '../../messages/index.ts';
import { type Processor, TripWire } from '../../processors/index.ts';
import type { Run } from '../run.ts';
import { toAssistantMessage } from '../state.ts';
import { blockedOutput, kindOf, resultInvalid } from './failures.ts';
import { lateFields, type StepsSoFar, stepsSoFar } from './late-fields.ts';
import { OpenStep } from './open-step.ts';
import type { RunProcessors } from './run-processors.ts';
import { messagesGiven, takeMessages, withConversation } from './take-messages.ts';
import { withWords } from './with-words.ts';

/**
 * Shows processors an answer before anything comes of it, and gives what they make of it. One that is stopped here is
 * recorded, so that it can be rejected; of one that could not be shown to all of them no word is kept.
 */
export async function processReply(
  run: Run,
  processors: RunProcessors,
  reply: ModelReply,
): Promise<ModelReply> {
  let current = reply;
  try {
    await processResponse(run, processors, reply);
    for (const processor of processors.having('processOutputStep') ?? []) {
      if (run.isAborted) break;
      current = await processStep(run, processors, processor, current);
    }
  } catch (thrown) {
    const kept = TripWire.is(thrown) ? current : withWords(current, []);
    run.record({ type: 'model-replied', step: run.state.steps.length, reply: kept });
    throw thrown;
  }
  return run.isAborted ? withWords(current, []) : current;
}

async function processResponse(
  run: Run,
  processors: RunProcessors,
  { warnings, request, response, model }: ModelReply,
): Promise<void> {
  const { heard } = processors;
  for (const processor of processors.having('processLLMResponse') ?? []) {
    if (run.isAborted) return;
    const own = addHeard(
      {
        fromCache: heard?.isFromCache === true,
        warnings,
        request,
        rawResponse: response,
        model,
        stepNumber: processors.stepNumber,
      },
      { processors, stepCount: processors.stepCount, parts: heard?.parts ?? [] },
    );
    await run.untilStopped(processors.call(processor, 'processLLMResponse', own, blockedOutput));
  }
}

const addHeard = lateFields<StepsSoFar & { readonly parts: readonly unknown[] }>({
  chunks: ({ parts }) => copyData([...parts]),
  steps: stepsSoFar,
});

async function processStep(
  run: Run,
  processors: RunProcessors,
  processor: Processor,
  reply: ModelReply,
): Promise<ModelReply> {
  const hook = 'processOutputStep';
  const { messageList } = processors;
  const { entries } = messageList.state;
  const assistant = toAssistantMessage(reply);
  const open = new OpenStep(messageList, run.config.messageId, {
    assistant,
    results: undefined,
    reply,
  });
  try {
    const own = argsOf(processors, reply);
    const given = await run.untilStopped(processors.call(processor, hook, own, blockedOutput));
    if (run.isAborted) return reply;
    if (!takeMessages(messageList, given, processor, hook)) {
      const problem = `must give ${messagesGiven}, but gave ${kindOf(given)}.`;
      throw resultInvalid(processor, hook, problem);
    }
    const parts = open.close();
    if (messageList.state.entries !== entries) processors.keepMessages(processors.system);
    return parts === undefined ? reply : withWords(reply, parts);
  } catch (thrown) {
    open.discard();
    throw thrown;
  }
}

function argsOf(processors: RunProcessors, reply: ModelReply): object {
  const { stepNumber } = processors;
  return withConversation(
    {
      stepNumber,
      finishReason: reply.finishReason,
      toolCalls: reply.calls.map(({ toolName, id, args }) => ({
        toolName,
        toolCallId: id,
        args: copyData(args),
      })),
      text: reply.text,
      usage: reply.usage,
      providerMetadata: reply.providerMetadata,
    },
    processors,
  );
}
