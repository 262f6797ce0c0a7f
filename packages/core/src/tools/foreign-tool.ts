import { TenonError } from '../base/errors.ts';
import type { ToolContext } from './context.ts';
import { type AnyTool, createTool, isTool } from './tool.ts';

/** A function tool as the AI SDK's `tool()` makes it: no id, and `inputSchema` or, in older versions, `parameters`. */
export interface AiSdkTool {
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly parameters?: unknown;
  readonly execute?: unknown;
}

const made = new WeakMap<object, AnyTool>();

/** The tool under `key`, whoever made it; the same one each time. */
export function toTool(value: unknown, key: string): AnyTool {
  if (isTool(value)) return value;
  if (typeof value !== 'object' || value === null) throw refusal(key, `it is ${String(value)}`);
  const known = made.get(value);
  if (known !== undefined) return known;
  const { type, description, inputSchema, parameters, execute } = value as AiSdkTool & {
    type?: unknown;
  };
  if (type === 'provider' || type === 'provider-defined') {
    throw refusal(key, 'tools that the provider executes do not work in this version of Tenon');
  }
  const schema = inputSchema ?? parameters;
  if (schema === undefined && typeof execute !== 'function') {
    throw refusal(key, 'it has neither `inputSchema` nor `execute`');
  }
  const run = execute as ((input: unknown, context: ToolContext) => unknown) | undefined;
  const tool = createTool({
    id: key,
    description: description ?? '',
    inputSchema: schema as never,
    execute: run as never,
  }) as AnyTool;
  made.set(value, tool);
  return tool;
}

function refusal(key: string, why: string): TenonError {
  return new TenonError(
    'AGENT_OPTION_INVALID',
    `The value under "${key}" in \`tools\` cannot be used as a tool: ${why}. Make it with createTool({ id, description, inputSchema, execute }).`,
    { details: { key } },
  );
}
