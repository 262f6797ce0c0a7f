import { CheckedRequestContext } from '../base/request-context.ts';
import {
  isValidationError,
  type ParseResult,
  type Schema,
  toValidationError,
} from '../schema/index.ts';
import { type DirectContext, type ToolContext, toDirectContext } from './context.ts';
import { deriveContext } from './derive-context.ts';
import type { ToolParts } from './tool.ts';

const emptyInput: ParseResult = { ok: true, value: undefined };

/**
 * `tool.execute(...)` without an agent: checks input, request context and output, keeps the limits of the tool, and
 * calls nothing else.
 * A check that fails gives a `ValidationError`; what the author's function throws comes out unchanged.
 */
export async function callDirectly(
  parts: ToolParts,
  name: string,
  given: unknown,
  givenContext: DirectContext | undefined,
): Promise<unknown> {
  const { input, output, requestContext, run, limits } = parts;
  const parsing = input === undefined ? emptyInput : input.parseLeniently(given);
  const parsed = parsing instanceof Promise ? await parsing : parsing;
  if (!parsed.ok) {
    return toValidationError(`Input validation failed for tool "${name}":`, parsed.issues);
  }
  let context = toDirectContext(givenContext);
  if (requestContext !== undefined) {
    const checked = await checkRequestContext(requestContext, context);
    if (!checked.ok) {
      return toValidationError(
        `Request context validation failed for tool "${name}":`,
        checked.issues,
      );
    }
    context = checked.value;
  }
  const value = input === undefined ? (given ?? {}) : parsed.value;
  const limited =
    run === undefined || limits === undefined
      ? undefined
      : await limits.run({ toolName: name, input: value, context, run });
  const result = limited === undefined ? await run?.(value, context) : limited.value;
  if (isValidationError(result)) return result;
  let checked: ParseResult = { ok: true, value: result };
  if (output !== undefined) {
    const checking = output.parse(result);
    checked = checking instanceof Promise ? await checking : checking;
  }
  if (!checked.ok) {
    return toValidationError(`Output validation failed for tool "${name}":`, checked.issues);
  }
  limited?.keep?.();
  return checked.value;
}

/** The context with request values as the schema made them, or why they do not fit. */
export async function checkRequestContext(
  schema: Schema,
  context: ToolContext,
): Promise<ParseResult<ToolContext>> {
  const values = Object.fromEntries(context.requestContext.entries());
  const parsed = await schema.parse(values);
  if (!parsed.ok) return parsed;
  const isRecord = typeof parsed.value === 'object' && parsed.value !== null;
  const checked = isRecord ? (parsed.value as Record<string, unknown>) : values;
  const requestContext = new CheckedRequestContext(context.requestContext, checked);
  return { ok: true, value: deriveContext(context, { requestContext }) };
}
