import type { PromptMessage } from '../messages/index.ts';
import type { FullOutput } from './full-output.ts';
import type { Run } from './run.ts';
import type { StepResult } from './step.ts';

const noResponse = { id: undefined, modelId: undefined, timestamp: undefined, headers: undefined };

/** What the run gave, as plain data. */
export function toFullOutput({ state, runId }: Run): FullOutput {
  const { ended, usage, messageId } = state;
  const steps = state.steps.map((step) => step.view(runId));
  const last = steps.at(-1);
  const messages: readonly PromptMessage[] = state.prompt.slice(state.inputLength);
  return {
    runId,
    messageId,
    text: joined(steps, 'text'),
    steps,
    finishReason: ended?.finishReason ?? 'other',
    stoppedBy: ended?.stoppedBy,
    usage,
    totalUsage: usage,
    toolCalls: gathered(steps, 'toolCalls'),
    toolResults: gathered(steps, 'toolResults'),
    content: gathered(steps, 'content'),
    reasoning: gathered(steps, 'reasoning'),
    reasoningText: joined(steps, 'reasoningText'),
    sources: gathered(steps, 'sources'),
    files: gathered(steps, 'files'),
    warnings: gathered(steps, 'warnings'),
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

type ListField = {
  [Field in keyof StepResult]: StepResult[Field] extends readonly unknown[] ? Field : never;
}[keyof StepResult];

function gathered<Field extends ListField>(
  steps: readonly StepResult[],
  field: Field,
): StepResult[Field] {
  const list: unknown[] = [];
  for (const step of steps) for (const item of step[field]) list.push(item);
  return list as unknown as StepResult[Field];
}
