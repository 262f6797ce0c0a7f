import { call, scriptedModel } from '@tenon/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createReader } from './agent.ts';
import { startSite } from './site.ts';

async function openSite() {
  const site = await startSite();
  onTestFinished(() => site.close());
  return site;
}

it('answers from a page, without a language model', async () => {
  const { url } = await openSite();
  const { text } = await createReader().generate(`Fetch the page ${url}/opening-hours`);
  expect(text).toContain('Saturday');
  expect(text).toContain('10 to 14');
  expect(text).not.toMatch(/counted|font-family/);
});

it('follows a link that it has read', async () => {
  const { url } = await openSite();
  const model = scriptedModel([
    call('fetchPage', { url }),
    ({ prompt }) => {
      const link = /\[Workshops\]\(([^)]+)\)/.exec(JSON.stringify(prompt))?.[1];
      return call('fetchPage', { url: link });
    },
    'Dovetails is full.',
  ]);
  const { steps, text } = await createReader(model).generate('Which workshop is full?');
  expect(text).toBe('Dovetails is full.');
  expect(steps[1]?.toolResults[0]?.payload.result).toMatchObject({
    url: `${url}/workshops`,
    content: expect.stringContaining('- Dovetails, 26 March, full'),
  });
});

it('is told of a page that is not there, and of one that it may not read', async () => {
  const { url } = await openSite();
  const model = scriptedModel([
    [
      call('fetchPage', { url: `${url}/cellar` }),
      call('fetchPage', { url: 'http://169.254.169.254/latest/meta-data' }),
    ],
    'No.',
  ]);
  const { steps } = await createReader(model).generate('What is in the cellar?');
  const results = steps[0]?.toolResults.map(({ payload }) => payload.result) ?? [];
  expect(results).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ status: 404, ok: false }),
      { content: expect.stringContaining('private or reserved'), isError: true },
    ]),
  );
});
