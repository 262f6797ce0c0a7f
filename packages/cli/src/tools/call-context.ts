import { toJsonSafe } from '@tenon/core/internal';
import { RequestContext } from '@tenon/core/request-context';
import { type DirectContext, ToolWriter } from '@tenon/core/tools';

/** What the context of a call from the command line is made of. */
export interface CallContextParts {
  /** For `requestContext`. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly host: DirectContext['tenon'];
  readonly abortSignal: AbortSignal;
}

/** The context of a call from the command line. What the tool says while it runs goes to stderr, a line each. */
export function toCallContext({ values, host, abortSignal }: CallContextParts): DirectContext {
  return {
    requestContext: new RequestContext(Object.entries(values)),
    abortSignal,
    tenon: host,
    writer: new ToolWriter({ output: say, custom: say }),
    observe: {
      span: async (_name, work) => work(),
      log: (level, message, data) =>
        process.stderr.write(
          `${level}: ${message}${data === undefined ? '' : ` ${toLine(data)}`}\n`,
        ),
    },
  };
}

function say(value: unknown): void {
  process.stderr.write(`${toLine(value)}\n`);
}

const toLine = (value: unknown): string => JSON.stringify(toJsonSafe(value));
