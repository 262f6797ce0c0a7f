import { call, collect, scriptedModel } from '@tenon/testing';
import { describe, expect, it, vi } from 'vitest';
import { Agent } from '../agent/index.ts';
import { TenonError } from '../base/errors.ts';
import { consoleLogger, silentLogger } from '../base/logger.ts';
import { InMemoryStore } from '../storage/index.ts';
import { type AnyTool, createTool, type ToolContext } from '../tools/index.ts';
import { Tenon, type TenonConfig } from './index.ts';

const tool = (id: string): AnyTool => createTool({ id, description: '', execute: async () => id });
const agent = (id: string, tools?: Record<string, AnyTool>, model = scriptedModel(['hi'])) =>
  new Agent({ id, name: `Agent ${id}`, instructions: '', model, ...(tools && { tools }) });

/** A registry with a logger that keeps its warnings. */
function registry(config: TenonConfig = {}) {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) };
  return { warnings, logger, tenon: new Tenon({ logger, ...config }) };
}
function thrownBy(act: () => unknown): TenonError {
  try {
    act();
  } catch (error) {
    if (TenonError.is(error)) return error;
  }
  throw new Error('It threw no TenonError.');
}

describe('tools of a registry', () => {
  it('are found by key, and by id or else by key', () => {
    const [a, b] = [tool('id-a'), tool('id-b')];
    const { tenon } = registry({ tools: { a, b, 'id-a': b } });
    expect(tenon.getTool('a')).toBe(a);
    expect(tenon.getToolById('id-a')).toBe(a);
    expect(tenon.getToolById('b')).toBe(b);
    expect(tenon.getTool('id-a')).toBe(b);
  });

  it('that are missing are an error with the known keys and a hint', () => {
    const { tenon } = registry({ tools: { search: tool('s'), fetch: tool('f') } });
    expect(thrownBy(() => tenon.getTool('serch'))).toMatchObject({
      id: 'MASTRA_GET_TOOL_BY_NAME_NOT_FOUND',
      code: 'MASTRA_GET_TOOL_BY_NAME_NOT_FOUND',
      domain: 'MASTRA',
      category: 'USER',
      message: expect.stringMatching(/^Tool with name serch not found\. Did you mean search/),
      details: { status: 404, toolName: 'serch', tools: 'search, fetch' },
    });
    expect(thrownBy(() => tenon.getToolById('zzzzzz'))).toMatchObject({
      id: 'MASTRA_GET_TOOL_BY_ID_NOT_FOUND',
      message: 'Tool with id zzzzzz not found. Known: search, fetch.',
      details: { status: 404, toolId: 'zzzzzz', tools: 'search, fetch' },
    });
    expect(thrownBy(() => new Tenon().getTool('x')).message).toContain('Known: none.');
  });

  it('are no properties that every object has', () => {
    const { tenon } = registry({ tools: { a: tool('a') } });
    for (const key of ['constructor', '__proto__', 'toString']) {
      expect(() => tenon.getTool(key)).toThrow(TenonError);
      expect(() => tenon.getToolById(key)).toThrow(TenonError);
    }
    tenon.addTool(tool('p'), '__proto__');
    expect(tenon.getTool('__proto__').id).toBe('p');
    expect(Object.keys(tenon.listTools())).toEqual(['a', '__proto__']);
  });

  it('are listed as a copy, that can be changed without harm', () => {
    const { tenon } = registry({ tools: { a: tool('a') } });
    const list = tenon.listTools();
    delete list.a;
    expect(Object.keys(tenon.listTools())).toEqual(['a']);
    expect(new Tenon().listTools()).toEqual({});
  });

  it('that are undefined or null in the constructor are passed over', () => {
    const { tenon } = registry({ tools: { a: undefined, b: null, c: tool('c') } });
    expect(Object.keys(tenon.listTools())).toEqual(['c']);
  });

  it('are added under a key, or else under their id', () => {
    const { tenon } = registry();
    tenon.addTool(tool('id-a'), 'a');
    tenon.addTool(tool('b'));
    expect(Object.keys(tenon.listTools())).toEqual(['a', 'b']);
    const nameless = createTool({ description: '', execute: async () => 1 } as never) as AnyTool;
    tenon.addTool(nameless, 'c');
    expect(tenon.getToolById('c')).toBe(nameless);
    expect(thrownBy(() => tenon.addTool(nameless)).id).toBe('TOOL_ID_REQUIRED');
  });

  it('keep their key, unless the caller overrides', () => {
    const [first, second] = [tool('first'), tool('second')];
    const { tenon } = registry({ tools: { a: first } });
    tenon.addTool(first, 'a');
    expect(thrownBy(() => tenon.addTool(second, 'a'))).toMatchObject({
      id: 'MASTRA_ADD_KEY_TAKEN',
      message: expect.stringMatching(/"a".*override: true/),
      details: { status: 409, key: 'a' },
    });
    expect(tenon.getTool('a')).toBe(first);
    tenon.addTool(second, 'a', { override: true });
    expect(tenon.getTool('a')).toBe(second);
  });

  it.each([undefined, null, {}, 'tool', { id: 'x', execute: () => 1 }])('are not %j', (value) => {
    const { tenon } = registry();
    expect(thrownBy(() => tenon.addTool(value as never, 'k'))).toMatchObject({
      id: 'MASTRA_ADD_TOOL_UNDEFINED',
      message: expect.stringContaining('Cannot add tool "k"'),
      details: { status: 400, key: 'k' },
    });
    expect(thrownBy(() => tenon.addTool(value as never)).details).toEqual({ status: 400 });
  });

  it('with one id under two keys are allowed, with a warning; the first is found by id', () => {
    const [first, second] = [tool('same'), tool('same')];
    const { tenon, warnings } = registry({ tools: { a: first, b: second } });
    expect(tenon.getToolById('same')).toBe(first);
    expect(warnings).toEqual([expect.stringMatching(/id "same".*"a" and "b"/)]);
    const one = tool('one');
    expect(registry({ tools: { a: one, b: one } }).warnings).toEqual([]);
  });

  it('are removed by key', () => {
    const { tenon } = registry({ tools: { a: tool('id') } });
    expect(tenon.removeTool('id')).toBe(false);
    expect(tenon.removeTool('a')).toBe(true);
    expect(tenon.removeTool('a')).toBe(false);
    expect(tenon.listTools()).toEqual({});
  });
});

