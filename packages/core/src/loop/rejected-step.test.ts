import { describe, expect, it } from 'vitest';
import { noUsage } from '../base/usage.ts';
import { type ModelReply, type RunEvent, ToolCall } from '../journal/index.ts';
import type { PromptMessage } from '../messages/index.ts';
import { acceptedSteps, applyEvent, emptyState, textOf } from './state.ts';

const prompt: PromptMessage[] = [{ role: 'user', content: [{ type: 'text', text: '?' }] }];
const tripwire = { reason: 'rude', retry: true, processorId: 'p' };

function reply(text: string, call?: ToolCall): ModelReply {
  return {
    content: [
      { type: 'text', text, providerMetadata: undefined },
      ...(call === undefined ? [] : [{ type: 'tool-call' as const, call }]),
    ],
    calls: call === undefined ? [] : [call],
    text,
    finishReason: 'stop',
    rawFinishReason: undefined,
    usage: noUsage,
    warnings: [],
    request: {},
    response: { id: undefined, modelId: undefined, timestamp: undefined, headers: undefined },
    providerMetadata: undefined,
    model: { provider: 'p', modelId: 'm' },
  };
}

function stateAfter(...events: RunEvent[]) {
  const state = emptyState();
  const start = { type: 'run-started', runId: 'r', agentId: 'a', messageId: 'm', prompt } as const;
  for (const event of [start, ...events]) applyEvent(state, event);
  return state;
}

describe('a step that a processor rejected', () => {
  it('stays among the steps, with the reason, and is told to no model', () => {
    const call = new ToolCall({
      id: 'c',
      step: 0,
      toolName: 't',
      modelName: 't',
      text: '',
      args: {},
    });
    const state = stateAfter(
      { type: 'model-replied', step: 0, reply: reply('Go away', call) },
      { type: 'step-rejected', step: 0, tripwire, isRetried: true },
      { type: 'model-replied', step: 1, reply: reply('Welcome') },
    );
    expect(JSON.stringify(state.prompt)).not.toContain('Go away');
    expect(textOf(state)).toBe('Welcome');
    expect(acceptedSteps(state)).toEqual([state.steps[1]]);
    expect(state.steps[0]?.view('r')).toMatchObject({
      tripwire,
      text: '',
      finishReason: 'retry',
      response: { messages: [] },
    });
  });

  it('has the finish reason "tripwire" when the run ended with it', () => {
    const state = stateAfter(
      { type: 'model-replied', step: 0, reply: reply('Go away') },
      { type: 'step-rejected', step: 0, tripwire, isRetried: false },
    );
    expect(state.steps[0]?.view('r').finishReason).toBe('tripwire');
  });
});

describe('a prompt that a processor replaced', () => {
  it('is what steps go on', () => {
    const other: PromptMessage[] = [{ role: 'user', content: [{ type: 'text', text: '!' }] }];
    const state = stateAfter(
      { type: 'prompt-replaced', prompt: other },
      { type: 'model-replied', step: 0, reply: reply('Ok') },
    );
    expect(state.prompt.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(state.prompt[0]).toBe(other[0]);
    expect(other).toHaveLength(1);
  });
});

describe('a reply whose words a processor changed', () => {
  it('has them in text, step and prompt, whatever was looked at before', () => {
    const state = stateAfter({ type: 'model-replied', step: 0, reply: reply('rude') });
    expect(state.steps[0]?.view('r').text).toBe('rude');
    applyEvent(state, { type: 'reply-changed', step: 0, reply: reply('kind') });
    expect(textOf(state)).toBe('kind');
    expect(state.steps[0]?.view('r').text).toBe('kind');
    expect(JSON.stringify([state.prompt, state.steps[0]?.view('r')])).not.toContain('rude');
    applyEvent(state, { type: 'reply-changed', step: 0, reply: reply('') });
    expect(state.prompt).toEqual(prompt);
  });
});
