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

it('says once of each tool and option that it does nothing yet', () => {
  create({ suspendSchema: {} });
  create({ suspendSchema: {}, background: {} });
  create({ id: 'second', background: {} });
  create({ id: 'second', background: {} });
  expect(warnings).toEqual([
    expect.stringMatching(/"suspendSchema" of tool "t" has no effect/),
    expect.stringMatching(/"background" of tool "t" has no effect/),
    expect.stringMatching(/"background" of tool "second" has no effect/),
  ]);
});

it('says no more than a hundred times, whatever tools are made while a process runs', () => {
  for (let index = 0; index < 200; index++) create({ id: `t${index}`, background: {} });
  expect(warnings).toHaveLength(100);
});

it('says what an agent does with tools that must not run without an option', () => {
  create({ requireApproval: true });
  expect(warnings).toEqual([
    expect.stringMatching(/"requireApproval" of tool "t" .*refuses the calls/),
  ]);
});

it('says nothing of options that are off or not given', () => {
  create({ requireApproval: false, background: undefined, suspendSchema: null });
  create({});
  expect(warnings).toEqual([]);
});
