import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { demoExamples, demoNotice, demoPlanner } from './index.ts';

type Tools = NonNullable<LanguageModelV3CallOptions['tools']>;
type Prompt = LanguageModelV3CallOptions['prompt'];
type Output = Extract<
  Extract<Prompt[number], { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output'];

const text = (description: string) => ({ type: 'string' as const, description });
const tools: Tools = [
  {
    type: 'function',
    name: 'notes',
    description:
      'Keeps notes and reminders of the user: remembers a new one, lists them all or those that mention some words.',
    inputSchema: {
      type: 'object',
      properties: {
        action: {
          ...text(
            'What to do with the notes: add (remember, remind, make, save, keep, jot, note, write down), list (show, read, notes), find (search, look up)',
          ),
          enum: ['add', 'list', 'find'],
        },
        text: text('For add: what the note says. For find: the words to look for in the notes.'),
      },
      required: ['action'],
    },
  },
  {
    type: 'function',
    name: 'calculator',
    description:
      'Calculates arithmetic exactly: works out sums, products, percentages, powers and square roots.',
    inputSchema: {
      type: 'object',
      properties: {
        expression: text('The arithmetic to compute, such as "18% of 2450" or "2450 * 1.18"'),
      },
      required: ['expression'],
    },
  },
  {
    type: 'function',
    name: 'searchFiles',
    description:
      'Searches the text of files: finds (greps) where a word or phrase is used and which files in a folder contain or mention it.',
    inputSchema: {
      type: 'object',
      properties: {
        query: text('The text to search, grep or look for in the files'),
        folder: text('Folder to search in, inside the working directory'),
        caseSensitive: {
          type: 'boolean',
          description: 'Whether A and a differ; they do not by default',
        },
      },
      required: ['query'],
    },
  },
  {
    type: 'function',
    name: 'dateTime',
    description:
      'Tells dates and times in any time zone, and reckons with them. Tells the current day and time, or another moment, by the clock in a city; converts a time from one zone to another; adds a length of time to a date; counts how long, how many days, weeks or hours, it is from one date until another.',
    inputSchema: {
      type: 'object',
      properties: {
        time: text(
          'The date, time or both to start from: "15:30 New York", "2026-03-01", "tomorrow"',
        ),
        add: text(
          'The duration to add (plus, later, after): "8 hours". To subtract (minus, ago): "-3 days"',
        ),
        zone: text('The time zone or city to tell the result in, such as "Asia/Tokyo" or "London"'),
        until: text(
          'Written as time is: a later date or time, to count how long, how many days or weeks, it is until then',
        ),
      },
    },
  },
  {
    type: 'function',
    name: 'convertUnits',
    description:
      'Converts a quantity from one unit into another. Knows metric, imperial and US units: how many kilometres are 5 miles, feet in a mile, degrees Celsius in Fahrenheit.',
    inputSchema: {
      type: 'object',
      properties: {
        value: {
          type: 'number',
          description: 'How much to convert: the number in front of the unit',
        },
        from: text('Unit of the value'),
        to: text(
          'Unit to convert into, of length: m, foot, mile, km; temperature: °C, °F; volume: ml, cup',
        ),
      },
      required: ['value', 'from', 'to'],
    },
  },
  {
    type: 'function',
    name: 'summarizeFile',
    description:
      'Summarizes one file by its path (summarises, describes, gives a summary or an outline). Tells how big it is (size), how many lines and words it has, its headings or first lines, its most frequent words.',
    inputSchema: {
      type: 'object',
      properties: {
        path: text('The path of the file in the working directory, such as README.md'),
      },
      required: ['path'],
    },
  },
];

const say = (request: string): Prompt => [
  { role: 'user', content: [{ type: 'text', text: request }] },
];
const model: LanguageModelV3 = demoPlanner({ now: () => new Date(2026, 0, 15) });

/** Plays a run to its end; each call gets what `respond` gives for it. */
async function play(
  request: string,
  respond: (name: string, input: unknown) => Output = () => ({
    type: 'json',
    value: { message: 'Done so.' },
  }),
  given = tools,
) {
  const prompt = say(request);
  const calls: [string, unknown][] = [];
  for (let step = 0; step < 12; step += 1) {
    const [part] = (await model.doGenerate({ prompt, tools: given })).content;
    if (part?.type === 'text') return { calls, answer: part.text };
    if (part?.type !== 'tool-call') throw new Error('neither a text nor a call');
    const { toolCallId, toolName } = part;
    const input = JSON.parse(part.input) as unknown;
    calls.push([toolName, input]);
    prompt.push({
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName, input }],
    });
    const output = respond(toolName, input);
    prompt.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] });
  }
  throw new Error('it never came to an answer');
}

