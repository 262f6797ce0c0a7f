import { expect, it } from 'vitest';
import { callPolicy, createTool } from './index.ts';

it.each([
  [{}, { readOnly: false, idempotent: false }],
  [{ idempotent: true }, { readOnly: false, idempotent: true }],
  [{ idempotent: false }, { readOnly: false, idempotent: false }],
  [{ mcp: {} }, { readOnly: false, idempotent: false }],
  [{ mcp: { annotations: { idempotentHint: true } } }, { readOnly: false, idempotent: true }],
  [{ mcp: { annotations: { readOnlyHint: true } } }, { readOnly: true, idempotent: true }],
  [
    { mcp: { annotations: { readOnlyHint: false, idempotentHint: false } } },
    { readOnly: false, idempotent: false },
  ],
])('reads %j', (options, policy) => {
  const tool = createTool({ id: 'x', description: '', execute: async () => 1, ...options });
  expect(callPolicy(tool)).toEqual(policy);
});
