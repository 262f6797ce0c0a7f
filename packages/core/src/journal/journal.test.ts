import { expect, it } from 'vitest';
import { Journal, ToolCall } from './index.ts';

it('counts records from 1, in the order they were written', () => {
  const journal = new Journal();
  const event = { type: 'call-started', id: 'c', attempt: 1 } as const;
  journal.append(event);
  journal.append({ ...event, attempt: 2 });
  expect(journal.records).toEqual([
    { seq: 1, event },
    { seq: 2, event: { ...event, attempt: 2 } },
  ]);
});

it('keeps the event itself, not a copy', () => {
  const journal = new Journal();
  const value = { rows: [1] };
  journal.append({ type: 'call-ended', id: 'c', outcome: { type: 'result', value } });
  const [record] = journal.records;
  const outcome = record?.event.type === 'call-ended' ? record.event.outcome : undefined;
  expect(outcome?.type === 'result' && outcome.value).toBe(value);
});

it('has every field of a call set, so that all calls have one shape', () => {
  const call = new ToolCall({
    id: 'c',
    step: 0,
    toolName: 'get',
    modelName: 'get',
    text: '{}',
    args: {},
  });
  expect(call).toMatchObject({ providerExecuted: false, input: undefined, outcome: undefined });
  expect(Object.keys(call)).toEqual(
    Object.keys(
      new ToolCall({
        id: 'c',
        step: 0,
        toolName: 'get',
        modelName: 'get',
        text: '{}',
        args: {},
        title: 'Get',
        dynamic: true,
        providerExecuted: true,
        providerMetadata: {},
      }),
    ),
  );
});
