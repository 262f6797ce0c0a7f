/** The chunks of a stream that are shown; those of other types pass by. */
export interface ShownChunk {
  readonly type: string;
  readonly payload?: unknown;
}

export interface ShowOptions {
  /** Takes the text of the answer as it comes. */
  readonly answer: (text: string) => void;
  /** Takes one line for each thing that happens with a call. */
  readonly event: (line: string) => void;
  readonly now?: () => number;
}

interface CallPayload {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Shows a run while it happens: each call with its arguments, what came of it and how long it took,
 * and the answer word by word. Throws the error that ended the run, if one did.
 */
export async function showRun(
  chunks: AsyncIterable<ShownChunk>,
  { answer, event, now = () => performance.now() }: ShowOptions,
): Promise<void> {
  const startedAt = new Map<string, number>();
  let failure: unknown;
  for await (const { type, payload } of chunks) {
    const call = payload as CallPayload;
    const time = () => `${Math.round(now() - (startedAt.get(call.toolCallId) ?? now()))} ms`;
    switch (type) {
      case 'text-delta':
        answer(toPlain((payload as { text: string }).text));
        break;
      case 'tool-call':
        startedAt.set(call.toolCallId, now());
        event(`→ ${call.toolName} ${toShort(call.args)}`);
        break;
      case 'tool-result':
        event(`← ${call.toolName} ${toShort(call.result)} (${time()})`);
        break;
      case 'tool-error':
        event(`✗ ${call.toolName}: ${toShort(toMessage(call.error))} (${time()})`);
        break;
      case 'error':
        failure = call.error ?? new Error('The run failed.');
        break;
    }
  }
  if (failure !== undefined) throw failure;
}

/** What went wrong, in one line. */
export const toMessage = (error: unknown): string =>
  toPlain(error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ');

const toShort = (value: unknown): string => {
  const text = toPlain(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

/** Without control characters: a line of a file must not steer the terminal. */
const toPlain = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, '');