const compute = (expression: string) => ['calculator', { expression }];
const note = (content: string) => ['notes', { action: 'add', text: content }];
const listNotes = ['notes', { action: 'list' }];
const findNotes = ['notes', { action: 'find', text: 'milk' }];
const tell = (input: object) => ['dateTime', input];
const convert = (value: number, from: string, to: string) => ['convertUnits', { value, from, to }];
const summarize = (path: string) => ['summarizeFile', { path }];
const search = (query: string) => ['searchFiles', { query }];

/** What must be called, for each way to say it. */
const sayings: [calls: unknown[], ways: string[]][] = [
  [
    [compute('18% of 2450')],
    [
      'What is 18% of 2450?',
      'How much is 18% of 2450?',
      'Work out 18% of 2450 please',
      'Could you tell me what 18% of 2450 is?',
      '18% of 2450',
    ],
  ],
  [
    [compute('2450 * 1.18')],
    ['Calculate 2450 * 1.18', '2450 * 1.18', 'Please compute 2450 * 1.18.', "What's 2450 * 1.18?"],
  ],
  [
    [compute('(1,200.50 + 89) / 4')],
    [
      'How much is (1,200.50 + 89) / 4?',
      'What is (1,200.50 + 89) / 4?',
      'Calculate (1,200.50 + 89) / 4 for me',
      '(1,200.50 + 89) / 4 = ?',
    ],
  ],
  [
    [note('call the bank on Monday')],
    [
      'Add a note: call the bank on Monday',
      'Please add a note: call the bank on Monday',
      'Make a note to call the bank on Monday',
      'Remember to call the bank on Monday',
      'Note: call the bank on Monday',
    ],
  ],
  [
    [note('buy milk and eggs')],
    [
      'Remember to buy milk and eggs',
      'Add a note to buy milk and eggs',
      'Write down: buy milk and eggs',
      'Please note that buy milk and eggs',
      'Save a note "buy milk and eggs"',
    ],
  ],
  [
    [listNotes],
    [
      'List my notes',
      'Show my notes',
      'What notes do I have?',
      'Show me all my notes, please',
      'Read my notes back to me',
      'What are my notes?',
    ],
  ],
  [
    [findNotes],
    [
      'Find notes about milk',
      'Search my notes for milk',
      'Look up milk in my notes',
      'Find the notes that mention milk',
    ],
  ],
  [
    [search('TODO')],
    [
      'Search for TODO in the files here',
      'Which files mention TODO?',
      'Look for the word TODO in the files of this folder',
      'Where in the files is TODO?',
    ],
  ],
  [
    [search('license')],
    [
      'Which files contain "license"?',
      'Find "license" in the files',
      'Search this folder for license',
      'Which files mention the word license?',
      'grep for "license"',
    ],
  ],
  [
    [compute('18% of 2450'), note('18% of 2450 · result 441')],
    [
      'What is 18% of 2450, and then save it as a note',
      'Compute 18% of 2450 and save the result as a note',
      "What's 18% of 2450? Then note it down.",
      'How much is 18% of 2450 and add that to my notes',
    ],
  ],
  [
    [search('version'), listNotes],
    [
      'Search the files for "version" and then list my notes',
      'Search the files for "version", then show my notes',
      'Find "version" in the files and list my notes',
      'Look for "version" in the files; after that show me my notes',
    ],
  ],
  [
    [compute('365 * 24'), note('try a real model'), search('tenon')],
    [
      'What is 365 * 24? Add a note: try a real model; then search the files for tenon',
      'Calculate 365 * 24, add a note: try a real model, and then search the files for tenon',
      '365 * 24; remember to try a real model; which files mention tenon?',
      'What is 365 * 24? Remember to try a real model. Find files containing tenon.',
    ],
  ],
  [
    [tell({ zone: 'Tokyo' })],
    [
      'What time is it in Tokyo?',
      "What's the time in Tokyo right now?",
      'Tell me the current time in Tokyo',
      'What time is it now in "Tokyo"?',
    ],
  ],
  [
    [tell({ time: '2026-03-01', until: '2026-12-24' })],
    [
      'How many days from 2026-03-01 to 2026-12-24?',
      'How many days are there between 2026-03-01 and 2026-12-24?',
      'Count the days from March 1st, 2026 to 24 December 2026',
    ],
  ],
  [
    [tell({ until: '2026-12-24' })],
    ['How many days until 2026-12-24?', 'How long is it until 24 December?'],
  ],
  [
    [tell({ time: '2026-03-28 22:00 Europe/Berlin', add: '8 hours' })],
    [
      'What is 2026-03-28 22:00 in Europe/Berlin plus 8 hours?',
      'Add 8 hours to 2026-03-28 22:00 in Europe/Berlin',
      'What time is it 8 hours after 2026-03-28 22:00 in Europe/Berlin?',
    ],
  ],
  [
    [tell({ time: '15:30 New York', zone: 'Berlin' })],
    [
      'What time is it in Berlin when it is 15:30 in New York?',
      "When it's 15:30 in New York, what time is it in Berlin?",
      'Convert 15:30 New York time to Berlin time',
      'What time is 15:30 New York in Berlin?',
    ],
  ],
  [
    [tell({ time: '15:30 New York 2026-07-01', zone: 'Berlin' })],
    ['15:30 in New York is what time in Berlin on 2026-07-01?'],
  ],
  [[tell({ time: '2026-01-16' })], ['What day is it tomorrow?', 'What is the date tomorrow?']],
  [[tell({ add: '3 weeks ago' })], ['What date was 3 weeks ago?']],
  [
    [convert(5, 'miles', 'kilometres')],
    [
      'Convert 5 miles to kilometres',
      '5 miles in kilometres',
      'How many kilometres are 5 miles?',
      'Please convert 5 miles into kilometres',
    ],
  ],
  [
    [convert(21, '°C', '°F')],
    ['How many °F is 21 °C?', 'Convert 21 °C to °F', 'What is 21°C in °F?'],
  ],
  [[convert(1, 'mile', 'feet')], ['How many feet are in a mile?', 'Convert one mile to feet']],
  [
    [summarize('README.md')],
    [
      'Summarise README.md',
      'Give me a summary of README.md',
      'How many lines does README.md have?',
      'What is in README.md?',
      'Summarize the file "README.md" please',
    ],
  ],
  [
    [convert(3, 'cups', 'ml'), search('version'), listNotes],
    ['Convert 3 cups to ml, search the files for "version" and then list my notes'],
  ],
];

