import type { AnyTool } from './tool.ts';

/** What may be done with a call of this tool without asking its author again. */
export interface CallPolicy {
  readonly readOnly: boolean;
  /** It may run twice. What only reads is idempotent. */
  readonly idempotent: boolean;
}

/** The one place that reads `idempotent`, `readOnlyHint` and `idempotentHint`. */
export function callPolicy(tool: Pick<AnyTool, 'mcp' | 'idempotent'>): CallPolicy {
  const hints = tool.mcp?.annotations;
  const readOnly = hints?.readOnlyHint === true;
  return {
    readOnly,
    idempotent: readOnly || tool.idempotent === true || hints?.idempotentHint === true,
  };
}
