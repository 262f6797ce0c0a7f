import { describe, expect, it } from 'vitest';
import { demoPlanner } from './index.ts';

type Properties = Record<string, Record<string, unknown>>;
const model = demoPlanner({ now: () => new Date(2026, 0, 15) }); // a Thursday

/** What the planner gives the only tool for a request; `undefined` when it asks or abstains. */
async function fill(
  name: string,
  description: string,
  properties: Properties,
  request: string,
  required = Object.keys(properties),
) {
  const tools = [
    { type: 'function', name, description, inputSchema: { type: 'object', properties, required } },
  ];
  const prompt = [{ role: 'user', content: [{ type: 'text', text: request }] }];
  const [part] = (await model.doGenerate({ prompt, tools })).content;
  return part?.type === 'tool-call' ? (JSON.parse(part.input) as unknown) : undefined;
}

const string = { type: 'string' };

describe('arguments', () => {
  it('takes no number out of a date that is left over', async () => {
    const properties = { date: { type: 'string', format: 'date' }, days: { type: 'integer' } };
    const add = (request: string) => fill('addDays', 'Adds days to a date', properties, request);
    expect(await add('Add days from 2026-03-02 to 2026-12-24')).toBeUndefined();
    expect(await add('Add 12 days to 2026-03-02')).toEqual({ date: '2026-03-02', days: 12 });
  });

  const weather: Properties = { location: string, date: { type: 'string', format: 'date' } };
  const forecast = (request: string) =>
    fill('getWeather', 'Weather forecast for a location', weather, request, ['location']);

  it.each([
    ["What's the weather in Paris?", { location: 'Paris' }],
    ['Weather in New York tomorrow', { location: 'New York', date: '2026-01-16' }],
    ['weather forecast for Berlin on 2026-03-01', { location: 'Berlin', date: '2026-03-01' }],
    ['Tell me the weather in Oslo on March 3rd', { location: 'Oslo', date: '2026-03-03' }],
    ['What will the weather be in Rome on 5 April 2027?', { location: 'Rome', date: '2027-04-05' }],
    ['weather in "San José" today', { location: 'San José', date: '2026-01-15' }],
    ['How is the weather?', undefined],
  ])('places and days: %s', async (request, input) => {
    expect(await forecast(request)).toEqual(input);
  });

  it.each([
    ['Convert 1,200.50 EUR to USD', { amount: 1200.5, from: 'EUR', to: 'USD' }],
    ['convert 20 to gbp from usd', { amount: 20, from: 'USD', to: 'GBP' }],
    ['Convert EUR to USD', undefined],
  ])('numbers and values of a list: %s', async (request, input) => {
    const currency = { type: 'string', enum: ['EUR', 'USD', 'GBP'] };
    const properties = { amount: { type: 'number' }, from: currency, to: currency };
    expect(
      await fill('convertCurrency', 'Converts an amount of money', properties, request),
    ).toEqual(input);
  });

  it.each([
    [
      'Create a task called "Paint the fence" with high priority',
      { title: 'Paint the fence', priority: 'high' },
    ],
    ['create task named Sweep with urgent priority', { title: 'Sweep', priority: 'high' }],
    ['Create an urgent task titled Call Ann', { title: 'Call Ann', priority: 'high' }],
    ['create a task', undefined],
  ])('names and words for a value: %s', async (request, input) => {
    const priority = {
      type: 'string',
      enum: ['low', 'high'],
      description: 'low (later), high (urgent)',
    };
    expect(
      await fill('createTask', 'Creates a task', { title: string, priority }, request, ['title']),
    ).toEqual(input);
  });

  it.each([
    ['List orders, 5 results', { limit: 5 }],
    ['List my first 3 orders', {}],
    ['List orders', {}],
  ])('optional numbers: %s', async (request, input) => {
    const limit = { type: 'integer', description: 'How many results' };
    expect(await fill('listOrders', 'Lists orders', { limit }, request, [])).toEqual(input);
  });

  it.each([
    ['Set the volume to 0', 0],
    ['set volume -3.5', -3.5],
    ['Set the volume', undefined],
  ])('required numbers: %s', async (request, level) => {
    const properties = { level: { anyOf: [{ type: 'null' }, { type: 'number' }] } };
    expect(await fill('setVolume', 'Sets the volume', properties, request)).toEqual(
      level === undefined ? undefined : { level },
    );
  });

  it('places a route goes from and to', async () => {
    const properties = { from: string, to: string };
    expect(
      await fill('findRoute', 'Finds a route', properties, 'Find a route from New York to Boston'),
    ).toEqual({ from: 'New York', to: 'Boston' });
  });
});
