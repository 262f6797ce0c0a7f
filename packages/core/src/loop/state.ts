import type { FinishReason, StoppedBy } from '../base/finish-reason.ts';
import { joinTransforms } from '../base/payload-transform.ts';
import type { Tripwire } from '../base/tripwire.ts';
import { addUsage, noUsage, type Usage } from '../base/usage.ts';
import type { CallOutcome, ModelReply, RunEvent, ToolCall } from '../journal/index.ts';
import {
  type PromptAssistantMessage,
  type PromptMessage,
  readSavedOutput,
  type SavedOutput,
  toCallInput,
  toJsonSafe,
  toWellFormed,
} from '../messages/index.ts';
import { toProviderResultPart, toResultMessage } from './result-message.ts';
import { Step } from './step.ts';

/**
 * The state of a run: a fold over its journal. It only ever grows at its end, so applying a record costs the same
 * however many went before; the loop keeps one and applies what it writes.
 */
export interface RunState {
  runId: string;
  agentId: string;
  messageId: string;
  /** What the next model call is sent, without system messages that a single step adds. It grows; processors replace it. */
  prompt: PromptMessage[];
  /** How much of the prompt was there at the start. */
  inputLength: number;
  readonly steps: Step[];
  /** How many of the steps a processor rejected. */
  rejected: number;
  /** Every call of the run by its id. */
  readonly calls: Map<string, ToolCall>;
  usage: Usage;
  ended:
    | {
        readonly finishReason: FinishReason;
        readonly stoppedBy: StoppedBy | undefined;
        readonly error: Error | undefined;
        readonly object: unknown;
        readonly usedFallbackValue: boolean | undefined;
        readonly tripwire: Tripwire | undefined;
      }
    | undefined;
}

export function emptyState(): RunState {
  return {
    runId: '',
    agentId: '',
    messageId: '',
    prompt: [],
    inputLength: 0,
    steps: [],
    rejected: 0,
    calls: new Map(),
    usage: noUsage,
    ended: undefined,
  };
}

/** Applies one record. Every change of a run's state is made here. */
export function applyEvent(state: RunState, event: RunEvent): void {
  switch (event.type) {
    case 'run-started':
      state.runId = event.runId;
      state.agentId = event.agentId;
      state.messageId = event.messageId;
      for (const message of event.prompt) state.prompt.push(message as PromptMessage);
      state.inputLength = state.prompt.length;
      return;
    case 'model-replied':
      addReply(state, event.step, event.reply);
      return;
    case 'reply-changed': {
      const step = state.steps[event.step] as Step;
      const { assistant } = step;
      const changed = toAssistantMessage(event.reply);
      step.change(event.reply, changed);
      state.prompt = state.prompt.flatMap((message) => {
        if (message !== assistant) return [message];
        return changed.content.length > 0 ? [changed] : [];
      });
      return;
    }
    case 'prompt-replaced':
      // another array, since sessions take the same one for one that has only grown
      state.prompt = event.prompt.slice() as PromptMessage[];
      return;
    case 'step-rejected': {
      const step = state.steps[event.step] as Step;
      state.prompt = state.prompt.filter(
        (message) => message !== step.assistant && message !== step.results,
      );
      step.reject(event.tripwire, event.isRetried);
      state.rejected++;
      return;
    }
    case 'call-started':
      return;
    case 'call-ended': {
      const call = state.calls.get(event.id);
      if (call === undefined || call.outcome !== undefined) return;
      call.outcome = fromRecord(event.outcome);
      if (event.transforms !== undefined) {
        call.transforms = joinTransforms(call.transforms, event.transforms);
      }
      const step = state.steps[call.step] as Step;
      step.open--;
      if (step.open === 0) closeStep(state, step);
      return;
    }
    case 'answer-structured':
      state.usage = addUsage(state.usage, event.usage);
      return;
    case 'run-ended': {
      const last = state.steps.at(-1);
      if (last !== undefined && last.open > 0) closeStep(state, last);
      const { finishReason, stoppedBy, error, object, usedFallbackValue, tripwire } = event;
      state.ended = { finishReason, stoppedBy, error, object, usedFallbackValue, tripwire };
      return;
    }
    default:
      event satisfies never;
  }
}

function fromRecord(outcome: CallOutcome): CallOutcome {
  if (outcome.type !== 'result' || outcome.modelOutput === undefined) return outcome;
  const saved = outcome.modelOutput as SavedOutput;
  return { ...outcome, modelOutput: readSavedOutput(saved, outcome.value) };
}

function addReply(state: RunState, number: number, reply: ModelReply): void {
  const step = new Step(number, reply);
  state.steps.push(step);
  state.usage = state.steps.length === 1 ? reply.usage : addUsage(state.usage, reply.usage);
  for (const call of reply.calls) state.calls.set(call.id, call);
  step.assistant = toAssistantMessage(reply);
  if (step.assistant.content.length > 0) state.prompt.push(step.assistant);
  if (step.open === 0) closeStep(state, step);
}

function closeStep(state: RunState, step: Step): void {
  step.results = toResultMessage(step.reply);
  if (step.results !== undefined) state.prompt.push(step.results);
}

/** What a reply adds to the prompt. */
export function toAssistantMessage({
  content: parts,
}: Pick<ModelReply, 'content'>): PromptAssistantMessage {
  const content: PromptAssistantMessage['content'][number][] = [];
  for (const part of parts) {
    switch (part.type) {
      case 'text':
      case 'reasoning': {
        if (part.text === '' && part.providerMetadata === undefined) continue;
        const text = toWellFormed(part.text);
        content.push(
          part.providerMetadata === undefined
            ? { type: part.type, text }
            : { type: part.type, text, providerOptions: part.providerMetadata },
        );
        continue;
      }
      case 'file': {
        const { data, mediaType, providerMetadata: providerOptions } = part;
        content.push({
          type: 'file',
          data,
          mediaType,
          ...(providerOptions && { providerOptions }),
        });
        continue;
      }
      case 'tool-call':
        content.push(toCallPart(part.call));
        continue;
      case 'provider-result':
        content.push(toProviderResultPart(part));
        continue;
      default:
    }
  }
  return { role: 'assistant', content };
}

function toCallPart(call: ToolCall): PromptAssistantMessage['content'][number] {
  return {
    type: 'tool-call',
    toolCallId: call.id,
    toolName: call.modelName,
    input: call.providerExecuted ? toJsonSafe(call.written ?? {}) : toCallInput(call.written ?? {}),
    ...(call.providerExecuted && { providerExecuted: true }),
    ...(call.providerMetadata && { providerOptions: call.providerMetadata }),
  };
}

/** The steps that no processor rejected. */
export function acceptedSteps({ steps, rejected }: RunState): readonly Step[] {
  return rejected === 0 ? steps : steps.filter((step) => step.tripwire === undefined);
}

/** The text of all of them; a run that a processor stopped says nothing. */
export function textOf(state: RunState): string {
  if (state.ended?.tripwire !== undefined) return '';
  let text = '';
  for (const { reply } of acceptedSteps(state)) text += reply.text;
  return text;
}
