import { toTool } from './foreign-tool.ts';
import { type AnyTool, partsOf, toolOf } from './tool.ts';

const functions = [
  'onInputStart',
  'onInputDelta',
  'onInputAvailable',
  'onOutput',
  'toModelOutput',
] as const satisfies readonly (keyof AnyTool)[];

/**
 * The tool of a call whose client says that it can run what the agent has declared without `execute`. What the agent
 * declares stands, so that no client changes what its schemas accept, what the model is told of the tool or what people
 * are shown; the client adds what the declaration leaves open. Functions are those of the call where it has any.
 */
export function joinDeclared(declared: AnyTool, given: unknown, key: string): AnyTool {
  if (declared === given || !addsTo(declared, given)) return declared;
  const own = toTool(given, key);
  const [parts, added] = [partsOf(declared), partsOf(own)];
  const tool = toolOf(
    { ...own, ...withoutUndefined(declared) },
    {
      input: parts.input ?? added.input,
      output: parts.output ?? added.output,
      requestContext: parts.requestContext ?? added.requestContext,
      run: undefined,
      needsApproval: parts.needsApproval || added.needsApproval,
      limits: parts.limits ?? added.limits,
      provider: parts.provider,
    },
  );
  for (const name of functions) {
    const speaker = own[name] === undefined ? declared : own;
    if (speaker[name] === undefined) continue;
    Object.assign(tool, { [name]: (told: never) => speaker[name]?.(told) });
  }
  return tool;
}

/** Which functions of the agent's the call has put its own in the place of. */
export function functionsReplaced(declared: AnyTool, given: unknown): readonly string[] {
  if (declared === given) return [];
  return functions.filter((name) => declared[name] !== undefined && has(given, name));
}

/** Nothing else of what a client sends is looked at: it may come over a network. */
function addsTo(declared: AnyTool, given: unknown): boolean {
  if (typeof given !== 'object') return true;
  return (
    partsOf(declared).input === undefined ||
    has(given, 'transform') ||
    functions.some((name) => has(given, name))
  );
}

function has(given: unknown, name: string): boolean {
  const value = (given as Readonly<Record<string, unknown>> | null)?.[name];
  return value !== undefined && value !== null;
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
