import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoNotice, demoPlanner } from './index.ts';
import type { ModelRequest } from './spec.ts';

const model = demoPlanner();
const circular: Record<string, unknown> = { type: 'object' };
circular.properties = {
  self: circular,
  list: { type: 'array', items: circular },
  any: { anyOf: [circular, circular] },
};
circular.anyOf = [circular, circular];

const hostile: unknown[] = [
  undefined,
  null,
  7,
  'object',
  [],
  {},
  { type: 'object' },
  { type: 'object', properties: null },
  { type: 'object', properties: [] },
  {
    properties: {
      a: null,
      b: 3,
      c: {},
      d: { type: ['null', 'string'] },
      e: { type: 5 },
      f: { description: 9 },
    },
    required: 'a',
  },
  {
    properties: {
      notes: { enum: [null, 1, {}, '', '(', '[a-', '\\'] },
      constructor: { type: 'string' },
      __proto__: { type: 'string' },
    },
  },
  {
    $ref: '#/$defs/node',
    $defs: {
      node: { properties: { next: { $ref: '#/$defs/node' }, lost: { $ref: '#/nowhere' } } },
    },
  },
  { $ref: '#' },
  { anyOf: [{ $ref: '#' }, { type: 'null' }] },
  { anyOf: [], oneOf: 3, allOf: [null] },
  {
    properties: {
      note: { type: { toString: 1 }, format: { toString: 1 }, description: { toString: 1 } },
      text: { enum: { length: 1 }, const: 1, $ref: { toString: 1 } },
    },
  },
  JSON.parse(
    '{"properties":{"__proto__":{"type":"string"},"expression":{}},"required":["__proto__","gone"]}',
  ),
  circular,
];
const tools = hostile.map((inputSchema, index) => ({
  type: 'function',
  name: `notes_${index}`,
  description: 'Adds notes and finds text',
  inputSchema,
}));
const say = (text: string): ModelRequest['prompt'] => [
  { role: 'user', content: [{ type: 'text', text }] },
];

/** Any request ends in one call with an object for input, or in a text with the notice. */
async function check(request: ModelRequest) {
  const { content } = await model.doGenerate(request);
  expect(content).toHaveLength(1);
  const [part] = content;
  if (part?.type === 'tool-call') expect(JSON.parse(part.input)).toBeTypeOf('object');
  else expect(part?.text.endsWith(demoNotice)).toBe(true);
}

describe('the planner survives', () => {
  it('any text, with any tools', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'add',
        'notes',
        'find',
        ':',
        '"',
        "'",
        '18%',
        'of',
        '2450',
        ' and ',
        '. ',
        'in',
        'to',
        'called',
        '¦',
        '~',
        ';\n',
        'it',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 30 }),
        fc.subarray(tools),
        fc.constantFrom('', ' '),
        async (words, given, glue) => {
          await check({ prompt: say(words.join(glue)), tools: given });
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(hostile.map((schema, index) => [index, schema]))(
    'an odd schema (%i), also when its tool is demanded',
    async (index) => {
      const given = [tools[Number(index)] ?? { name: '' }];
      for (const text of [
        'Add a note: find the text 2 + 2',
        '',
        'in to at "x" called 3 tomorrow',
      ]) {
        await check({ prompt: say(text), tools: given, toolChoice: { type: 'required' } });
        await check({ prompt: say(text), tools: given });
      }
    },
  );

  it('odd prompts and odd tools', async () => {
    const image = { type: 'file', mediaType: 'image/png', data: new Uint8Array(3) };
    const results = [
      undefined,
      null,
      4,
      {},
      { type: 'json', value: circular },
      { type: 'error-json', value: circular },
      { type: 'content', value: [image, null] },
    ];
    const ended = results.map((output) => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'x', toolName: 'notes', output }],
    }));
    const prompts = [
      [],
      [{ role: 'user', content: [image] }],
      [{ role: 'user', content: 'hello' }],
      [{ role: 'system', content: 'x' }],
      [{ role: 'user', content: [null, 3] }],
      ended,
      [...say('Add a note: x'), ...ended],
      [null, 'x'],
    ];
    for (const prompt of prompts) {
      await check({ prompt: prompt as ModelRequest['prompt'], tools });
      await check({ prompt: prompt as ModelRequest['prompt'] });
    }
    const odd = [
      {},
      { name: 4 },
      { name: '' },
      { type: 'provider', id: 'a.b', name: 'b', args: {} },
      { name: 'b', description: { toString: 1 } },
    ];
    await check({ prompt: say('b'), tools: odd as unknown as typeof tools });
  });

  it.each([
    ['a', 100_000],
    ['add notes and ', 7_000],
    ['1', 100_000],
    ['1+', 50_000],
    ['((((', 25_000],
    ['"', 100_000],
    ["' ", 50_000],
    [' ', 100_000],
    ['. \n', 33_000],
    ['a, ', 33_000],
    ['in the ', 14_000],
    ['2026-01-', 12_000],
    ['add a note: ', 9_000],
    ['好', 100_000],
    ['a@', 50_000],
  ])('a hundred kilobytes of %j in less than 200 ms', async (piece, times) => {
    const fields = ['text', 'date', 'expression', 'folder', 'title', 'email'].map((name) => [
      name,
      { type: 'string', ...(name === 'email' && { format: 'email' }) },
    ]);
    const inputSchema = {
      type: 'object',
      properties: Object.fromEntries([...fields, ['n', { type: 'number' }]]),
      required: ['text', 'n'],
    };
    const given = [
      { name: 'notes', description: 'Adds notes and finds text', inputSchema },
      ...tools,
    ];
    const started = process.cpuUsage(); // not the clock, which also counts what else runs here
    await check({ prompt: say(`Add notes ${piece.repeat(times)}`), tools: given });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(200);
  });
});
