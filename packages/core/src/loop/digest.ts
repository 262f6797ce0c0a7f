import type { ToolCall } from '../journal/index.ts';
import type { ToolResultOutput } from '../messages/index.ts';
import { isFailedOutput, outputInWords, valueInWords } from '../models/index.ts';
import { acceptedSteps, type RunState } from './state.ts';

/**
 * What a run thought, did and answered, as a text for a model that did not take part. It holds what the model of the run
 * wrote and was told: of a result that is private there is what `toModelOutput` made of it.
 */
export function digestOf(state: RunState): string {
  const { prompt, inputLength } = state;
  const steps = acceptedSteps(state);
  const told = new Map<string, ToolResultOutput>();
  for (const message of prompt.slice(inputLength)) {
    if (message.role !== 'tool' && message.role !== 'assistant') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result') told.set(part.toolCallId, part.output);
    }
  }
  const calls = steps.flatMap(({ reply }) => reply.calls);
  const sections = [
    ['Assistant Reasoning', steps.map(({ reply }) => reasoningOf(reply.content)).join('')],
    ['Tool Calls', calls.map((call) => inWords(call, told.get(call.id))).join('\n\n')],
    ['Tool Results', calls.map((call) => howItEnded(call, told.get(call.id))).join('\n')],
    ['Assistant Response', steps.map(({ reply }) => reply.text).join('\n\n')],
  ];
  return sections
    .filter(([, content]) => content?.trim() !== '')
    .map(([title, content]) => `# ${title}\n\n${content?.trim()}`)
    .join('\n\n');
}

function reasoningOf(content: RunState['steps'][number]['reply']['content']): string {
  return content.map((part) => (part.type === 'reasoning' ? `${part.text}\n` : '')).join('');
}

function inWords({ toolName, written }: ToolCall, output: ToolResultOutput | undefined): string {
  const call = `## ${toolName}\n\n### Input\n\n${valueInWords(written ?? {})}`;
  return output === undefined ? call : `${call}\n\n### Output\n\n${outputInWords(output)}`;
}

/** In the order of the calls, whose outputs stand above. */
function howItEnded({ toolName }: ToolCall, output: ToolResultOutput | undefined): string {
  if (output === undefined) return `- ${toolName}: no result`;
  return `- ${toolName}: ${isFailedOutput(output) ? 'failed' : 'succeeded'}`;
}
