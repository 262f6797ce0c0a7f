import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { createTool } from './index.ts';

let create: (options: object) => unknown;
let warnings: string[];

beforeEach(async () => {
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((text) => warnings.push(String(text)));
  vi.resetModules();
  const fresh: { createTool: typeof createTool } = await import('./index.ts');
  create = (options) =>
    fresh.createTool({ id: 't', description: '', execute: async () => 1, ...options } as never);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('says once of each option that it does nothing yet', () => {
  create({ toModelOutput: () => 1 });
  create({ toModelOutput: () => 1, transform: {} });
  create({ id: 'second', transform: {} });
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toMatch(/"toModelOutput".*tool "t"/);
  expect(warnings[1]).toContain('"transform"');
});

it('says of approval that calls are refused rather than run', () => {
  create({ requireApproval: true });
  expect(warnings).toEqual([expect.stringMatching(/"requireApproval".*refuses the calls/)]);
});

it('says nothing of options that are off or not given', () => {
  create({ requireApproval: false, transform: undefined });
  create({});
  expect(warnings).toEqual([]);
});
