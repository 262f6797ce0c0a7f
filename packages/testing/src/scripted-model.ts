import { type Answer, type StreamItem, toAnswer } from './answer.ts';
import { happened } from './happened.ts';
import type { Piece, Usage } from './pieces.ts';
import type {
  GenerateResult,
  SpecificationVersion,
  StreamPart,
  StreamResult,
} from './provider-form.ts';
import {
  type ModelCallOptions,
  type ModelRequest,
  type PromptMessage,
  toModelRequest,
} from './request.ts';
import { piecesOf, type ScriptFunction, type ScriptStep, stepAt } from './script.ts';

/** What a model does in one step: says a text, does one thing or several, or decides when it sees the request. */
export type Step = ScriptStep<Piece, ModelRequest>;
export type StepFunction = ScriptFunction<Piece, ModelRequest>;

export interface ScriptedModelOptions<Version extends SpecificationVersion = SpecificationVersion> {
  /** The version of the AI SDK provider specification that the model speaks. Default `'v3'`. */
  readonly version?: Version;
  /** Default `'scripted'`. */
  readonly provider?: string;
  /** Default `'scripted-model'`. */
  readonly modelId?: string;
  /** Which URLs the model fetches itself, by media type. Default none. */
  readonly supportedUrls?: Record<string, RegExp[]>;
  /** Tokens of a step that does not say. Default `{ input: 10, output: 5 }`. */
  readonly usage?: Usage;
  /** What the model does when its steps are used up. Without it, the call rejects and says so. */
  readonly afterwards?: 'repeat-last' | Step;
  /** `false`: requests are neither copied nor kept, for long runs. Step functions then see the caller's own objects. */
  readonly record?: boolean;
}

/** A model that follows a script and keeps what it was asked. */
export interface ScriptedModel<Version extends SpecificationVersion = 'v3'> {
  readonly specificationVersion: Version;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  doGenerate(options: ModelCallOptions): Promise<GenerateResult<Version>>;
  doStream(options: ModelCallOptions): Promise<StreamResult<Version>>;
  /** Every request so far, in order. */
  readonly requests: readonly ModelRequest[];
  /** The prompt of every request so far. */
  readonly prompts: readonly (readonly PromptMessage[])[];
  /** The prompt of the last request. Throws when there was none. */
  readonly lastPrompt: readonly PromptMessage[];
  /** How many streams were handed out that were neither read to their end, nor cancelled, nor failed. */
  readonly openStreams: number;
}

/**
 * Makes a model that follows a script: one step per call, streamed or not. One function instead of a list
 * answers every call.
 *
 * @example
 * const model = scriptedModel([
 *   [text('Let me look.'), call('weather', { city: 'Oslo' })],
 *   'It is sunny.',
 * ]);
 * const agent = new Agent({ id: 'a', name: 'a', instructions: '', model, tools: { weather } });
 * await agent.generate('How is the weather in Oslo?');
 * expect(toolResultsIn(model.lastPrompt)).toMatchObject([{ value: { sky: 'clear' } }]);
 */
export function scriptedModel<const Version extends SpecificationVersion = 'v3'>(
  steps: readonly Step[] | StepFunction,
  options: ScriptedModelOptions<Version> = {},
): ScriptedModel<Version> {
  const version = options.version ?? ('v3' as Version);
  const { provider = 'scripted', modelId = 'scripted-model', record = true } = options;
  const script = { steps, afterwards: options.afterwards, whose: 'this model' };
  const requests: ModelRequest[] = [];
  let asked = 0;
  let calls = 0;
  let openStreams = 0;

  async function answer(
    mode: ModelRequest['mode'],
    callOptions: ModelCallOptions,
  ): Promise<{ answer: Answer<Version>; pieces: readonly Piece[]; request: ModelRequest }> {
    const index = asked++;
    const request = toModelRequest(callOptions, { index, mode, copy: record });
    if (record) requests.push(request);
    request.signal?.throwIfAborted();
    const pieces = await piecesOf(stepAt(script, index), request);
    request.signal?.throwIfAborted();
    await failIfToldTo(pieces, request);
    const answer = toAnswer(pieces, {
      version,
      usage: options.usage ?? {},
      response: { id: `response-${index + 1}`, modelId },
      nextCallId: () => `call-${++calls}`,
    });
    return { answer, pieces, request };
  }

  return {
    specificationVersion: version,
    provider,
    modelId,
    supportedUrls: options.supportedUrls ?? {},
    async doGenerate(callOptions) {
      const { answer: given, pieces, request } = await answer('generate', callOptions);
      for (const piece of pieces) {
        if (piece.piece === 'wait') await happened(piece.event, request);
        if (piece.piece === 'error') throw piece.error;
        if (piece.piece === 'break') {
          throw piece.error ?? new Error('The scripted answer was cut off.');
        }
      }
      return given.result;
    },
    async doStream(callOptions) {
      const { answer: given, request } = await answer('stream', callOptions);
      openStreams += 1;
      const stream = streamOf(given.items, request, () => {
        openStreams -= 1;
      });
      return { stream, ...(given.headers && { response: { headers: given.headers } }) };
    },
    get requests() {
      return requests.slice();
    },
    get prompts() {
      return requests.map((request) => request.prompt);
    },
    get lastPrompt() {
      const last = requests.at(-1);
      if (last === undefined) throw new Error('The scripted model has kept no request yet.');
      return last.prompt;
    },
    get openStreams() {
      return openStreams;
    },
  };
}

async function failIfToldTo(pieces: readonly Piece[], request: ModelRequest): Promise<void> {
  if (!pieces.some((piece) => piece.piece === 'fail')) return;
  for (const piece of pieces) {
    if (piece.piece === 'wait') await happened(piece.event, request);
    if (piece.piece === 'fail') throw piece.error;
  }
}

/** A stream that makes a part when it is asked for one, and fails at once when the request is aborted. */
function streamOf<Version extends SpecificationVersion>(
  items: readonly StreamItem<Version>[],
  request: ModelRequest,
  onEnd: () => void,
): ReadableStream<StreamPart<Version>> {
  const { signal } = request;
  let next = 0;
  let open = true;
  let onAbort = () => {};
  const end = () => {
    if (!open) return;
    open = false;
    signal?.removeEventListener('abort', onAbort);
    onEnd();
  };
  return new ReadableStream<StreamPart<Version>>(
    {
      start(controller) {
        onAbort = () => {
          end();
          controller.error(signal?.reason);
        };
        if (signal?.aborted) onAbort();
        else signal?.addEventListener('abort', onAbort, { once: true });
      },
      async pull(controller) {
        const fail = (error: unknown) => {
          if (open) controller.error(error);
          end();
        };
        const close = () => {
          controller.close();
          end();
        };
        while (open) {
          const item = items[next++];
          if (item === undefined) return close();
          if ('part' in item) {
            controller.enqueue(item.part);
            if (next === items.length) close();
            return;
          }
          if (item.piece === 'break') return item.error === undefined ? close() : fail(item.error);
          try {
            await happened(item.event, request);
          } catch (error) {
            return fail(error);
          }
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
