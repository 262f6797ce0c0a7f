import { text } from 'node:stream/consumers';
import { usageError } from '../errors.ts';
import { findJsonFault } from './json-fault.ts';

/** The input of a tool: JSON as it was given, `-` for what is piped in, nothing for no arguments. */
export async function readInput(given: string | undefined): Promise<unknown> {
  if (given === undefined) return {};
  const json = given === '-' ? await text(process.stdin) : given;
  return json.trim() === '' ? {} : parseJson(json, 'The input');
}

/** An object of values for the request context. */
export function readContext(given: string): Readonly<Record<string, unknown>> {
  const values = parseJson(given, '--context');
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) {
    return values as Readonly<Record<string, unknown>>;
  }
  throw usageError(`--context must be a JSON object, such as '{"user":"ada"}'.`);
}

function parseJson(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    const { line, column, found } = findJsonFault(json);
    const place = json.includes('\n') ? `line ${line}, column ${column}` : `column ${column}`;
    const why =
      found === undefined ? 'it ends too early' : `${JSON.stringify(found)} is unexpected`;
    throw usageError(
      `${what} is not JSON: ${why} at ${place}. Write keys and texts in double quotes and the whole in single ones, such as '{"place":"Oslo"}'.`,
    );
  }
}