/** What the tools give: a calculator tells the expression again. */
const result = (name: string, input: unknown): Output =>
  name === 'calculator'
    ? { type: 'json', value: { ...(input as { expression: string }), result: 441 } }
    : { type: 'text', value: 'ok' };

describe('the rules', () => {
  it('are a language model by the specification of the AI SDK', () => {
    expectTypeOf(demoPlanner()).toExtend<LanguageModelV3>();
    expect([model.specificationVersion, model.provider, model.modelId]).toEqual([
      'v3',
      'demo',
      'planner',
    ]);
  });

  it.each(sayings.flatMap(([calls, ways]) => ways.map((way) => [way, calls] as const)))(
    'call the right tools with the right arguments for: %s',
    async (way, calls) => {
      expect((await play(way, result)).calls).toEqual(calls);
    },
  );

  it.each([...demoExamples])('are tried in more ways than one for: %s', (example) => {
    expect(sayings.flatMap(([, ways]) => ways)).toContain(example);
  });

  it.each([
    'Hello!',
    'Hi there, how are you?',
    'Good morning',
    'Thank you very much',
    'Can you see me?',
    'What is the capital of France?',
    'Who wrote Hamlet?',
    'Tell me a joke',
    'Write a poem about the sea',
    "What's new?",
    'Why is the sky blue?',
    'Bonjour, comment ça va ?',
    'Wie wird das Wetter morgen?',
    '¿Cuántos habitantes tiene Madrid?',
    '今日の天気はどうですか',
    'Расскажи мне сказку',
    'كيف حالك اليوم؟',
    'Translate "good evening" into Spanish',
    'Book a flight to Lisbon for Friday',
    "What's the weather in Paris tomorrow?",
    'When did the second world war end?',
    'How many people live in Tokyo?',
    'Are you open 24/7?',
    'My number is 555-1234',
    'What happened on 2024-05-01?',
    'Who was president in 1999?',
    'Find me a good restaurant in Rome',
    'What does a file system do?',
    'What is a note in music?',
    'I am 42 years old',
    'What is 20% off 80?',
    '20% off 80',
    'I used to live in Rome',
    'Delete note 1',
    'Translate my notes into Spanish',
    'serch the files for license',
    'Book a table for 15:30 tomorrow',
    'Set a timer for 5 minutes',
    'How old is the universe?',
    'How many days until new year?',
    'What is the best time to visit Japan?',
    'Meet me at noon',
    'Wie spät ist es in Tokio?',
  ])('call nothing for: %s', async (request) => {
    const { calls, answer } = await play(request);
    expect(calls).toEqual([]);
    expect(answer).toMatch(
      /^I am a stand-in for a language model.*calculator – Calculates arithmetic/,
    );
  });

  it.each([
    ['find TODO', search('TODO')],
    ['where is createTool used?', search('createTool')],
    ['grep for TODO', search('TODO')],
    ['grep the files for "two words"', search('two words')],
    [
      'find "two words" in packages/core',
      ['searchFiles', { query: 'two words', folder: 'packages/core' }],
    ],
    ['look for files with the word apache', search('apache')],
    [
      'search for license in the docs folder',
      ['searchFiles', { query: 'license', folder: 'docs' }],
    ],
    ['how many notes do I have?', listNotes],
    ['remind me to call mom', note('call mom')],
    ['Remember that 2 + 2 is 4', note('2 + 2 is 4')],
    ['Remember to look it up', note('look it up')],
    ['Add a note: buy milk. Call Ann.', note('buy milk. Call Ann')],
  ])('read beside the examples: %s', async (request, call) => {
    expect((await play(request)).calls).toEqual([call]);
  });

  it('call nothing when told so, and only the tool that is demanded', async () => {
    const none = await model.doGenerate({
      prompt: say('2 + 2'),
      tools,
      toolChoice: { type: 'none' },
    });
    expect(none.content[0]?.type).toBe('text');
    const toolChoice = { type: 'tool' as const, toolName: 'searchFiles' };
    const prompt = say('Find "milk"');
    const demanded = await model.doGenerate({ prompt, tools, toolChoice });
    expect(demanded.content[0]).toMatchObject({
      toolName: 'searchFiles',
      input: '{"query":"milk"}',
    });
  });

  it('choose a tool by the values of its parameters when nothing else of it is in the request', async () => {
    const lamp: Tools[number] = {
      type: 'function',
      name: 'lamp',
      description: 'Controls the lights at home.',
      inputSchema: {
        type: 'object',
        properties: {
          mode: { type: 'string', enum: ['brighten', 'darken'] },
          place: { type: 'string', enum: ['kitchen', 'hallway'] },
        },
        required: ['mode', 'place'],
      },
    };
    const { calls } = await play('Brighten kitchen', undefined, [...tools, lamp]);
    expect(calls).toEqual([['lamp', { mode: 'brighten', place: 'kitchen' }]]);
  });

  it('choose a tool whose parameters the request fills before one that would have to ask', async () => {
    const workdays: Tools[number] = {
      type: 'function',
      name: 'countDays',
      description: 'Counts days: how many days there are from one date to another in an office.',
      inputSchema: {
        type: 'object',
        properties: {
          office: { type: 'string', enum: ['Cardiff', 'Oslo'], description: 'Whose days to count' },
        },
        required: ['office'],
      },
    };
    const request = 'How many days from 2026-03-01 to 2026-12-24?';
    const { calls } = await play(request, undefined, [...tools, workdays]);
    expect(calls).toEqual([tell({ time: '2026-03-01', until: '2026-12-24' })]);
    expect((await play(request, undefined, [workdays])).answer).toContain('Whose days to count');
  });

  it('look only at the last request and what was called for it', async () => {
    const prompt: Prompt = [
      ...say('What is 1 + 1?'),
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'calculator', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'calculator',
            output: { type: 'json', value: 2 },
          },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Calculator: 2' }] },
      ...say('What is 2 + 3?'),
    ];
    expect((await model.doGenerate({ prompt, tools })).content[0]).toMatchObject({
      input: '{"expression":"2 + 3"}',
    });
  });
});

