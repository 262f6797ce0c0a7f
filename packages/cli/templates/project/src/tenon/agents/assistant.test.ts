import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, scriptedModel, toolResultsIn } from '@tenon/testing';
import { assistant } from './assistant.ts';

test('the assistant counts days by its tool, and answers from what the tool gave', async () => {
  const model = scriptedModel([
    call('countDays', { from: '2026-03-02', to: '2026-03-09' }), // the model's first step
    'A week, with five weekdays.', // its second, when it has seen the result
  ]);

  const { text } = await assistant.generate('How long is it until March 9th?', { model });

  const [result] = toolResultsIn(model.lastPrompt);
  assert.equal(result?.toolName, 'countDays');
  assert.deepEqual(result?.value, { days: 7, weekdays: 5 });
  assert.equal(text, 'A week, with five weekdays.');
});
