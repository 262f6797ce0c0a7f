import { scriptedModel } from '@tenon/testing';
import { describe, expect, it } from 'vitest';
import { RequestContext } from '../base/request-context.ts';
import { createTool } from '../tools/index.ts';
import { Agent, type AgentConfig } from './index.ts';

const look = createTool({ id: 'look-tool', description: 'Looks', execute: async () => 'seen' });
const make = (config: Partial<AgentConfig> = {}) =>
  new Agent({ id: 'a', name: 'A', instructions: 'Look.', model: scriptedModel([]), ...config });

describe('what an agent tells of itself', () => {
  it('is what it was made of', async () => {
    const agent = make({ description: 'Sees', tools: { look }, metadata: { team: 'eyes' } });
    expect(agent).toMatchObject({ id: 'a', name: 'A', description: 'Sees' });
    expect(agent.getDescription()).toBe('Sees');
    expect(await agent.getInstructions()).toBe('Look.');
    expect(await agent.listTools()).toEqual({ look });
    expect(await agent.getMetadata()).toEqual({ team: 'eyes' });
  });

  it('may depend on the request', async () => {
    const agent = make({
      instructions: ({ requestContext }) => `Look for ${requestContext.get('user')}.`,
      tools: async ({ requestContext }) => (requestContext.has('user') ? { look } : {}),
      metadata: async ({ requestContext }) => ({ seenBy: requestContext.get('user') }),
    });
    const requestContext = new RequestContext({ user: 'ada' });
    expect(await agent.getInstructions({ requestContext })).toBe('Look for ada.');
    expect(await agent.listTools({ requestContext })).toEqual({ look });
    expect(await agent.getMetadata({ requestContext })).toEqual({ seenBy: 'ada' });
    expect(await agent.listTools()).toEqual({});
  });

  it('is empty where nothing was said', async () => {
    const agent = make();
    expect(agent.getDescription()).toBe('');
    expect(await agent.listTools()).toEqual({});
    expect(await agent.getMetadata()).toEqual({});
  });

  it('cannot be facts of another form', () => {
    expect(() => make({ metadata: 'eyes' as never })).toThrow(
      expect.objectContaining({
        id: 'AGENT_OPTION_INVALID',
        message: expect.stringMatching(/metadata/),
      }),
    );
  });
});