describe('an answer', () => {
  it('tells numbers and texts of the results, and ends in the notice', async () => {
    const { answer } = await play('What is 18% of 2450?', result);
    expect(answer).toBe(`calculator: 18% of 2450 · result 441\n\n${demoNotice}`);
  });

  it('lists the first items of a list', async () => {
    const matches = Array.from({ length: 12 }, (_, line) => ({
      file: 'a.ts',
      line,
      text: `say ${line}`,
    }));
    const { answer } = await play('Search the files for say', () => ({
      type: 'json',
      value: { message: '12 matches in 3 files.', matches },
    }));
    expect(answer).toContain(
      'searchFiles: 12 matches in 3 files.\n- a.ts · line 0 · say 0\n- a.ts · line 1 · say 1\n',
    );
    expect(answer.match(/- a\.ts/g)).toHaveLength(10);
  });

  it.each<[Output, string]>([
    [{ type: 'error-text', value: 'The disk is full.' }, 'notes did not work: The disk is full.'],
    [{ type: 'error-json', value: { message: 'No.' } }, 'notes did not work: No.'],
    [{ type: 'execution-denied', reason: 'not today' }, 'notes did not work: not today'],
    [{ type: 'content', value: [{ type: 'text', text: 'two notes' }] }, 'notes: two notes'],
    [{ type: 'text', value: 'three notes' }, 'notes: three notes'],
    [{ type: 'json', value: null }, 'notes: no result'],
  ])('says what came of a call: %j', async (output, line) => {
    expect((await play('List my notes', () => output)).answer).toBe(`${line}\n\n${demoNotice}`);
  });

  it('does not pass on as a result what failed', async () => {
    const { calls } = await play('What is 2 + 2? Then save it as a note', () => ({
      type: 'error-text',
      value: 'The disk is full.',
    }));
    expect(calls).toEqual([compute('2 + 2'), ['notes', { action: 'add' }]]);
  });

  it('names a wish that no tool fits', async () => {
    const { calls, answer } = await play('What is 2 + 2? Then paint the fence green');
    expect(calls).toEqual([compute('2 + 2')]);
    expect(answer).toContain('No tool here fits “paint the fence green”.');
  });

  it('asks for a required parameter instead of calling', async () => {
    const { calls, answer } = await play('Search files');
    expect(calls).toEqual([]);
    expect(answer).toContain(
      'To use searchFiles I need to know: The text to search, grep or look for in the files.',
    );
  });
});

