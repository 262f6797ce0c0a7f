import { TenonError } from '../base/errors.ts';
import type { ToolContext } from './context.ts';
import {
  isProviderTool,
  type ProviderParts,
  type ProviderTool,
  toProviderParts,
} from './provider-tool.ts';
import { type AnyTool, authorsFunction, createTool, isTool, partsOf, toolOf } from './tool.ts';
import { isWebSearchTool, webSearchParts } from './web-search.ts';

/** A function tool as the AI SDK's `tool()` makes it: no id, and `inputSchema` or, in older versions, `parameters`. */
export interface AiSdkTool {
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly parameters?: unknown;
  readonly outputSchema?: unknown;
  readonly execute?: unknown;
  /** Its calls need a person's approval, always or as a function says. */
  readonly needsApproval?: unknown;
}

const made = new WeakMap<object, AnyTool>();

/** The tool under `key`, whoever made it; the same one each time. */
export function toTool(value: unknown, key: string): AnyTool {
  if (isTool(value)) return value;
  if (typeof value !== 'object' || value === null)
    throw refusal(key, `it is ${value === null ? 'null' : `a ${typeof value}`}`);
  const earlier = made.get(value);
  if (earlier !== undefined) return earlier;
  const tool = isWebSearchTool(value)
    ? asProviders(createTool({ id: key, description: '' }), webSearchParts)
    : isProviderTool(value)
      ? asProviders(ofProvider(value, key), toProviderParts(value, key))
      : toFunctionTool(value, key);
  made.set(value, tool);
  return tool;
}

/** Its provider knows what it is and what it takes; only what runs here is checked here. */
function ofProvider(value: ProviderTool, key: string): AnyTool {
  if (typeof value.execute === 'function') return toFunctionTool(value, key);
  const { onInputStart, onInputDelta, onInputAvailable, onOutput, transform, title } =
    value as Partial<AnyTool>;
  const callbacks = { onInputStart, onInputDelta, onInputAvailable, onOutput, transform, title };
  return createTool({ ...callbacks, id: key, description: '' } as never) as AnyTool;
}

function asProviders(tool: AnyTool, provider: ProviderParts): AnyTool {
  return toolOf(tool, { ...partsOf(tool), provider });
}

function toFunctionTool(value: object, key: string): AnyTool {
  const { type: _, parameters, needsApproval, ...known } = value as AiSdkTool & { type?: unknown };
  const { description, inputSchema, outputSchema, execute } = known;
  const schema = whenRead(inputSchema ?? parameters);
  if (schema === undefined && typeof execute !== 'function') {
    throw refusal(key, 'it has neither `inputSchema` nor `execute`');
  }
  const run =
    authorsFunction(execute) ??
    (typeof execute === 'function' ? toRun(value, execute as Method) : undefined);
  const approval = needsApproval === undefined ? {} : { requireApproval: needsApproval };
  return createTool({
    ...known,
    ...approval,
    id: key,
    description: description ?? '',
    inputSchema: schema as never,
    outputSchema: whenRead(outputSchema) as never,
    execute: run as never,
  }) as AnyTool;
}

type Method = (this: unknown, input: unknown, context: ToolContext) => unknown;

/** An `execute` of the AI SDK may be an async generator: what it yields last is the result. */
function toRun(tool: object, execute: Method) {
  return async (input: unknown, context: ToolContext): Promise<unknown> => {
    const given = await execute.call(tool, input, context);
    if (!isAsyncIterable(given)) return given;
    let last: unknown;
    for await (const value of given) last = value;
    return last;
  };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** The AI SDK also takes functions that give the schema; an ArkType type is a function too, but a schema itself. */
function whenRead(schema: unknown): unknown {
  return typeof schema === 'function' && !('~standard' in schema) ? schema() : schema;
}

function refusal(key: string, why: string): TenonError {
  return new TenonError(
    'AGENT_OPTION_INVALID',
    `The value under "${key}" in \`tools\` cannot be used as a tool: ${why}. Make it with createTool({ id, description, inputSchema, execute }).`,
    { details: { key } },
  );
}