describe('agents of a registry', () => {
  it('are found by key, and by id or else by key', async () => {
    const [a, b] = [agent('id-a'), agent('id-b')];
    const { tenon } = registry({ agents: { a, b, gone: undefined, none: null } });
    expect(tenon.getAgent('a')).toBe(a);
    expect(tenon.getAgentById('id-b')).toBe(b);
    expect(tenon.getAgentById('b')).toBe(b);
    expect(Object.keys(tenon.listAgents())).toEqual(['a', 'b']);
    expect((await tenon.getAgent('a').generate('hello')).text).toBe('hi');
  });

  it('that are missing are an error with the known keys and a hint', () => {
    const { tenon } = registry({ agents: { helper: agent('h') } });
    expect(thrownBy(() => tenon.getAgent('helpr'))).toMatchObject({
      id: 'MASTRA_GET_AGENT_BY_NAME_NOT_FOUND',
      message: 'Agent with name helpr not found. Did you mean helper?',
      details: { status: 404, agentName: 'helpr', agents: 'helper' },
    });
    expect(thrownBy(() => tenon.getAgentById('zz'))).toMatchObject({
      id: 'MASTRA_GET_AGENT_BY_AGENT_ID_NOT_FOUND',
      message: expect.stringMatching(/^Agent with id zz not found/),
      details: { status: 404, agentId: 'zz', agents: 'helper' },
    });
  });

  it('are added under a key or their id, one under several keys too', () => {
    const [one, other] = [agent('one'), agent('other')];
    const { tenon } = registry();
    tenon.addAgent(one);
    tenon.addAgent(one, 'again');
    expect(Object.keys(tenon.listAgents())).toEqual(['one', 'again']);
    expect(thrownBy(() => tenon.addAgent(other, 'one')).id).toBe('MASTRA_ADD_KEY_TAKEN');
    tenon.addAgent(other, 'one', { override: true });
    expect(tenon.getAgent('one')).toBe(other);
    for (const value of [undefined, null, {}]) {
      expect(thrownBy(() => tenon.addAgent(value as never, 'k'))).toMatchObject({
        id: 'MASTRA_ADD_AGENT_UNDEFINED',
        details: { status: 400, key: 'k' },
      });
    }
  });

  it('are removed by key or id, the first match alone', () => {
    const one = agent('one');
    const { tenon } = registry({ agents: { a: one, b: one } });
    expect(tenon.removeAgent('one')).toBe(true);
    expect(Object.keys(tenon.listAgents())).toEqual(['b']);
    expect(tenon.removeAgent('b')).toBe(true);
    expect(tenon.removeAgent('b')).toBe(false);
  });

  it('bring their own tools under the ids of those, and replace none', () => {
    const [x, other] = [tool('t-id'), tool('t-id')];
    const { tenon, warnings } = registry({ agents: { a: agent('a', { x }) } });
    expect(tenon.listTools()).toEqual({ 't-id': x });
    tenon.addAgent(agent('b', { x }));
    expect(warnings).toEqual([]);
    tenon.addAgent(agent('c', { y: other }));
    expect(tenon.getToolById('t-id')).toBe(x);
    expect(warnings).toEqual([expect.stringMatching(/id "t-id".*"y" of agent "c"/)]);
  });

  it('do not bring tools that depend on the request', () => {
    const dynamic = new Agent({
      id: 'd',
      name: 'd',
      instructions: '',
      model: scriptedModel([]),
      tools: () => ({ x: tool('x') }),
    });
    expect(registry({ agents: { dynamic } }).tenon.listTools()).toEqual({});
  });

  it('give their tools the registry under both its names', async () => {
    const seen: ToolContext[] = [];
    const look = createTool({
      id: 'look',
      description: '',
      execute: async (_, context) => void seen.push(context),
    });
    const looking = agent('a', { look }, scriptedModel([call('look', {}), 'done']));
    const { tenon, logger } = registry({ agents: { looking } });
    await looking.generate('look');
    expect(seen[0]?.tenon).toBe(tenon);
    expect(seen[0]?.mastra).toBe(tenon);
    expect(seen[0]?.tenon?.getLogger()).toBe(logger);
    expect(seen[0]?.tenon?.getToolById('look')).toBe(look);
  });
});

