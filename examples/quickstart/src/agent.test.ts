import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoExamples, demoNotice } from '@tenon/demo-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAssistant } from './agent.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assistant-'));
  await writeFile(join(folder, 'README.md'), 'TODO\nlicense\nversion\ntenon\n');
});
afterEach(() => rm(folder, { recursive: true }));

async function ask(request: string) {
  const assistant = createAssistant({
    folder,
    notesPath: join(folder, 'notes.json'),
    now: () => new Date('2026-01-15T10:00:00Z'),
  });
  const stream = await assistant.stream(request, { maxSteps: 10 });
  const failed: unknown[] = [];
  for await (const chunk of stream.fullStream) if (chunk.type === 'tool-error') failed.push(chunk);
  const calls = (await stream.toolCalls).map(({ payload }) => payload.toolName);
  return { answer: await stream.text, calls, failed };
}

/** For each example, what must be called and what must stand in the answer. */
const expected: [calls: string[], told: string[]][] = [
  [['calculator'], ['18% of 2450', '441']],
  [['calculator'], ['322.375']],
  [['dateTime'], ['Thursday, 15 January 2026, 19:00 in Asia/Tokyo (UTC+09:00).']],
  [['notes'], ['Saved as note 1.']],
  [['dateTime'], ['298 days from Sunday, 1 March 2026 to Thursday, 24 December 2026']],
  [['dateTime'], ['Sunday, 29 March 2026, 07:00 in Europe/Berlin (UTC+02:00).']],
  [['convertUnits'], ['5 miles = 8.04672 kilometres']],
  [['convertUnits'], ['21 °C = 69.8 °F']],
  [['searchFiles'], ['README.md', '1 match in 1 file.']],
  [['summarizeFile'], ['README.md: 27 bytes of text (UTF-8), 4 lines, 4 words.', '- TODO']],
  [
    ['calculator', 'notes'],
    ['441', 'Saved as note 1.'],
  ],
  [
    ['convertUnits', 'searchFiles', 'notes'],
    ['3 cups = 709.7647095 ml', 'README.md', '0 of 0 notes.'],
  ],
];

describe('the assistant', () => {
  it.each(
    demoExamples.map((example, index) => [example, ...(expected[index] ?? [[], []])] as const),
  )('answers: %s', async (example, tools, told) => {
    const { answer, calls, failed } = await ask(example);
    expect(calls).toEqual(tools);
    for (const part of told) expect(answer).toContain(part);
    expect(failed).toEqual([]);
    expect(answer.endsWith(demoNotice)).toBe(true);
  });

  it('keeps what it was told', async () => {
    await ask('What is 18% of 2450, and then save it as a note');
    expect((await ask('List my notes')).answer).toContain('id 1 · 18% of 2450 · result 441');
  });

  it('tells a failed call in words', async () => {
    const { answer, failed } = await ask('Search for tenon in "../elsewhere"');
    expect(failed).toHaveLength(1);
    expect(answer).toContain('"../elsewhere" is outside the folder that may be read.');
  });
});
