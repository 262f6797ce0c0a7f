import { TenonError } from '../base/errors.ts';

/**
 * What a trace or a log may tell of an error without telling of a payload: its type, and its message where the words
 * are our own. What others throw may quote what they were given.
 */
export interface ToldError {
  readonly type: string;
  readonly message: string | undefined;
}

export function toldError(error: Error): ToldError {
  if (!TenonError.is(error)) return { type: nameOf(error), message: undefined };
  const { id, cause, message } = error;
  const isForeign = id === 'TOOL_EXECUTION_FAILED';
  if (isForeign && cause !== undefined) return { type: nameOf(cause), message: undefined };
  return { type: id, message: isForeign || cause !== undefined ? undefined : message };
}

const longestName = 100;

/** The name of its class; an error may be of any make. */
function nameOf(error: unknown): string {
  try {
    const { name } = error as { name?: unknown };
    if (typeof name === 'string' && name !== '') return name.slice(0, longestName);
  } catch {
    // a getter that throws
  }
  return 'Error';
}
