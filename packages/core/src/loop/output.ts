import type { DeepPartial } from '../base/deep-partial.ts';
import { ignoreRejection } from '../base/promise.ts';
import {
  type AgentChunk,
  type DisplayChunk,
  DisplayView,
  type IterableStream,
  LogStream,
  pickFromLog,
  RunLog,
} from '../chunks/index.ts';
import type { FullOutput } from './full-output.ts';
import type { Run } from './run.ts';
import { runLoop } from './run-loop.ts';

/** Where a run stands. */
export type RunStatus = 'running' | 'success' | 'failed' | 'canceled';

/**
 * A run that goes on by itself, whether or not anybody reads. Each stream begins at the first chunk and can be taken
 * any number of times; each promise settles however the run ends, and rejects when it failed.
 */
export class RunOutput<Value = unknown, Written = Value> {
  readonly runId: string;
  readonly messageId: string;
  /** Of the trace that the run is part of, and of its own span; `undefined` where it is not traced. */
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly #log: RunLog<AgentChunk>;
  readonly #done: Promise<FullOutput>;
  readonly #promises = new Map<keyof FullOutput, Promise<unknown>>();
  #status: RunStatus = 'running';
  #error: Error | undefined;
  #tripwire: FullOutput['tripwire'];

  /** Starts the run. */
  constructor(run: Run) {
    this.runId = run.runId;
    this.messageId = run.config.messageId;
    this.traceId = run.trace?.traceId;
    this.spanId = run.trace?.spanId;
    this.#log = run.log ?? new RunLog();
    this.#done = ignoreRejection(
      runLoop(run).then((output) => {
        this.#status = statusOf(output);
        this.#error = output.error;
        this.#tripwire = output.tripwire;
        if (output.error !== undefined) throw output.error;
        return output;
      }),
    );
  }

  get status(): RunStatus {
    return this.#status;
  }
  /** What a failed run failed with; `undefined` until then. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** The processor that stopped the run; `undefined` until then. */
  get tripwire(): FullOutput['tripwire'] {
    return this.#tripwire;
  }

  /** Every chunk of the run. A new stream each time, always from the first chunk. */
  get fullStream(): IterableStream<AgentChunk<Value, Written>> {
    return new LogStream(this.#log) as IterableStream<AgentChunk<Value, Written>>;
  }
  /**
   * Every chunk as people may see it: payloads are what transforms made of them, requests and raw parts are left out.
   * A new stream each time, always from the first chunk.
   */
  readonly toDisplayStream = (): IterableStream<DisplayChunk> => {
    const view = new DisplayView(this.runId);
    return pickFromLog(this.#log, (chunk) => view.show(chunk));
  };

  /** The text of all steps as it comes. Of a run that fails it ends early; `text` rejects with the error. */
  get textStream(): IterableStream<string> {
    return pickFromLog(this.#log, (chunk) => {
      if (chunk.type !== 'text-delta') return undefined;
      // a tool may have written it, in a form of its own
      const { payload } = chunk as { payload?: { text?: unknown } };
      return typeof payload?.text === 'string' ? payload.text : undefined;
    });
  }

  /**
   * What is there of the value that `structuredOutput` asks for, while the model writes it. Each stays as it is, and the
   * schema has looked at none: `object` has the value itself.
   */
  get objectStream(): IterableStream<DeepPartial<Written>> {
    return pickFromLog(this.#log, (chunk) =>
      chunk.type === 'object' && chunk.runId === this.runId
        ? (chunk.object as DeepPartial<Written>)
        : undefined,
    );
  }

  get text(): Promise<string> {
    return this.#promise('text');
  }
  /** The value that `structuredOutput` asked for. */
  get object(): Promise<Value> {
    return this.#promise('object') as Promise<Value>;
  }
  get finishReason(): Promise<FullOutput['finishReason']> {
    return this.#promise('finishReason');
  }
  get stoppedBy(): Promise<FullOutput['stoppedBy']> {
    return this.#promise('stoppedBy');
  }
  get steps(): Promise<FullOutput['steps']> {
    return this.#promise('steps');
  }
  get toolCalls(): Promise<FullOutput['toolCalls']> {
    return this.#promise('toolCalls');
  }
  get toolResults(): Promise<FullOutput['toolResults']> {
    return this.#promise('toolResults');
  }
  get content(): Promise<FullOutput['content']> {
    return this.#promise('content');
  }
  get usage(): Promise<FullOutput['usage']> {
    return this.#promise('usage');
  }
  get totalUsage(): Promise<FullOutput['totalUsage']> {
    return this.#promise('totalUsage');
  }
  get reasoning(): Promise<FullOutput['reasoning']> {
    return this.#promise('reasoning');
  }
  get reasoningText(): Promise<string> {
    return this.#promise('reasoningText');
  }
  get sources(): Promise<FullOutput['sources']> {
    return this.#promise('sources');
  }
  get files(): Promise<FullOutput['files']> {
    return this.#promise('files');
  }
  get warnings(): Promise<FullOutput['warnings']> {
    return this.#promise('warnings');
  }
  get request(): Promise<FullOutput['request']> {
    return this.#promise('request');
  }
  get response(): Promise<FullOutput['response']> {
    return this.#promise('response');
  }
  get providerMetadata(): Promise<FullOutput['providerMetadata']> {
    return this.#promise('providerMetadata');
  }

  /** Waits for the end. A failed run rejects, unless `onError` takes the error. */
  readonly consumeStream = async (options?: {
    onError?: (error: unknown) => void;
  }): Promise<void> => {
    try {
      await this.#done;
    } catch (error) {
      if (options?.onError === undefined) throw error;
      options.onError(error);
    }
  };

  /** What `generate()` would have given. */
  readonly getFullOutput = (): Promise<FullOutput<Value>> =>
    this.#done as Promise<FullOutput<Value>>;

  /** One promise per field, made when it is first looked at; nobody has to handle the ones that are not used. */
  #promise<Field extends keyof FullOutput>(field: Field): Promise<FullOutput[Field]> {
    let promise = this.#promises.get(field) as Promise<FullOutput[Field]> | undefined;
    if (promise === undefined) {
      promise = ignoreRejection(this.#done.then((output) => output[field]));
      this.#promises.set(field, promise);
    }
    return promise;
  }
}

function statusOf({ finishReason }: FullOutput): RunStatus {
  if (finishReason === 'error') return 'failed';
  return finishReason === 'aborted' ? 'canceled' : 'success';
}
