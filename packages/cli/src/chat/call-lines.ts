import { toPlainLine } from '../plain-text.ts';
import type { Screen } from './screen.ts';
import { endsOf, toShort } from './short-text.ts';
import type { RunChunk } from './talker.ts';

interface CallPayload {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly argsTextDelta?: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean;
  readonly error?: unknown;
  readonly output?: unknown;
}

interface OpenCall {
  readonly name: string;
  /** The text of the arguments so far. */
  input: string;
  startedAt: number | undefined;
}

/** The lines that tell of the calls of a run. */
export class CallLines {
  readonly #screen: Screen;
  readonly #depth: number;
  readonly #open = new Map<string, OpenCall>();
  /** Of the agents that tools talk to, by the call of the tool. */
  readonly #inner = new Map<string, CallLines>();

  constructor(screen: Screen, depth = 0) {
    this.#screen = screen;
    this.#depth = depth;
  }

  show({ type, payload }: RunChunk): void {
    const call = payload as CallPayload;
    switch (type) {
      case 'tool-call-input-streaming-start':
        this.#open.set(call.toolCallId, {
          name: toPlainLine(call.toolName),
          input: '',
          startedAt: undefined,
        });
        this.#showInput(call);
        break;
      case 'tool-call-delta':
        this.#showInput(call);
        break;
      case 'tool-call': {
        const name = toPlainLine(call.toolName);
        this.#open.set(call.toolCallId, { name, input: '', startedAt: performance.now() });
        this.#say('→', name, toShort(call.args));
        this.#showOpen();
        break;
      }
      case 'tool-output':
        this.#showOutput(call);
        this.#showOpen();
        break;
      case 'tool-result':
        this.#settle(call, call.isError ? '✗' : '←', toShort(call.result));
        break;
      case 'tool-error':
        this.#settle(call, '✗', toMessage(call.error));
        break;
      case 'reasoning-delta':
      case 'step-finish':
        this.#changing('…');
        break;
    }
  }

  #showInput({ toolCallId, argsTextDelta = '' }: CallPayload): void {
    const call = this.#open.get(toolCallId);
    if (call === undefined) return;
    call.input += argsTextDelta;
    this.#changing(`→ ${call.name} ${toPlainLine(endsOf(call.input))}`);
  }

  /** What a tool says while it runs: a line, or what the agent does that it talks to. */
  #showOutput({ toolCallId, toolName, output }: CallPayload): void {
    if (!isChunk(output)) {
      this.#say('·', toPlainLine(toolName), toShort(output));
      return;
    }
    let inner = this.#inner.get(toolCallId);
    if (inner === undefined) {
      inner = new CallLines(this.#screen, this.#depth + 1);
      this.#inner.set(toolCallId, inner);
    }
    inner.show(output);
  }

  #settle({ toolCallId, toolName }: CallPayload, mark: '←' | '✗', text: string): void {
    const startedAt = this.#open.get(toolCallId)?.startedAt;
    this.#open.delete(toolCallId);
    const time = startedAt === undefined ? '' : ` (${toTime(performance.now() - startedAt)})`;
    this.#say(mark, toPlainLine(toolName), text, time);
    this.#showOpen();
  }

  #showOpen(): void {
    const running = [...this.#open.values()].filter(({ startedAt }) => startedAt !== undefined);
    if (running.length > 0) this.#changing(`… ${running.map(({ name }) => name).join(', ')}`);
    else this.#changing('…');
  }

  #say(mark: string, name: string, text: string, time = ''): void {
    const { dim, red, cyan } = this.#screen.colors;
    const failed = mark === '✗';
    const head = `${mark} ${name}${failed ? ':' : ''}`;
    const tint = failed ? red : cyan;
    this.#screen.line(`${this.#indent}${tint(head)} ${failed ? red(text) : dim(text)}`, time);
  }

  #changing(text: string): void {
    this.#screen.changing(`${this.#indent}${this.#screen.colors.dim(text)}`);
  }

  get #indent(): string {
    return '  '.repeat(this.#depth);
  }
}

function toMessage(error: unknown): string {
  const { message = error } = (error ?? {}) as { message?: unknown };
  return toShort(String(message));
}

function toTime(milliseconds: number): string {
  return milliseconds < 10_000
    ? `${Math.round(milliseconds)} ms`
    : `${Math.round(milliseconds / 1000)} s`;
}

function isChunk(value: unknown): value is RunChunk {
  const { type, payload } = (value ?? {}) as Partial<RunChunk>;
  return typeof type === 'string' && typeof payload === 'object' && payload !== null;
}
