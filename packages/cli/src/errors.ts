import { toPlainLine } from './plain-text.ts';

/** What a command ends with: all went well, it failed, it was called wrongly, the user stopped it. */
export const exitStatus = { ok: 0, error: 1, usage: 2, aborted: 130 } as const;
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** An error that ends the program with a status of its own. */
interface EndingError extends Error {
  readonly exitStatus: ExitStatus;
}

/** The command was called wrongly: status 2. The message is one sentence that says how to call it. */
export function usageError(message: string): EndingError {
  return Object.assign(new Error(message), { exitStatus: exitStatus.usage });
}

/** The user stopped it: status 130, and nothing more is said. */
export function abortedError(): EndingError {
  return Object.assign(new Error(''), { exitStatus: exitStatus.aborted });
}

/** It failed, and why has been told already: status 1, and nothing more is said. */
export function toldError(): EndingError {
  return Object.assign(new Error(''), { exitStatus: exitStatus.error });
}

/** The status that an error ends the program with. */
export function exitStatusOf(error: unknown): ExitStatus {
  const { exitStatus: own } = (error ?? {}) as Partial<EndingError>;
  return own ?? exitStatus.error;
}

/** What went wrong in one line, and what to do about it where the error itself does not say so. */
export function toSentence(error: unknown): string {
  const { name, message = String(error) } = (error ?? {}) as Partial<Error>;
  const sentence = toPlainLine(String(message));
  if (!String(name).startsWith('AI_')) return sentence;
  return `The model did not answer: ${sentence.replace(/\.$/, '')}. Check its name or URL, its key, and that its server is running.`;
}
