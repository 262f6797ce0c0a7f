import { TenonError } from '../base/errors.ts';
import {
  type MessageInput,
  type MessageOrigins,
  makeWhole,
  type PromptMessage,
  toPrompt,
} from '../messages/index.ts';
import type { ToolSet } from '../tools/index.ts';
import type { AgentConfig, DynamicContext, Instructions, RunOptions } from './options.ts';

/** What the model is sent first: instructions, then the conversation. */
export async function promptOf(
  agent: AgentConfig,
  context: DynamicContext,
  options: RunOptions,
  input: MessageInput,
  toolSet: ToolSet,
  origins: MessageOrigins | undefined,
): Promise<PromptMessage[]> {
  const { instructions: own } = agent;
  const instructions =
    options.instructions ?? (typeof own === 'function' ? await own(context) : own);
  const prompt = toSystemMessages(instructions, agent.id);
  if (options.system !== undefined) prompt.push(...toSystemMessages(options.system, agent.id));
  return [...prompt, ...makeWhole(messagesOf(options, input, toolSet, origins), origins)];
}

/** What the caller says: the context of the call and its input. */
export function messagesOf(
  { context }: RunOptions,
  input: MessageInput,
  toolSet: ToolSet,
  origins?: MessageOrigins,
): PromptMessage[] {
  const toModelName = (toolName: string): string => toolSet.modelNameOf(toolName);
  const before = context === undefined ? [] : toPrompt(context, { toModelName, origins });
  return [...before, ...toPrompt(input, { toModelName, origins })];
}

function toSystemMessages(
  instructions: Instructions | undefined,
  agentId: string,
): PromptMessage[] {
  if (instructions === undefined || instructions === null) return [];
  const list: readonly unknown[] = Array.isArray(instructions) ? instructions : [instructions];
  return list.flatMap((item): PromptMessage[] => {
    if (typeof item === 'string') return item === '' ? [] : [{ role: 'system', content: item }];
    const { role, content } = (item ?? {}) as { role?: unknown; content?: unknown };
    if (role === 'system' && typeof content === 'string') return toPrompt([item as never]);
    throw new TenonError(
      'AGENT_INSTRUCTIONS_INVALID',
      `Agent "${agentId}": instructions must be a text, a message { role: 'system', content }, or a list of these.`,
      { details: { agentId } },
    );
  });
}
