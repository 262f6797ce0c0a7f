import { scriptedModel } from '@tenon/testing';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import * as agentDoor from './agent.ts';
import * as door from './index.ts';
import * as contextDoor from './request-context.ts';
import * as toolsDoor from './tools.ts';

describe('the main door', () => {
  it('has the old names for the same things', () => {
    expect(door.Mastra).toBe(door.Tenon);
    expect(door.MastraError).toBe(door.TenonError);
    expectTypeOf(new door.Mastra()).toEqualTypeOf<door.Tenon>();
    const error = new door.MastraError('TOOL_NOT_FOUND', 'x');
    expect(error).toBeInstanceOf(door.TenonError);
    expectTypeOf(error).toEqualTypeOf<door.TenonError>();
  });

  it('is also the subpath of the old name', async () => {
    expect(await import('@tenon/core/mastra')).toBe(await import('@tenon/core'));
  });

  it('has the same things as the doors of their own', () => {
    expect(door.Agent).toBe(agentDoor.Agent);
    expect(door.createTool).toBe(toolsDoor.createTool);
    expect(door.Tool).toBe(toolsDoor.Tool);
    expect(door.RequestContext).toBe(contextDoor.RequestContext);
  });

  it('tells an error of the registry as JSON', () => {
    const look = () => new door.Mastra().getTool('x');
    expect(look).toThrow('Tool with name x not found');
    try {
      look();
    } catch (error) {
      expect(JSON.parse(JSON.stringify(error))).toEqual({
        message: 'Tool with name x not found. Known: none.',
        domain: 'MASTRA',
        category: 'USER',
        code: 'MASTRA_GET_TOOL_BY_NAME_NOT_FOUND',
        details: { status: 404, toolName: 'x', tools: '' },
      });
    }
  });
});

describe('two copies of the package', () => {
  it('take each other’s tools, agents, contexts and errors', async () => {
    vi.resetModules();
    const other = await import('./index.ts');
    expect(other.Tenon).not.toBe(door.Tenon);
    const get = other.createTool({
      id: 'get',
      description: '',
      requestContextSchema: z.object({ tenant: z.string() }),
      execute: async (_, { requestContext }) => requestContext.get('tenant'),
    });
    const requestContext = new door.RequestContext({ tenant: 'acme' });
    expect(await get.execute({}, { requestContext })).toBe('acme');
    expect(toolsDoor.isTool(get)).toBe(true);

    const model = scriptedModel(['from the other copy']);
    const assistant = new other.Agent({ id: 'a', name: 'a', instructions: '', model });
    expect(agentDoor.isAgent(assistant)).toBe(true);
    const tenon = new door.Tenon();
    tenon.addTool(get as toolsDoor.AnyTool, 'get');
    tenon.addAgent(assistant as unknown as agentDoor.Agent, 'a');
    expect((await tenon.getAgent('a').generate('hi', { requestContext })).text).toBe(
      'from the other copy',
    );

    expect(() => new other.Tenon().getTool('x')).toThrow(
      expect.toSatisfy((thrown) => door.TenonError.is(thrown, 'MASTRA_GET_TOOL_BY_NAME_NOT_FOUND')),
    );
  });

  it('tell each other’s errors by `instanceof`, and nothing else', async () => {
    vi.resetModules();
    const other = await import('./index.ts');
    const thrown: unknown = new other.TenonError('TOOL_NOT_FOUND', 'No tool.');
    class OwnError extends door.TenonError {}
    expect(thrown instanceof door.TenonError).toBe(true);
    expect(thrown instanceof door.MastraError).toBe(true);
    expect(thrown instanceof OwnError).toBe(false);
    const own: unknown = new OwnError('TOOL_NOT_FOUND', 'No tool.');
    expect(own instanceof OwnError && own instanceof other.TenonError).toBe(true);
    for (const value of [new Error('x'), null, undefined, 5, {}]) {
      expect((value as unknown) instanceof door.TenonError).toBe(false);
    }
  });
});
