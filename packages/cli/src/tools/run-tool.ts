import { inspect } from 'node:util';
import { toJsonSafe } from '@tenon/core/internal';
import { isValidationError } from '@tenon/core/tools';
import { toldError, toSentence } from '../errors.ts';
import { loadModule } from '../load-module.ts';
import { parseTarget } from '../parse-target.ts';
import { toCallContext } from './call-context.ts';
import { chooseTool } from './choose-tool.ts';
import { type FoundTool, findTools } from './find-tools.ts';
import { holdProcess } from './hold-process.ts';
import { type Print, withOwnStdout } from './own-stdout.ts';
import { readContext, readInput } from './read-json.ts';
import { Stopper } from './stopper.ts';
import { toToolSchema } from './tool-schema.ts';

/** The options of `tenon tool run`, as they were written. */
export interface RunToolOptions {
  readonly schema?: boolean;
  readonly context?: string;
  readonly timeout?: string;
  readonly pretty?: boolean;
  readonly debug?: boolean;
}

/** `tenon tool run`: runs one tool from its file and prints what it gives. */
export async function runTool(
  place: string,
  input: string | undefined,
  options: RunToolOptions,
): Promise<void> {
  try {
    const stopper = new Stopper(options.timeout);
    await holdProcess(
      (error) => stopper.fail(error),
      () => withOwnStdout((print) => runAndPrint(place, input, { options, stopper, print })),
    );
  } catch (error) {
    if (options.debug === true) showStack(error);
    throw error;
  }
}

interface Surroundings {
  readonly options: RunToolOptions;
  readonly stopper: Stopper;
  readonly print: Print;
}

async function runAndPrint(
  place: string,
  given: string | undefined,
  { options, stopper, print }: Surroundings,
): Promise<void> {
  const values = options.context === undefined ? {} : readContext(options.context);
  const input =
    options.schema === true ? undefined : await stopper.guard('The input', readInput(given));
  const target = parseTarget(place);
  const who = `"${target.file}"`;
  const exports = await stopper.guard(who, loadModule(target.file));
  const all = await stopper.guard(who, findTools(exports, target.file));
  const found = chooseTool(all, target, exports);
  const value =
    options.schema === true ? toToolSchema(found) : await call(found, input, values, stopper);
  print(`${JSON.stringify(toJsonSafe(value), null, options.pretty === true ? 2 : 0)}\n`);
}

async function call(
  found: FoundTool,
  input: unknown,
  values: Readonly<Record<string, unknown>>,
  stopper: Stopper,
): Promise<unknown> {
  const { tool, name } = found;
  const { execute } = tool as { readonly execute?: unknown };
  if (typeof execute !== 'function') {
    throw new Error(
      `Tool "${name}" has no \`execute\`: the client of an agent runs it, so there is nothing to run here.`,
    );
  }
  const context = toCallContext({ values, host: found.host, abortSignal: stopper.signal });
  let value: unknown;
  try {
    value = await stopper.run(`Tool "${name}"`, async () => execute.call(tool, input, context));
  } catch (error) {
    if (stopper.isStopped) throw error;
    throw new Error(`Tool "${name}" failed: ${whyOf(error)}`, { cause: error });
  }
  if (!isValidationError(value)) return value;
  process.stderr.write(`${value.message}\n`);
  throw toldError();
}

/** Some errors of Node have a code and no message. */
function whyOf(error: unknown): string {
  const { code, name } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return toSentence(error) || String(code ?? name);
}

function showStack(error: unknown): void {
  const { cause = error, message } = (error ?? {}) as Partial<Error>;
  if (message !== '') process.stderr.write(`${inspect(cause)}\n`);
}