describe('a stream', () => {
  const read = async (options: LanguageModelV3CallOptions) => {
    const parts = [];
    const reader = (await model.doStream(options)).stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read())
      parts.push(next.value);
    return parts;
  };

  it('gives the arguments in pieces, then the call', async () => {
    const parts = await read({ prompt: say('Add a note: call the bank on Monday'), tools });
    const types = [...new Set(parts.map(({ type }) => type))];
    expect(types).toEqual([
      'stream-start',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'finish',
    ]);
    const deltas = parts.flatMap((part) => (part.type === 'tool-input-delta' ? [part.delta] : []));
    expect(deltas.length).toBeGreaterThan(2);
    expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({
      input: deltas.join(''),
    });
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } });
  });

  it('gives the answer word by word, the same text as doGenerate', async () => {
    const options = { prompt: say('Hello!'), tools };
    const parts = await read(options);
    const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
    expect(deltas.length).toBeGreaterThan(20);
    const { content, usage } = await model.doGenerate(options);
    expect(content).toEqual([{ type: 'text', text: deltas.join('') }]);
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'stop' }, usage });
  });

  it('ends with the reason of an abort, before and while it speaks', async () => {
    const reason = new Error('enough');
    const options = { prompt: say('Hello!'), tools };
    await expect(
      model.doStream({ ...options, abortSignal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    await expect(
      model.doGenerate({ ...options, abortSignal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    const controller = new AbortController();
    const reader = (
      await model.doStream({ ...options, abortSignal: controller.signal })
    ).stream.getReader();
    await reader.read();
    controller.abort(reason);
    await expect(
      (async () => {
        for (;;) if ((await reader.read()).done) return;
      })(),
    ).rejects.toBe(reason);
  });
});
