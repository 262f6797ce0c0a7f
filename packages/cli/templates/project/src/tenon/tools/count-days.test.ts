import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countDays } from './count-days.ts';

test('weekends are days, but no weekdays', async () => {
  const weekend = { from: '2026-03-07', to: '2026-03-09' };
  assert.deepEqual(await countDays.execute(weekend), { days: 2, weekdays: 0 });
  const withTheDaysAround = { from: '2026-03-06', to: '2026-03-10' };
  assert.deepEqual(await countDays.execute(withTheDaysAround), { days: 4, weekdays: 2 });
});

test('days the wrong way round are an error that says what to do', async () => {
  const swapped = { from: '2026-03-20', to: '2026-03-06' };
  await assert.rejects(countDays.execute(swapped), /2026-03-06 is before 2026-03-20\. Swap them\./);
});
