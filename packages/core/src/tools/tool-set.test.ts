import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../base/logger.ts';
import { type AnyTool, createTool, ToolSet, type ToolSource } from './index.ts';

const tool = (id: string, more: object = {}): AnyTool =>
  createTool({ id, description: `${id} does it`, execute: async () => id, ...more });
const source = (tools: Record<string, unknown>, name = 'tools'): ToolSource => ({ name, tools });
const setOf = (tools: Record<string, unknown>) => ToolSet.ofAgent([source(tools)]);

/** A logger that keeps its warnings. */
function warned() {
  const warnings: string[] = [];
  return { warnings, logger: { ...silentLogger, warn: (text: string) => warnings.push(text) } };
}

describe('ToolSet', () => {
  it('holds tools under their keys, not their ids', () => {
    const a = tool('id-of-a');
    const set = setOf({ a });
    expect(set.size).toBe(1);
    expect([...set.keys()]).toEqual(['a']);
    expect(set.get('a')).toMatchObject({
      key: 'a',
      modelName: 'a',
      source: 'tools',
      onClient: false,
    });
    expect(set.get('a')?.tool).toBe(a);
    expect(set.get('id-of-a')).toBeUndefined();
  });

  it('leaves out entries without a value', () => {
    expect([...setOf({ a: undefined, b: null, c: tool('c') }).keys()]).toEqual(['c']);
  });

  it('knows own keys only', () => {
    const set = ToolSet.ofAgent([source(Object.create({ inherited: tool('x') }))]);
    for (const word of ['inherited', 'constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(set.get(word)).toBeUndefined();
      expect(set.resolve(word)).toBeUndefined();
    }
  });

  it('takes __proto__ and constructor as keys like any other', () => {
    const set = setOf({ ['__proto__']: tool('p'), constructor: tool('c') });
    expect([...set.keys()]).toEqual(['__proto__', 'constructor']);
    expect(set.resolve('__proto__')?.tool.id).toBe('p');
    expect(set.resolve('constructor')?.tool.id).toBe('c');
  });

  it('says which tools the client runs', () => {
    const onClient = (tools: Record<string, unknown>, given: boolean) =>
      ToolSet.ofAgent([{ name: 'tools', tools, onClient: given }]).get('a')?.onClient;
    expect(onClient({ a: createTool({ id: 'a', description: '' }) }, false)).toBe(true);
    expect(onClient({ a: tool('a') }, false)).toBe(false);
    expect(onClient({ a: tool('a') }, true)).toBe(true);
  });
});

describe('what a model means by a word', () => {
  it('is first the name it was given, then a key, then an id', () => {
    const set = setOf({
      'a.b': tool('first'),
      x: tool('a_b'),
      y: tool('x'),
      z: tool('only-by-id'),
    });
    expect(set.resolve('a_b')?.key).toBe('a.b');
    expect(set.resolve('a.b')?.key).toBe('a.b');
    expect(set.resolve('x')?.key).toBe('x');
    expect(set.resolve('only-by-id')?.key).toBe('z');
    expect(set.resolve('nothing')).toBeUndefined();
  });

  it('is found by both forms when sanitised names meet', () => {
    const set = setOf({ 'my.tool': tool('1'), 'my tool': tool('2'), my_tool: tool('3') });
    expect(set.resolve('my_tool')?.tool.id).toBe('3');
    expect(set.resolve('my_tool_2')?.tool.id).toBe('1');
    expect(set.resolve('my_tool_3')?.tool.id).toBe('2');
    expect(set.resolve('my tool')?.tool.id).toBe('2');
    expect(set.modelNameOf('my tool')).toBe('my_tool_3');
    expect(set.modelNameOf('unknown')).toBe('unknown');
  });
});

describe('two sources of an agent', () => {
  it('are one set', () => {
    const set = ToolSet.ofAgent([source({ a: tool('a') }), source({ b: tool('b') }, 'memory')]);
    expect([...set.keys()]).toEqual(['a', 'b']);
    expect(set.get('b')?.source).toBe('memory');
  });

  it('may not claim one key for two tools', () => {
    const make = () =>
      ToolSet.ofAgent([source({ a: tool('1') }), source({ a: tool('2') }, 'memory')]);
    expect(make).toThrow(expect.objectContaining({ id: 'AGENT_TOOL_NAME_COLLISION' }));
    expect(make).toThrow('"a": one from tools, one from memory');
  });

  it('may both have the same tool', () => {
    const shared = tool('a');
    const foreign = { description: '', inputSchema: z.object({}), execute: () => 1 };
    for (const one of [shared, foreign]) {
      const set = ToolSet.ofAgent([source({ a: one }), source({ a: one }, 'memory')]);
      expect(set.size).toBe(1);
    }
  });
});

describe('tools of one call', () => {
  it('win over those of the agent, with one warning that names all of them', () => {
    const { warnings, logger } = warned();
    const agent = setOf({ a: tool('a'), b: tool('b'), c: tool('c') });
    const set = agent.with(
      [
        source({ a: tool('a2'), b: tool('b2') }, 'toolsets.x'),
        source({ a: tool('a3') }, 'clientTools'),
      ],
      logger,
    );
    expect(set.get('a')?.tool.id).toBe('a3');
    expect(set.get('b')?.tool.id).toBe('b2');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('"a" of tools by that of toolsets.x');
    expect(warnings[0]).toContain('"b" of tools');
    expect(warnings[0]).toContain('"a" of toolsets.x by that of clientTools');
    expect(agent.get('a')?.tool.id).toBe('a');
  });

  it('are added without a warning where nothing is replaced', () => {
    const { warnings, logger } = warned();
    const shared = tool('a');
    const set = setOf({ a: shared }).with([source({ a: shared, b: tool('b') }, 'x')], logger);
    expect([...set.keys()]).toEqual(['a', 'b']);
    expect(warnings).toEqual([]);
  });

  it('keep apart from each other under the names that the model gets', () => {
    const set = setOf({ 'a.b': tool('1') }).with([source({ a_b: tool('2') }, 'x')], silentLogger);
    expect(set.resolve('a_b')?.tool.id).toBe('2');
    expect(set.resolve('a_b_2')?.tool.id).toBe('1');
  });
});

describe('active tools', () => {
  const set = setOf({ search: tool('s'), fetch: tool('f'), 'a.b': tool('ab') });

  it('are those with the keys given, under the same names', () => {
    const active = set.only(['a.b', 'search', 'search']);
    expect([...active.keys()]).toEqual(['a.b', 'search']);
    expect(active.resolve('fetch')).toBeUndefined();
    expect(active.resolve('f')).toBeUndefined();
    expect(active.resolve('a_b')).toBe(set.resolve('a_b'));
    expect(set.only([]).size).toBe(0);
  });

  it('that nobody knows are an error that names the nearest', () => {
    const ask = (key: string) => () => set.only(['search', key]);
    expect(ask('serch')).toThrow(expect.objectContaining({ id: 'AGENT_ACTIVE_TOOL_UNKNOWN' }));
    expect(ask('serch')).toThrow('Did you mean search');
    expect(ask('qqqqqqqq')).toThrow('Known tools: search, fetch, a.b.');
    expect(ask('constructor')).toThrow('constructor');
    expect(() => setOf({}).only(['x'])).toThrow('Known tools: none.');
  });
});

describe('what a model is told of a tool', () => {
  it('is its name, description, schema and the settings that were given', () => {
    const full = tool('full', {
      inputSchema: z.object({ a: z.string(), b: z.number().default(1) }),
      strict: true,
      inputExamples: [{ input: { a: 'x' } }],
      providerOptions: { anthropic: { cache: true } },
      title: 'never sent',
    });
    expect(setOf({ 'my.key': full }).definitions).toEqual([
      {
        type: 'function',
        name: 'my_key',
        description: 'full does it',
        inputSchema: expect.objectContaining({ type: 'object', required: ['a'] }),
        strict: true,
        inputExamples: [{ input: { a: 'x' } }],
        providerOptions: { anthropic: { cache: true } },
      },
    ]);
  });

  it('is an empty closed object where there is no schema', () => {
    expect(setOf({ a: tool('a') }).definitions[0]).toStrictEqual({
      type: 'function',
      name: 'a',
      description: 'a does it',
      inputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: {},
        additionalProperties: false,
      },
    });
  });

  it('is frozen and the same each time', () => {
    const set = setOf({ a: tool('a', { inputSchema: z.object({ x: z.string() }) }) });
    const { definitions } = set;
    expect(set.definitions).toBe(definitions);
    expect(Object.isFrozen(definitions)).toBe(true);
    expect(Object.isFrozen(definitions[0])).toBe(true);
    expect(set.get('a')?.definition).toBe(definitions[0]);
    expect(set.only(['a']).definitions[0]).toBe(definitions[0]);
  });
});
