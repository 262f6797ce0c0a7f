import type { PromptMessage } from '../messages/index.ts';
import type { FullOutput } from './full-output.ts';
import type { Run } from './run.ts';
import type { StepResult } from './step.ts';

const noResponse = { id: undefined, modelId: undefined, timestamp: undefined, headers: undefined };

export function toFullOutput({ state, runId }: Run): FullOutput {
  const steps = state.steps.map((step) => step.view(runId));
  const last = steps.at(-1);
  const messages: readonly PromptMessage[] = state.prompt.slice(state.inputLength);
  const { ended } = state;
  return {
    runId,
    messageId: state.messageId,
    text: joined(steps, 'text'),
    steps,
    finishReason: ended?.finishReason ?? 'other',
    stoppedBy: ended?.stoppedBy,
    usage: state.usage,
    totalUsage: state.usage,
    toolCalls: steps.flatMap((step) => step.toolCalls),
    toolResults: steps.flatMap((step) => step.toolResults),
    content: steps.flatMap((step) => step.content),
    reasoning: steps.flatMap((step) => step.reasoning),
    reasoningText: joined(steps, 'reasoningText'),
    sources: steps.flatMap((step) => step.sources),
    files: steps.flatMap((step) => step.files),
    warnings: steps.flatMap((step) => step.warnings),
    request: last?.request ?? {},
    response: { ...(last?.response ?? noResponse), messages },
    providerMetadata: last?.providerMetadata,
    error: ended?.error,
  };
}

function joined(steps: readonly StepResult[], field: 'text' | 'reasoningText'): string {
  let text = '';
  for (const step of steps) text += step[field];
  return text;
}
