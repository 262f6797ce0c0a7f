import type { Logger } from '../base/logger.ts';
import type { ToolCall } from '../journal/index.ts';
import { toldError } from '../trace/index.ts';

/** The run that lines are written of. */
interface RunOfLines {
  readonly runId: string;
  readonly agentId: string;
  readonly logger: Logger;
}

/**
 * Writes a line for each stage of a call and for each time a model is asked, with names, ids and counts: never a value
 * that a user, a model or a tool gave. It is only there where the logger writes debug lines.
 */
export class DebugLog {
  readonly #run: RunOfLines;

  constructor(run: RunOfLines) {
    this.#run = run;
  }

  /** A call came out of a stage. */
  stage(
    { toolName, id: toolCallId }: Pick<ToolCall, 'toolName' | 'id'>,
    what: string,
    error?: Error,
  ): void {
    const why = error === undefined ? '' : `: ${inWords(error)}`;
    this.#write(`Call ${toolCallId} of tool "${toolName}": ${what}${why}`, {
      toolName,
      toolCallId,
    });
  }

  /** Something of the run that belongs to no call. */
  note(what: string, facts: Readonly<Record<string, unknown>>, error?: Error): void {
    this.#write(error === undefined ? what : `${what}: ${inWords(error)}`, facts);
  }

  #write(line: string, facts: Readonly<Record<string, unknown>>): void {
    const { runId, agentId, logger } = this.#run;
    try {
      logger.debug(line, { runId, agentId, ...facts });
    } catch {
      // to be watched must not change a run
    }
  }
}

/** One line: the id or class of an error, and its words where they are our own. */
function inWords(error: Error): string {
  const { type, message } = toldError(error);
  return message === undefined
    ? type
    : `${type}: ${message.replace(/:\n(?:- )?/g, ': ').replace(/\s*\n+(?:- )?/g, '; ')}`;
}
