import type { PromptMessage } from '../messages/index.ts';
import type { FullOutput } from './full-output.ts';
import type { Run } from './run.ts';
import type { StepResult } from './step.ts';

const noResponse = { id: undefined, modelId: undefined, timestamp: undefined, headers: undefined };

/**
 * What the run gave. Fields that take the steps apart are made when they are first looked at: most callers only want
 * the text.
 */
export function toFullOutput({ state, runId }: Run): FullOutput {
  const { ended, usage, messageId } = state;
  let views: readonly StepResult[] | undefined;
  const steps = (): readonly StepResult[] => {
    views ??= state.steps.map((step) => step.view(runId));
    return views;
  };
  const last = (): StepResult | undefined => steps().at(-1);
  return {
    runId,
    messageId,
    text: state.steps.length === 1 ? (state.steps[0]?.reply.text ?? '') : textOf(state.steps),
    finishReason: ended?.finishReason ?? 'other',
    stoppedBy: ended?.stoppedBy,
    usage,
    totalUsage: usage,
    error: ended?.error,
    get steps() {
      return steps();
    },
    get toolCalls() {
      return steps().flatMap((step) => step.toolCalls);
    },
    get toolResults() {
      return steps().flatMap((step) => step.toolResults);
    },
    get content() {
      return steps().flatMap((step) => step.content);
    },
    get reasoning() {
      return steps().flatMap((step) => step.reasoning);
    },
    get reasoningText() {
      return steps()
        .map((step) => step.reasoningText)
        .join('');
    },
    get sources() {
      return steps().flatMap((step) => step.sources);
    },
    get files() {
      return steps().flatMap((step) => step.files);
    },
    get warnings() {
      return steps().flatMap((step) => step.warnings);
    },
    get request() {
      return last()?.request ?? {};
    },
    get response() {
      const messages: readonly PromptMessage[] = state.prompt.slice(state.inputLength);
      return { ...(last()?.response ?? noResponse), messages };
    },
    get providerMetadata() {
      return last()?.providerMetadata;
    },
  };
}

function textOf(steps: readonly { readonly reply: { readonly text: string } }[]): string {
  let text = '';
  for (const { reply } of steps) text += reply.text;
  return text;
}