describe('what a registry shares', () => {
  it('is a logger: the console, another one, or none', () => {
    expect(new Tenon().getLogger()).toBe(consoleLogger);
    expect(new Tenon({ logger: false }).getLogger()).toBe(silentLogger);
    expect(new Tenon({ logger: console }).getLogger()).toBe(console);
  });

  it('is ids: random ones, or those of the host, which is told what for', () => {
    expect(new Tenon().generateId()).toMatch(/^[0-9a-f-]{36}$/);
    const tenon = new Tenon({ idGenerator: ({ idType }) => `${idType}-1` });
    expect(tenon.generateId({ idType: 'message' })).toBe('message-1');
    expect(tenon.generateId()).toBe('run-1');
  });

  it('is ids, of which its agents make those of their runs and messages', async () => {
    const agent = new Agent({
      id: 'a',
      name: 'A',
      instructions: '',
      model: scriptedModel(['Hi.']),
    });
    let count = 0;
    new Tenon({ agents: { agent }, idGenerator: ({ idType }) => `${idType}-${++count}` });
    const { runId, messageId } = await agent.generate('?');
    expect([runId, messageId]).toEqual(['run-1', 'message-2']);
  });

  it.each(['', undefined, null, 7])('is no id like %j', async (id) => {
    const agent = new Agent({
      id: 'a',
      name: 'A',
      instructions: '',
      model: scriptedModel(['Hi.']),
    });
    const tenon = new Tenon({ agents: { agent }, idGenerator: () => id as string });
    const error = { id: 'MASTRA_ID_GENERATOR_RETURNED_EMPTY_STRING' };
    expect(thrownBy(() => tenon.generateId()).id).toBe(error.id);
    await expect(agent.generate('?')).rejects.toMatchObject(error);
  });

  it('is providers of models by name, for all its agents', async () => {
    const asked: string[] = [];
    const named = new Agent({ id: 'n', name: 'N', instructions: '', model: 'mine/large' });
    const { tenon } = registry({
      agents: { named },
      modelResolvers: {
        mine: (modelId) => {
          asked.push(modelId);
          return scriptedModel(['mine'], { afterwards: 'repeat-last' });
        },
      },
    });
    expect((await tenon.getAgent('named').generate('?')).text).toBe('mine');
    expect((await tenon.getAgent('named').generate('?')).text).toBe('mine');
    expect(asked).toEqual(['large']);
  });

  it('is what people are shown of payloads, where neither agent nor call says', async () => {
    const policy = (word: string) => ({ transformToolPayload: () => word });
    const model = () => scriptedModel([[call('t')], 'done'], { afterwards: 'repeat-last' });
    const { tenon } = registry({
      transform: policy('registry'),
      agents: {
        plain: agent('plain', { t: tool('t') }, model()),
        own: new Agent({
          id: 'own',
          name: 'Own',
          instructions: '',
          model: model(),
          tools: { t: tool('t') },
          transform: policy('agent'),
        }),
      },
    });
    const shown = async (key: string) => {
      const stream = await tenon.getAgent(key).stream('?');
      const chunks = await collect(stream.toDisplayStream());
      return chunks.find(({ type }) => type === 'tool-result');
    };
    expect(await shown('plain')).toMatchObject({ payload: { result: 'registry' } });
    expect(await shown('own')).toMatchObject({ payload: { result: 'agent' } });
    expect(() => registry({ transform: { targets: [] } as never })).toThrow(
      'transform needs "transformToolPayload"',
    );
  });

  it('is a store, which tools get at, and which may be another later', async () => {
    const seen: unknown[] = [];
    const look = createTool({
      id: 'look',
      description: '',
      execute: async (_, context) => {
        const states = await context.tenon?.getStorage()?.getStore('threadState');
        seen.push(await states?.getState({ threadId: 't', type: 'task' }));
      },
    });
    const looking = agent('a', { look }, scriptedModel([call('look'), 'done']));
    const [storage, other] = [new InMemoryStore(), new InMemoryStore()];
    const { tenon } = registry({ agents: { looking }, storage });
    const states = await storage.getStore('threadState');
    await states.setState({ threadId: 't', type: 'task', value: ['dig'] });
    expect(tenon.getStorage()).toBe(storage);
    await looking.generate('look');
    expect(seen).toEqual([['dig']]);
    tenon.setStorage(other);
    expect(tenon.getStorage()).toBe(other);
    expect(new Tenon().getStorage()).toBeUndefined();
  });

  it.each([null, {}, 'file:tenon.db', { getStore: async () => ({}) }])(
    'is no store like %j',
    (storage) => {
      const error = {
        id: 'MASTRA_STORAGE_INVALID',
        message: expect.stringContaining('new InMemoryStore()'),
      };
      expect(thrownBy(() => registry({ storage: storage as never }))).toMatchObject(error);
      expect(thrownBy(() => new Tenon().setStorage(storage as never))).toMatchObject(error);
    },
  );

  it('is a store of another copy of the package too', async () => {
    vi.resetModules();
    const { InMemoryStore: OtherStore } = await import('../storage/index.ts');
    expect(OtherStore).not.toBe(InMemoryStore);
    const storage = new OtherStore();
    expect(new Tenon({ storage }).getStorage()).toBe(storage);
  });

  it('is what this version can do: other options are refused by name', () => {
    for (const option of ['vectors', 'memory', 'workflows', 'mcpServers', 'observability']) {
      expect(thrownBy(() => new Tenon({ [option]: {} } as TenonConfig))).toMatchObject({
        id: 'MASTRA_OPTION_NOT_SUPPORTED',
        message: expect.stringContaining(`"${option}"`),
        details: { option },
      });
      expect(() => new Tenon({ [option]: undefined } as TenonConfig)).not.toThrow();
    }
  });
});

describe('the tracing of a registry', () => {
  it('holds for its agents where they say nothing else', async () => {
    const names: string[] = [];
    const span = {
      spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
      isRecording: () => true,
      setAttribute: () => {},
      setStatus: () => {},
      addEvent: () => {},
      end: () => {},
    };
    const tracer = {
      startSpan: (name: string) => {
        names.push(name);
        return span;
      },
    };
    const own = agent('a', {}, scriptedModel(['hi', 'hi']));
    const { tenon } = registry({ agents: { own }, tracing: { tracer } });
    expect((await tenon.getAgent('own').generate('?')).traceId).toBe('a'.repeat(32));
    expect(names).toEqual(['invoke_agent Agent a', 'chat scripted-model']);
    await own.generate('?', { tracing: false });
    expect(names).toHaveLength(2);
  });

  it('is refused where it has another form', () => {
    expect(() => registry({ tracing: 'yes' as never })).toThrow(
      'new Tenon: the option "tracing" must be true, false or an object of settings.',
    );
  });
});
