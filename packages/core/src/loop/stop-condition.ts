import type { MaybePromise } from '../base/promise.ts';
import type { StepResult } from '../processors/index.ts';

/** Asked after each step that would go on; `true` ends the run there. */
export type StopCondition = (context: {
  readonly steps: readonly StoppableStep[];
}) => MaybePromise<boolean>;

/**
 * A step as stop conditions see it: its calls and results also have their fields at the top, so that conditions
 * written for the AI SDK work.
 */
export interface StoppableStep extends Omit<StepResult, 'toolCalls' | 'toolResults'> {
  readonly toolCalls: readonly (StepResult['toolCalls'][number] & {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
  })[];
  readonly toolResults: readonly (StepResult['toolResults'][number] & {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
    readonly output: unknown;
  })[];
}

/** Ends the run after `count` steps. */
export function stepCountIs(count: number): StopCondition {
  return ({ steps }) => steps.length >= count;
}

/** Ends the run once a step has called the tool with this key. */
export function hasToolCall(toolName: string): StopCondition {
  return ({ steps }) => steps.at(-1)?.toolCalls.some((call) => call.toolName === toolName) ?? false;
}

export function toStoppableStep(step: StepResult): StoppableStep {
  const outputs = new Map<string, unknown>();
  for (const part of step.content) {
    if (part.type === 'tool-result') outputs.set(part.toolCallId, part.output);
  }
  return {
    ...step,
    toolCalls: step.toolCalls.map((chunk) => {
      const { toolCallId, toolName, args } = chunk.payload;
      return { ...chunk, toolCallId, toolName, input: args };
    }),
    toolResults: step.toolResults.map((chunk) => {
      const { toolCallId, toolName, args } = chunk.payload;
      return { ...chunk, toolCallId, toolName, input: args, output: outputs.get(toolCallId) };
    }),
  };
}
